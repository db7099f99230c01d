package forget

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/compiler/target"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/wiki"
)

// find resolves a request.
func (h *Handler) find(ctx context.Context, r Request) (*Plan, error) {
	v := h.Vault
	kept, err := h.kept(ctx)
	if err != nil {
		return nil, err
	}
	f, err := target.Load(ctx, target.Sources{Logs: v.Daily(), Wiki: v.Wiki(), State: &state.Store{Vault: v.Dir}, Kept: kept})
	if err != nil {
		return nil, err
	}
	p := &Plan{kept: kept}
	var t *target.Target
	if r.Again {
		hidden, err := v.Daily().Redact()
		if err != nil {
			return nil, fmt.Errorf("forget: %w", err)
		}
		t = f.Back(hidden)
	} else if t, err = f.Find(r.Name, r.Claims); errors.As(err, new(*target.DayError)) || errors.As(err, new(*why.NothingError)) {
		if many := f.Span(r.Name); many != nil {
			t, err = many, nil
		}
	}
	nothing := errors.As(err, new(*why.NothingError))
	if err != nil && !nothing {
		return nil, err
	}
	var waiting []forgotten.Session
	if nothing || t.Kind == "project" {
		var wrong error
		if p.Kind, p.Name, waiting, wrong = h.unlogged(r.Name); wrong != nil {
			return nil, wrong
		}
		if p.scope = (forgotten.Scope{Sessions: waiting, Theirs: r.Theirs}); nothing && len(waiting) > 0 {
			return p, nil
		}
	}
	if name, is := strings.CutPrefix(why.Bare(r.Name), target.ProjectPrefix); nothing && is {
		err = fmt.Errorf("forget: project %q: %w", name, project.ErrUnknown)
	}
	if err != nil {
		return nil, err
	}
	s := t.Scope(wording.Says)
	p.Kind, p.Name, p.texts = t.Kind, t.Name, s.Texts
	p.scope = forgotten.Scope{Sessions: waiting, Cuts: s.Cuts, Cites: slices.Sorted(maps.Keys(s.Lines.Cites)), Said: slices.Sorted(maps.Keys(s.Lines.Said)), Theirs: r.Theirs}
	for _, e := range t.Entries {
		if s := (forgotten.Session{Agent: e.Agent, ID: e.Session}); t.Kind == "session" && !slices.Contains(p.scope.Sessions, s) {
			p.scope.Sessions = append(p.scope.Sessions, s)
		}
	}
	if slices.Contains([]string{"project", "day", "days", "log", "logs"}, t.Kind) {
		if err := h.rest(ctx, &p.scope, t); err != nil {
			return nil, err
		}
	}
	return p, h.everywhere(ctx, p, t)
}

// rest adds to a scope the sessions whose last entry a project or days have, and those without one that began on the days: what is in
// no entry yet goes with it, but where the log of another machine is meant.
func (h *Handler) rest(ctx context.Context, s *forgotten.Scope, t *target.Target) error {
	here := t.Log == ""
	if !here {
		me, err := h.Vault.Identity(ctx, func(string, ...any) {})
		if err != nil {
			return err
		}
		here = t.Log == me.Name
	}
	takes, first, last := map[string]bool{}, daily.Date{}, daily.Date{}
	for _, e := range t.Entries {
		takes[e.ID], takes[e.Redoes] = true, true
		if first.IsZero() || e.Date.Sub(first) < 0 {
			first = e.Date.Day()
		}
		if last.IsZero() || e.Date.Sub(last) > 0 {
			last = e.Date.Day()
		}
	}
	add := func(agent, id, entry string, began time.Time) {
		day := daily.DateOf(began, h.Vault.Config.Zone)
		if entry != "" && takes[entry] || entry == "" && here && t.Kind != "project" && day.Sub(first) >= 0 && day.Sub(last) <= 0 {
			s.Rest = append(s.Rest, forgotten.Session{Agent: agent, ID: id})
		}
	}
	records, _, err := h.Vault.Ledger().All(h.Vault.Now())
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, r := range records {
		entry := ""
		if n := len(r.Entries); n > 0 {
			entry = r.Entries[n-1]
		}
		known[queue.Key(r.Agent, r.Session)] = true
		add(r.Agent, r.Session, entry, r.First)
	}
	jobs, err := h.Vault.Queue(h.Warn).List(h.Vault.Now())
	for _, j := range jobs {
		if !known[j.ID] {
			add(j.Agent, j.Session, "", j.First)
		}
	}
	if ends := last.AddDays(1).At(0, 0, h.Vault.Config.Zone); t.Kind != "project" && ends.Before(h.Vault.Now()) {
		s.Until = ends
	}
	return err
}

