package improve

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/summary"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A Scope narrows what is written again.
type Scope struct {
	Since    time.Time // of their last words
	Project  string    // as it is called; "" takes all
	Sessions []string  // with Days: these alone
	Days     []daily.Date
	Again    bool // also entries that the model was asked about before and that stayed
}

func (s *Scope) named() bool { return len(s.Sessions)+len(s.Days) > 0 }

// holds reports whether an entry of a day is in the scope; its project is as it is called.
func (s *Scope) holds(e *daily.Entry, day daily.Date) bool {
	return !e.At.Before(s.Since) && (s.Project == "" || e.Project == s.Project) &&
		(!s.named() || slices.Contains(s.Sessions, e.Session) || e.ID != "" && slices.Contains(s.Days, day.Day()))
}

// A Plan is what a run asks a model, and in which order.
type Plan struct {
	Scope
	Entries  []daily.Entry // to write again, newest session first, but last what no answer could be used for; one without an ID is a session that has no entry
	Edited   int           // entries that stay, since a person changed them in the log
	Pages    int           // entries in the logs that no model edited the articles on yet
	Estimate author.Estimate

	batches [][]work
}

// work is what one session has to write again.
type work struct {
	agent, session string
	last           time.Time
	size           int // of its entries as they are, in a question
	missed         int // 1 if no answer could be used for one of them
	entries        []daily.Entry
}

// sessionsAtOnce is how many sessions of the archive a plan holds in memory.
const sessionsAtOnce = 64

// Plan finds what there is to write again, and estimates what that takes.
func (h *Handler) Plan(ctx context.Context, s Scope) (*Plan, error) {
	if err := h.hire(); err != nil {
		return nil, err
	}
	f := h.Vault.Flusher()
	kept, err := archive.Archive{Dir: h.Vault.Dir}.Sessions(ctx, f.Ledger, f.Zone, h.Vault.Now())
	if err != nil {
		return nil, err
	}
	by := map[string][]string{} // sessions, by agent
	for _, k := range kept {
		if !s.named() || slices.Contains(s.Sessions, k.Session) || slices.ContainsFunc(s.Days, func(d daily.Date) bool { return slices.Contains(k.Days, d) }) {
			by[k.Agent] = append(by[k.Agent], k.Session)
		}
	}
	p := &Plan{Scope: s}
	var all []work
	var asks ask.Estimate
	logged := h.reader()
	for agent, sessions := range by {
		for some := range slices.Chunk(sessions, sessionsAtOnce) {
			todo, edited, err := h.todo(s, agent, some, logged)
			if err != nil {
				return nil, err
			}
			p.Edited += edited
			for _, r := range todo {
				all = h.add(all, r)
				past, err := before.Reader{Daily: f.Daily, Archive: archive.Archive{Dir: h.Vault.Dir}, Zone: f.Zone}.Past(r.Agent, []string{r.Session}, r.Turns)
				if err != nil {
					return nil, err
				}
				e := h.scribes[0].Author.(*summary.Author).Expect(ctx, r.Turns, r.Titles(), past)
				asks = author.Sum(asks, e)
			}
		}
	}
	sorting.By(all, func(a, b work) int {
		return cmp.Or(a.missed-b.missed, b.last.Compare(a.last), cmp.Compare(a.session, b.session))
	})
	size := 0
	for _, w := range all {
		if size += w.size; len(p.batches) == 0 || size > editor.Most {
			p.batches, size = append(p.batches, nil), w.size
		}
		last := len(p.batches) - 1
		p.batches[last] = append(p.batches[last], w)
		p.Entries = append(p.Entries, w.entries...)
	}
	news, err := h.unedited(ctx, p)
	if err != nil {
		return nil, err
	}
	p.Pages = len(news)
	p.Estimate = h.estimate(p, news, asks)
	return p, nil
}

// estimate adds what the articles take: each batch is a question about its entries, the first also about what waits.
func (h *Handler) estimate(p *Plan, news []*daily.Dated, asks ask.Estimate) author.Estimate {
	sizes := make([]int, max(len(p.batches), 1))
	for _, e := range news {
		sizes[0] += pages.Size(e)
	}
	for i, b := range p.batches {
		for _, w := range b {
			sizes[i] += w.size
		}
	}
	var edits ask.Estimate
	for _, n := range sizes {
		edits = author.Sum(edits, editor.Expect(n, h.client.Window()))
	}
	return author.EstimateOf(h.client, author.Sum(asks, edits, author.Verified(h.Vault, h.client, asks, edits)))
}

