// Package project lists the projects of a vault, and renames, merges and splits them as a person says. The logs stay as they
// are: what an entry's project is called is decided when it is read. The articles of the days concerned are compiled anew.
package project

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/session"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/wiki"
)

// A Handler works on the projects of one vault.
type Handler struct {
	Vault *workspace.Vault // required
	Dry   bool             // write nothing
}

// A Project is one of a vault: a row of memoria project list.
type Project struct {
	Name         string       `json:"name"`
	Was          []string     `json:"was"` // former names
	Entries      int          `json:"entries"`
	Sessions     int          `json:"sessions"`
	First        time.Time    `json:"first,omitzero"`
	Last         time.Time    `json:"last,omitzero"`
	Repositories []Repository `json:"repositories"`
}

// A Repository is one of those that a project is.
type Repository struct {
	ID      string   `json:"id"` // as entries record it
	Name    string   `json:"name"`
	Remotes []string `json:"remotes"`
	Folders []string `json:"folders"` // the latest last
	Asks    bool     `json:"asks"`    // its folder is gone, and looks like a worktree of another
}

// List returns the projects that have entries, or that a person may mean, by name.
func (h *Handler) List(ctx context.Context) ([]Project, error) {
	book, err := h.Vault.Projects()
	if err != nil {
		return nil, err
	}
	logs, err := h.Vault.Logs(ctx)
	if err != nil {
		return nil, err
	}
	out := []Project{}
	at := map[string]int{}
	row := func(name string) *Project {
		i, ok := at[name]
		if !ok {
			i, at[name] = len(out), len(out)
			out = append(out, Project{Name: name, Was: []string{}, Repositories: []Repository{}})
		}
		return &out[i]
	}
	for _, p := range book.Projects() {
		to := row(p.Name)
		to.Was = append(to.Was, p.Was...)
		for _, r := range p.Repos {
			to.Repositories = append(to.Repositories, Repository{r.ID, r.Name, append([]string{}, r.Remotes...), append([]string{}, r.Folders...), r.Asks})
		}
	}
	of := map[string][]*daily.Dated{}
	for _, l := range logs {
		for i := range l.Entries {
			e := &l.Entries[i]
			if e.Project == "" || e.Redone {
				continue
			}
			to := row(e.Project)
			to.Entries++
			of[e.Project] = append(of[e.Project], e)
			if to.First.IsZero() || e.At.Before(to.First) {
				to.First = e.At
			}
			if e.At.After(to.Last) {
				to.Last = e.At
			}
		}
	}
	for i := range out {
		out[i].Sessions = session.Count(of[out[i].Name])
	}
	return out, nil
}

// Lines tells a person of a project.
func (p *Project) Lines() []string {
	last := ""
	if !p.Last.IsZero() {
		last = ", last on " + p.Last.Format(time.DateOnly)
	}
	out := []string{fmt.Sprintf("%s  %s of %s%s", p.Name, say.Count(p.Entries, "entry"), say.Count(p.Sessions, "session"), last)}
	if len(p.Was) > 0 {
		out = append(out, "    also "+strings.Join(p.Was, ", "))
	}
	for _, r := range p.Repositories {
		line := "    " + strings.Join(slices.Concat(r.Remotes, r.Folders), "  ")
		if r.Asks {
			line += "  gone, perhaps a worktree: memoria project merge " + p.Name + " PROJECT"
		}
		if strings.TrimSpace(line) != "" { // it lies on another machine
			out = append(out, line)
		}
	}
	return out
}

// A Changed reports what a change did: the output of memoria project rename, merge and split with --json.
type Changed struct {
	DryRun   bool         `json:"dry_run"`
	Project  string       `json:"project"` // as it is called now
	Entries  int          `json:"entries"` // whose project is called otherwise now
	Days     []daily.Date `json:"days"`    // of these
	Articles []string     `json:"articles"`
	Removed  []string     `json:"removed"`
	Moved    []Move       `json:"moved,omitempty"`
}

// A Move is an article that has another path.
type Move struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Lines tells a person of a change.
func (c *Changed) Lines() []string {
	line := fmt.Sprintf("%s: %s of %s", c.Project, say.Count(c.Entries, "entry"), say.Count(len(c.Days), "day log"))
	if c.DryRun {
		return []string{"would be " + line}
	}
	out := []string{line}
	for _, m := range c.Moved {
		out = append(out, fmt.Sprintf("Renamed %s to %s", m.From, m.To))
	}
	if len(c.Articles)+len(c.Removed) > 0 {
		out = append(out, fmt.Sprintf("Compiled: %s written, %d removed", say.Count(len(c.Articles), "article"), len(c.Removed)))
	}
	return out
}

// Rename gives a project another name.
func (h *Handler) Rename(ctx context.Context, name, to string) (*Changed, error) {
	was := ""
	return h.change(ctx, false, func(b *project.Book) (*project.Project, error) {
		if p := b.Named(name); p != nil {
			was = p.Name
		}
		return b.Rename(name, to)
	}, func(out *Changed) error { return h.move(ctx, was, out) })
}