// everywhere adds to a plan the same in the other logs that this machine writes, in a shared vault.
func (h *Handler) everywhere(ctx context.Context, p *Plan, t *target.Target) error {
	if h.Vault.ID == "" {
		return nil
	}
	me, err := h.Vault.Identity(ctx, func(string, ...any) {})
	if err != nil {
		return err
	}
	was := forgotten.Target{Scope: p.scope, Entries: t.Entries}
	for _, l := range t.Lines {
		was.Lines = append(was.Lines, forgotten.Line{Of: l.Of, Bullet: l.Bullet})
	}
	list := &forgotten.List{}
	if t.Kind == "again" {
		told, err := h.Vault.Told()
		if err != nil {
			return err
		}
		if list, err = forgotten.Read(h.Vault.Dir); err != nil {
			return err
		}
		list = told.Hides(list, me.ID)
	} else {
		list.Add(&was, h.Vault.Now())
	}
	more, _, err := h.spread(list, p.scope, me.Name)
	p.scope.Add(more)
	return err
}

// unlogged finds what a name means that is not in the logs: a session that was seen or waits in the queue, or all of a project.
func (h *Handler) unlogged(name string) (kind, called string, found []forgotten.Session, err error) {
	records, _, err := h.Vault.Ledger().All(h.Vault.Now())
	if err != nil {
		return "", "", nil, err
	}
	jobs, err := h.Vault.Queue(h.Warn).List(h.Vault.Now())
	if err != nil {
		return "", "", nil, err
	}
	book, err := h.Vault.Projects()
	if err != nil {
		return "", "", nil, err
	}
	called = strings.TrimPrefix(why.Bare(name), target.ProjectPrefix)
	var all []why.Session
	logged := map[why.Session]bool{}
	see := func(s why.Session, e daily.Entry) {
		if all = append(all, s); !logged[s] && !slices.Contains(found, forgotten.Session(s)) && e.Project != "" && wiki.ProjectKey(book.Name(&e)) == wiki.ProjectKey(called) {
			found = append(found, forgotten.Session(s))
		}
	}
	for _, r := range records {
		s := why.Session{Agent: r.Agent, ID: r.Session}
		logged[s] = len(r.Entries) > 0
		see(s, daily.Entry{Agent: r.Agent, Session: r.Session, Project: r.Project, Repo: r.Repo})
	}
	for _, j := range jobs {
		at := h.Vault.Flusher().PlaceOf(j.Dir)
		see(why.Session{Agent: j.Agent, ID: j.Session}, daily.Entry{Agent: j.Agent, Session: j.Session, Project: at.Name, Repo: at.Repo})
	}
	if len(found) > 0 {
		return "project", called, found, nil
	}
	is, err := why.FindSession(called, all)
	if err != nil || is.ID == "" {
		return "", "", nil, err
	}
	return "session", is.ID, []forgotten.Session{forgotten.Session(is)}, nil
}

// kept returns the entries that the archive and the ledger have.
func (h *Handler) kept(ctx context.Context) ([]daily.Dated, error) {
	v := h.Vault
	return archive.Archive{Dir: v.Dir}.Entries(ctx, v.Ledger(), v.Config.Zone, v.Now())
}

// target returns the target of a plan as it is in the logs, else as the archive and the ledger have it.
func (h *Handler) target(ctx context.Context, p *Plan) (*Target, error) {
	t := &Target{Target: forgotten.Target{Scope: p.scope}, Name: p.Name, Texts: p.texts}
	seen, store := map[string]bool{}, logStore{v: h.Vault}.raw()
	for _, d := range t.Days() {
		log, err := store.Read(d)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range log.Entries {
			t.Take(e)
			seen[e.ID] = true
		}
	}
	torn, err := store.Unfinished()
	if err != nil {
		return nil, err
	}
	if p.kept == nil {
		if p.kept, err = h.kept(ctx); err != nil {
			return nil, err
		}
	}
	for _, e := range slices.Concat(torn, p.kept) {
		if !seen[e.ID] {
			t.Take(e)
		}
	}
	return t, nil
}
