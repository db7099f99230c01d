package sync

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	"github.com/agent-admin/memoria/cmd/internal/handler/machines"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	logs "github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/lines"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A Status says how far the machines of a vault are alike: the output of memoria sync --status --json.
type Status struct {
	Vault     string             `json:"vault"` // its id
	Machine   string             `json:"machine"`
	Remote    string             `json:"remote,omitempty"` // "" if there is none
	URL       string             `json:"url,omitempty"`
	Branch    string             `json:"branch,omitempty"`
	Entries   Entries            `json:"entries"`
	Machines  []machines.Machine `json:"machines"`
	Waiting   int                `json:"waiting"`         // commits that are not on the trunk
	Missing   int                `json:"missing"`         // commits of the trunk, as of the last fetch, that are not here
	Changed   []string           `json:"changed"`         // files of ours that are in no commit yet
	Loose     []string           `json:"loose,omitempty"` // pages of the person that are in no commit as they are
	Held      []string           `json:"held"`            // files of ours with conflict marks
	Equal     bool               `json:"equal"`           // here = trunk + unpushed - unpulled
	Fetched   time.Time          `json:"fetched,omitzero"`
	Pushed    time.Time          `json:"pushed,omitzero"`
	Waits     []accept.Wait      `json:"waits,omitempty"`  // settings and templates of other machines that the person has not accepted
	Paused    string             `json:"paused,omitempty"` // the class of what holds syncs up, offline too
	Why       string             `json:"why,omitempty"`
	Mend      string             `json:"mend,omitempty"`
	Next      time.Time          `json:"next,omitzero"`
	Situation string             `json:"situation,omitempty"` // why the repository could not be read
}

// Entries counts the entries of the logs by their ids.
type Entries struct {
	Here     int `json:"here"`
	Trunk    int `json:"trunk"` // as of the last fetch
	Unpushed int `json:"unpushed"`
	Unpulled int `json:"unpulled"`
}

// Status looks how far the vault is in step. It reaches nothing and writes nothing.
func (h *Handler) Status(ctx context.Context) (*Status, error) {
	who, err := h.Vault.Identity(ctx, h.Warn)
	if err != nil {
		return nil, err
	}
	st := workspace.SyncedOf(h.Vault.Dir, h.Vault.Now())
	s := &Status{Vault: h.Vault.ID, Machine: who.Name, Branch: h.Vault.Config.Sync.Branch, Equal: true,
		Fetched: st.Fetched, Pushed: st.Pushed, Paused: st.Class, Why: st.Why, Mend: st.Mend, Next: st.Next}
	if st.Class == "" {
		s.Next = time.Time{}
	}
	if s.Waits, err = h.Vault.Gate.Waits(); err != nil {
		return nil, err
	}
	spans, err := h.Vault.Daily().Spans()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	here := map[string]bool{}
	for _, x := range spans {
		here[x.Entry] = true
	}
	s.Entries.Here = len(here)
	if s.Machines, err = machines.Of(ctx, h.Vault); err != nil {
		return nil, err
	}
	r := &run{Handler: h, Report: &Report{}, machine: who}
	w, err := r.repo(ctx).Look(ctx)
	if err != nil {
		s.Situation = err.Error()
		return s.full(), nil
	}
	s.Remote, s.URL, s.Branch = w.Remote, w.URL, w.Branch
	if w.Remote != "" {
		err = s.compare(ctx, h, w, spans, here)
	}
	return s.full(), err
}

func (s *Status) full() *Status {
	s.Changed, s.Held, s.Machines = say.List(s.Changed), say.List(s.Held), say.List(s.Machines)
	return s
}

// compare counts what the trunk has.
func (s *Status) compare(ctx context.Context, h *Handler, w *repo.Work, spans []logs.Span, here map[string]bool) (err error) {
	if s.Waiting, err = w.Ahead(ctx); err != nil {
		return err
	}
	if s.Missing, err = w.Missing(ctx); err != nil {
		return err
	}
	if s.Changed, err = w.Uncommitted(ctx); err != nil {
		return err
	}
	if s.Loose, err = h.loose(ctx, w); err != nil {
		return err
	}
	for _, name := range s.Changed {
		if b, err := h.Vault.Dir.ReadFile(name); err == nil && strings.HasSuffix(name, ".md") && lines.Marked(b) {
			s.Held = append(s.Held, name)
		}
	}
	s.Changed = slices.DeleteFunc(s.Changed, func(name string) bool { return passing(path.Base(name)) })
	trunk, err := w.Trunk(ctx)
	if err != nil {
		return err
	}
	differ, err := w.Compare(ctx, w.Head, trunk)
	if err != nil {
		return err
	}
	there := map[string][]byte{} // the logs that may not hold the same on the trunk
	for name, side := range differ {
		there[name] = side.There
	}
	for _, name := range s.Changed {
		if _, ok := there[name]; !ok {
			if there[name], err = w.File(ctx, trunk, name); err != nil {
				return err
			}
		}
	}
	held := map[string]bool{}
	for _, x := range spans {
		if _, ok := there[h.Vault.Config.Daily.Path(x.Date.String())]; !ok {
			held[x.Entry] = true
		}
	}
	for name, text := range there {
		if d, err := logs.ParseDate(strings.TrimSuffix(path.Base(name), ".md")); err == nil && isLog(h.Vault.Config.Daily, name) {
			for _, x := range logs.Parse(d, nil, text).Spans() {
				held[x.Entry] = true
			}
		}
	}
	e := &s.Entries
	both := 0
	for id := range held {
		both += prose.Bit(here[id])
	}
	e.Trunk, e.Unpushed, e.Unpulled = len(held), len(here)-both, len(held)-both
	s.Equal = e.Here == e.Trunk+e.Unpushed-e.Unpulled
	return nil
}