// move gives the article of a project that was renamed the new name, so that it stays one article. It stays as it is if
// another page has that name.
func (h *Handler) move(ctx context.Context, was string, out *Changed) error {
	w, err := h.Vault.Wiki().Load(ctx)
	if err != nil {
		return fmt.Errorf("read the wiki: %w", err)
	}
	for _, p := range w.Articles() {
		if p.Title() != was || was == out.Project {
			continue
		}
		ch, err := refactor.Move(ctx, h.Vault.Compiler().Journal(), p.Path, out.Project, false)
		if errors.As(err, new(*refactor.RefusedError)) || errors.As(err, new(*wiki.SlugError)) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("rename the article of project %q: %w", was, err)
		}
		for _, e := range ch.Edits {
			if e.From() != "" {
				out.Moved = append(out.Moved, Move{e.From(), e.Path})
			}
		}
		return nil
	}
	return nil
}

// Merge makes a project a part of another.
func (h *Handler) Merge(ctx context.Context, name, into string) (*Changed, error) {
	return h.change(ctx, false, func(b *project.Book) (*project.Project, error) { return b.Merge(name, into) })
}

// Split takes a part out of a project: see project.Book.Split. It fails if nothing was said in the part.
func (h *Handler) Split(ctx context.Context, name, part, as string) (*Changed, error) {
	dir := part
	if abs := h.Vault.Machine.Finder().Abs(part); workspace.IsFolder(abs) {
		dir = filepath.ToSlash(abs)
	}
	in, err := h.sessions(ctx, name, project.Dir(dir))
	if err != nil {
		return nil, err
	}
	got, err := h.change(ctx, true, func(b *project.Book) (*project.Project, error) {
		p, err := b.Split(name, dir, as, in)
		if errors.Is(err, project.ErrPart) && dir != part {
			p, err = b.Split(name, part, as, nil)
		}
		return p, err
	})
	if err == project.ErrPart {
		err = fmt.Errorf("split project %q: %w: %s", name, err, part)
	}
	return got, err
}

// sessions returns the sessions of a project that worked in a folder.
func (h *Handler) sessions(ctx context.Context, name, dir string) (in []string, err error) {
	is, err := h.Vault.Called(name)
	if err != nil {
		return nil, err
	}
	logs, err := h.Vault.Logs(ctx)
	if err != nil {
		return nil, err
	}
	of := map[string]bool{}
	for _, l := range logs {
		for i := range l.Entries {
			if e := &l.Entries[i]; e.Project == is {
				of[e.Session] = true
			}
		}
	}
	records, _, err := h.Vault.Ledger().All(h.Vault.Now())
	for i := range records {
		if r := &records[i]; of[r.Session] && workspace.FolderOf(r) == dir {
			in = append(in, r.Session)
		}
	}
	return in, err
}

// change changes the book and brings what was made of the names up to date. must: it fails if that is no entry's name.
// first, if any, works on the articles before they are compiled.
func (h *Handler) change(ctx context.Context, must bool, do func(*project.Book) (*project.Project, error), first ...func(*Changed) error) (*Changed, error) {
	v := h.Vault
	before, err := v.Logs(ctx)
	if err != nil {
		return nil, err
	}
	out := &Changed{DryRun: h.Dry, Days: []daily.Date{}, Articles: []string{}, Removed: []string{}}
	err = v.UpdateProjects(ctx, func(b *project.Book) error {
		p, err := do(b)
		if err != nil {
			return err
		}
		out.Project = p.Name
		out.count(before, b.Name)
		switch {
		case must && out.Entries == 0:
			return project.ErrPart
		case h.Dry:
			return errDry
		}
		return nil
	})
	if err != nil && err != errDry {
		return nil, err
	}
	if h.Dry || len(out.Days) == 0 {
		return out, nil
	}
	defer publish.Refresh(ctx, v)
	compiled, err := v.Compiler().Compiled()
	if err != nil {
		return out, err
	}
	var days []daily.Date
	for _, l := range before {
		if slices.Contains(out.Days, l.Date) && slices.ContainsFunc(l.Entries, func(e daily.Dated) bool { return compiled(l.Date, e.ID) }) {
			days = append(days, l.Date)
		}
	}
	if len(days) == 0 {
		return out, nil
	}
	for _, f := range first {
		if err := f(out); err != nil {
			return out, err
		}
	}
	return out, h.compile(ctx, days, out)
}

// compile compiles days anew.
func (h *Handler) compile(ctx context.Context, days []daily.Date, out *Changed) error {
	rep, err := workspace.CompileSoon(ctx, h.Vault.Compiler(), compiler.Options{Only: days})
	for _, at := range append(rep.Created, rep.Updated...) {
		if !slices.Contains(out.Articles, at) {
			out.Articles = append(out.Articles, at)
		}
	}
	out.Removed = append(out.Removed, rep.Removed...)
	return err
}

// count notes the entries whose project is called otherwise now.
func (c *Changed) count(logs []*daily.Log, name daily.Name) {
	for _, l := range logs {
		n := 0
		for i := range l.Entries {
			if e := l.Entries[i].Entry; e.Project != "" && name(&e) != e.Project {
				n++
			}
		}
		if c.Entries += n; n > 0 {
			c.Days = append(c.Days, l.Date)
		}
	}
}

// errDry ends a change of the book that is not to be written.
var errDry = errors.New("dry run")
