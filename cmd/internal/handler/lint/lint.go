// Package lint finds and fixes problems in a vault (lint.go), asks a model which claims contradict each other, and
// records a person's decision about them (claims.go).
package lint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/dailynotes"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/lint"
	"github.com/agent-admin/memoria/wiki/query"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// A Handler looks at one vault.
type Handler struct {
	Vault *workspace.Vault                 // required
	Warn  func(format string, args ...any) // required
}

// A Report lists what was found: the output of memoria lint --json.
type Report struct {
	Errors   int            `json:"errors"`
	Warnings int            `json:"warnings"`
	Infos    int            `json:"infos"`
	Fixed    []Mended       `json:"fixed"`
	Changed  []string       `json:"changed_meanwhile"`
	Deep     *Deep          `json:"deep,omitempty"`
	Findings []lint.Finding `json:"findings"`
	More     int            `json:"more,omitempty"` // findings left out
}

// Mended is a page that was fixed.
type Mended struct {
	Path   string   `json:"file"`
	Checks []string `json:"checks"`
}

// Run lints the vault, and with fix makes the proposed changes. It does not touch what somebody changed meanwhile.
func (h *Handler) Run(ctx context.Context, fix bool) (*Report, error) {
	l := h.linter()
	rep := &Report{Fixed: []Mended{}, Changed: []string{}}
	var err error
	if !fix {
		l.At = h.Vault.Look()
		if rep.Findings, err = l.Run(ctx); err == nil {
			err = h.people(ctx, rep, l.At)
		}
		return rep, err
	}
	unlock, err := h.Vault.Dir.TryLock(layout.LockCompile)
	if err != nil {
		return nil, fmt.Errorf("lint: %w", err)
	}
	defer unlock()
	edits, left, err := l.Plan(ctx)
	if err != nil {
		return nil, err
	}
	if err := h.Vault.Compiler().Journal().Record("lint --fix", recorded(edits)); err != nil {
		return nil, err
	}
	done, changed, err := lint.Apply(h.Vault.Dir, edits)
	rep.Findings, rep.Changed = left, say.List(changed)
	for _, e := range edits[:min(len(edits), len(done)+len(changed))] {
		if !slices.Contains(changed, e.Path) {
			rep.Fixed = append(rep.Fixed, Mended{e.Path, e.Checks})
		}
	}
	if errors.Is(err, fsutil.ErrOutside) {
		err = exit.Hint(err, exit.Failure, "the page lies behind a symbolic link: mend it where it lies")
	}
	if err == nil {
		err = h.people(ctx, rep, h.Vault.Look())
	}
	return rep, err
}

// recorded returns the edits that memoria undo reverts: not the removal of what a crash left behind.
func recorded(edits []lint.Edit) (out []journal.Edit) {
	for _, e := range edits {
		if e.After != nil {
			out = append(out, journal.Edit{Path: e.Path, Before: e.Before, After: e.After})
		}
	}
	return out
}

// Count counts the findings by how bad they are.
func (r *Report) Count() {
	r.Findings = say.List(r.Findings)
	for _, f := range r.Findings {
		switch f.Severity {
		case lint.Error:
			r.Errors++
		case lint.Warning:
			r.Warnings++
		case lint.Info:
			r.Infos++
		}
	}
}

// Verdict returns an error if something is wrong.
func (r *Report) Verdict() error {
	if r.Errors+r.Warnings+len(r.Changed) == 0 {
		return nil
	}
	var hints []string
	fixable := pick.Count(r.Findings, func(f lint.Finding) bool { return f.Fix && f.Severity > lint.Info })
	if fixable > 0 {
		hints = append(hints, fmt.Sprintf("memoria lint --fix mends %d of them", fixable))
	}
	return exit.Hint(fmt.Errorf("lint: %s, %s", say.Count(r.Errors, "error"), say.Count(r.Warnings, "warning")), exit.Failure, hints...)
}

// linter returns a look at the vault, which asks how the logs stand while it reads.
func (h *Handler) linter() *lint.Linter {
	v := h.Vault
	levels, err := lint.ParseLevels(v.Config.Lint)
	if err != nil { // a check of a later version is no reason to look at nothing
		h.Warn("%v (memoria lint --checks lists them)", err)
	}
	return &lint.Linter{
		Dir: v.Dir, Folder: v.Config.Wiki, Daily: v.Config.Daily, Levels: levels, Now: v.Now(), Secrets: secrets(v), Ask: h.told,
		Unmark: adopt.Bases{Dir: v.Dir}.Unmark, Read: dailynotes.Reads(v),
	}
}