// Check returns an error if a person is needed, or the counts do not add up.
func (s *Status) Check() error {
	switch {
	case s.Situation != "":
		return exit.Hint(errors.New("sync: "+s.Situation), exit.Failure, "memoria sync says what ends it")
	case s.Paused != "" && s.Paused != workspace.SyncOffline:
		return exit.Hint(fmt.Errorf(paused+": %s: %s", s.Paused, s.Why), exit.Failure, cmp.Or(s.Mend, "memoria sync tries again"))
	case len(s.Held) > 0:
		return exit.Hint(errors.New("sync: "+say.Count(len(s.Held), "file")+" with conflict marks of another merge"), exit.Failure, "memoria lint --fix makes one text of both sides")
	case len(s.Waits) > 0:
		return exit.Hint(errors.New("sync: "+say.Count(len(s.Waits), "setting")+" of another machine waits for you"), exit.Failure, "memoria trust config shows them, and has them hold here")
	case !s.Equal:
		return exit.Hint(errors.New("sync: the entries here and on the trunk do not add up"), exit.Failure, "memoria sync --full reads every file anew")
	}
	return nil
}

// Checked says whether the remote can be reached: the output of memoria sync --check --json.
type Checked struct {
	Remote string `json:"remote"`
	URL    string `json:"url"`
	Branch string `json:"branch"`
	Reads  bool   `json:"reads"`
	Pushes bool   `json:"pushes"`
}

// Check tries the remote, and changes nothing.
func (h *Handler) Check(ctx context.Context) (*Checked, error) {
	w, err := h.look(ctx, "sync --check")
	if err != nil {
		return nil, err
	}
	c := &Checked{Remote: w.Remote, URL: w.URL, Branch: w.Branch}
	if w.Remote == "" {
		return c, exit.Hint(errors.New("sync: there is no remote"), exit.Failure, "memoria sync --setup URL names one")
	}
	reads, pushes := w.Check(ctx)
	c.Reads, c.Pushes = reads == nil, reads == nil && pushes == nil
	if err := cmp.Or(reads, pushes); err != nil {
		return c, stopped("sync --check", err)
	}
	// A try that pushes nothing is not asked by the rules of the server.
	if st := workspace.SyncedOf(h.Vault.Dir, h.Vault.Now()); st.Class == string(repo.Policy) {
		c.Pushes = false
		return c, exit.Hint(fmt.Errorf("sync --check: %s: the last push, %s: %s", st.Class, say.Moment(st.Ran, h.Vault.Now()), st.Why), exit.Failure, "memoria sync tries again; "+st.Mend)
	}
	return c, nil
}

func ignored(name string) error {
	return exit.Hint(errors.New("sync: git is told to ignore "+path.Dir(name)+", so nothing of it would go out"), exit.Failure, "take it out of .gitignore; git check-ignore -v "+name+" says where it stands")
}

func (h *Handler) look(ctx context.Context, doing string) (*repo.Work, error) {
	w, err := (&run{Handler: h, Report: &Report{}}).repo(ctx).Look(ctx)
	if err != nil {
		return nil, stopped(doing, err)
	}
	return w, nil
}

// A Planned says what a sync would do: the output of memoria sync --dry-run --json.
type Planned struct {
	DryRun  bool     `json:"dry_run"`
	Commits []string `json:"commits"` // files that would go out
	Waiting int      `json:"waiting"` // commits that would go out beside that
	Takes   []string `json:"takes"`   // files that would come in
}

// Plan says what a run would do. It fetches, and changes no file.
func (h *Handler) Plan(ctx context.Context) (*Planned, error) {
	w, err := h.look(ctx, "sync --dry-run")
	if err != nil {
		return nil, err
	}
	p := &Planned{DryRun: true, Takes: []string{}}
	names, err := w.Uncommitted(ctx)
	if err != nil {
		return nil, err
	}
	p.Commits = say.List(slices.DeleteFunc(names, func(name string) bool { return passing(path.Base(name)) }))
	if w.Remote == "" {
		return p, nil
	}
	trunk, err := w.Fetch(ctx)
	if err != nil {
		return p, stopped("sync --dry-run", err)
	}
	if p.Waiting, err = w.Ahead(ctx); err != nil || trunk == "" {
		return p, err
	}
	takes, err := w.Incoming(ctx, trunk)
	p.Takes = say.List(takes)
	return p, err
}