// add adds a redo to the work of its session.
func (h *Handler) add(all []work, r flush.Redo) []work {
	i := slices.IndexFunc(all, func(w work) bool { return w.agent == r.Agent && w.session == r.Session })
	if i < 0 {
		i, all = len(all), append(all, work{agent: r.Agent, session: r.Session})
	}
	w := &all[i]
	w.entries = append(w.entries, r.Entry)
	w.size += pages.Size(&daily.Dated{Entry: r.Entry})
	if h.state.Missed[keyOf(r)] == h.client.Name() {
		w.missed = 1
	}
	if r.At.After(w.last) {
		w.last = r.At
	}
	return all
}

// todo returns what some sessions have to write again, oldest first, and how many entries a person changed.
func (h *Handler) todo(s Scope, agent string, sessions []string, logged func(daily.Entry) (*daily.Dated, error)) (out []flush.Redo, edited int, err error) {
	f := h.Vault.Flusher()
	all, err := f.Redos(agent, sessions, author.Extractive)
	if err != nil {
		return nil, 0, err
	}
	over, err := f.PassedOver(agent, sessions)
	if err != nil {
		return nil, 0, err
	}
	called, err := h.Vault.Name()
	if err != nil {
		return nil, 0, err
	}
	for _, r := range append(all, over...) {
		e := r.Entry
		e.Project = called(&e)
		if !s.holds(&e, daily.DateOf(e.At, f.Zone)) || h.asked(s, r) {
			continue
		}
		if r.ID != "" {
			switch is, err := logged(r.Entry); {
			case err != nil:
				return nil, 0, err
			case is != nil && changed(is.Entry, r.Entry):
				edited++
				continue
			}
		}
		out = append(out, r)
	}
	return out, edited, nil
}

// asked reports whether the model was asked before and added no entry, unless it is to be asked again.
func (h *Handler) asked(s Scope, r flush.Redo) bool {
	switch {
	case s.Again:
		return r.ID == "" && !slices.Contains(s.Sessions, r.Session)
	case h.state.Stays[keyOf(r)] == h.client.Name():
		return true
	case r.ID != "":
		return false
	}
	rec, err := h.Vault.Ledger().Get(r.Agent, r.Session, h.Vault.Now())
	return err != nil || rec.Reason != ledger.ReasonNothing
}

// keyOf returns the name of a redo in the record of what stays.
func keyOf(r flush.Redo) string { return cmp.Or(r.ID, r.Session) }

// reader returns a function that reads an entry as its log has it, nil if it is not there.
func (h *Handler) reader() func(daily.Entry) (*daily.Dated, error) {
	days := map[daily.Date][]*daily.Log{}
	return func(e daily.Entry) (*daily.Dated, error) {
		d := daily.DateOf(e.At, h.Vault.Config.Zone)
		if _, read := days[d]; !read {
			logs, err := h.Vault.Daily().Of(d)
			if err != nil {
				return nil, err
			}
			days[d] = logs
		}
		for _, l := range days[d] {
			for i := range l.Entries {
				if x := &l.Entries[i]; x.ID == e.ID {
					return x, nil
				}
			}
		}
		return nil, nil
	}
}

// changed reports whether an entry reads otherwise than it was written.
func changed(is, was daily.Entry) bool {
	lines := func(e daily.Entry) (out []string) {
		for _, b := range e.Bullets {
			out = append(out, fmt.Sprint(b.Kind, b.Done, strings.Fields(b.Text)))
		}
		slices.Sort(out) // a log has them by kind
		return append(out, fmt.Sprint(strings.Fields(e.Title), strings.Fields(e.Context)))
	}
	return !slices.Equal(lines(is), lines(was))
}

// unedited returns the entries in the logs that a plan has the articles edited on now: those of its scope that no model
// edited yet, and that are not to be written again.
func (h *Handler) unedited(ctx context.Context, p *Plan) (out []*daily.Dated, err error) {
	waits := map[string]bool{}
	for _, e := range p.Entries {
		waits[e.ID] = h.state.Stays[e.ID] == ""
	}
	all, err := h.Vault.Logs(ctx)
	if err != nil {
		return nil, err
	}
	var entries []daily.Dated
	for _, l := range all {
		for _, e := range logs.Latest(l.Entries) {
			if e.ID != "" && !waits[e.ID] && p.holds(&e.Entry, l.Date) {
				entries = append(entries, e)
			}
		}
	}
	return editor.Unedited(h.Vault.Replies(), entries)
}