// secrets returns a function that finds secrets in a file, without their values: by what is said of them, and those that are
// known. Words that a person marked as private are no finding in the person's own file.
func secrets(v *workspace.Vault) func(text string) []lint.Secrets {
	finder := redact.New(redact.Options{Known: v.Known()})
	return func(text string) (out []lint.Secrets) {
		for _, f := range finder.Find(text) {
			if f.Rule != "private" && f.Rule != "path" {
				out = append(out, lint.Secrets{Rule: f.Rule, Start: f.Start})
			}
		}
		return out
	}
}

// told returns what the files alone do not tell: the state of the logs, and what waits.
func (h *Handler) told(ctx context.Context, w *wiki.Wiki) (t lint.Told, err error) {
	v := h.Vault
	note := func(check, path, text, hint string) {
		t.Notes = append(t.Notes, lint.Note{Check: check, Path: path, Text: text, Hint: hint})
	}
	t.Notes = unused(v)
	for _, u := range v.Unended() {
		note(lint.Leftover, u.Path, u.Text, u.Mend)
	}
	stale := query.Stale(w)
	for _, at := range slices.Sorted(maps.Keys(stale)) {
		note(lint.StaleAnswer, at, fmt.Sprintf("the answer rests on %s, which changed since", stale[at]), `memoria query --file-back with the same question answers it anew`)
	}
	st, err := v.Compiler().Logs(ctx)
	if missing, ok := errors.AsType[*logs.MissingError](err); ok {
		note(lint.MissingLog, missing.Folder, missing.Error(), "is its drive mounted, and the sync done?")
	} else if err != nil {
		return t, err
	}
	if st.Warning != "" {
		note(lint.Leftover, layout.Compiled, st.Warning, "memoria compile makes it again")
	}
	if st.Interrupted {
		note(lint.Leftover, layout.Change, "the last compile did not end", "memoria compile does the rest")
	}
	for _, n := range st.Back {
		note(lint.Forgotten, n.Path, n.Text, "")
	}
	for _, g := range st.Logs {
		t.Logs = append(t.Logs, logOf(g, v))
	}
	if !st.Drafts {
		return t, nil
	}
	waiting, err := v.Compiler().Desk().List(ctx)
	if err != nil {
		return t, err
	}
	for _, p := range waiting {
		t.Proposals = append(t.Proposals, lint.Proposal{Path: p.Path, Line: p.Line, Text: p.Where() + ": a change waits beside yours (" + p.ID + ")"})
	}
	return t, nil
}

// logOf returns the state of a log for lint.
func logOf(g logs.Standing, v *workspace.Vault) lint.Log {
	out := lint.Log{Day: wiki.Date(g.Date.String()), Entries: g.Fresh, Lost: g.Lost, Before: g.State != state.New}
	switch g.State {
	case state.New, state.Changed, state.Forced:
		if out.State = lint.Due; !v.Compiles() {
			out.State, out.Until = lint.Delayed, "the logs are merged and compiled elsewhere"
		}
	case state.Waiting:
		out.State, out.Until = lint.Delayed, g.Until.In(v.Config.Zone).Format("15:04")
	case state.Gone:
		if g.Marked {
			break // another check tells
		}
		out.State, out.Entries = lint.Lost, g.Entries
	}
	return out
}

// unused returns the articles and lines of logs that sessions were given and never used.
func unused(v *workspace.Vault) (notes []lint.Note) {
	book, err := receipt.Load(v.Dir)
	if err != nil {
		return nil
	}
	pages := map[string]int{} // sessions that were given one, by its id
	for _, m := range book.List() {
		if !book.Unused(m.ID, receipt.UnusedIn) {
			continue
		}
		if day, block, ok := strings.Cut(m.ID, "^"); ok {
			if _, valid := wiki.ParseLog(day); valid {
				notes = append(notes, lint.Note{Check: lint.Unused, Path: v.Config.Daily.Path(day), Text: fmt.Sprintf("line ^%s was given to %d sessions, and none had a use for it", block, m.Given)})
			}
		} else if strings.HasPrefix(m.ID, "p") && !strings.Contains(m.ID, ".") {
			pages[m.ID] = m.Given
		}
	}
	if len(pages) > 0 {
		fs.WalkDir(v.Dir.FS(), v.Config.Wiki, func(name string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() || path.Ext(name) != ".md" {
				return nil
			}
			if n := pages[receipt.PageID(name)]; n > 0 {
				notes = append(notes, lint.Note{Check: lint.Unused, Path: name, Text: fmt.Sprintf("the article was given to %d sessions, and none had a use for it", n)})
			}
			return nil
		})
	}
	sorting.By(notes, func(x, y lint.Note) int { return cmp.Or(cmp.Compare(x.Path, y.Path), cmp.Compare(x.Text, y.Text)) })
	return notes
}
