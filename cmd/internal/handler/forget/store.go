package forget

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/git"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/erase"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Forgetter is a store that holds words of sessions.
type Forgetter interface {
	// Forget removes the words of a target for good. A second call changes nothing. With dry it writes nothing, and
	// returns what a run would remove.
	Forget(ctx context.Context, t *Target, dry bool) (Removed, error)
}

// A Target is what to forget, with its present words in the vault.
type Target struct {
	forgotten.Target
	Name  string   // as a Plan has it
	Texts []string // all words that are removed; none if the run finishes an interrupted one
}

// Removed is what a store removes.
type Removed struct {
	Items  []Item
	Stays  []Stay
	Files  map[string][]byte        // that change, as they will read; nil for one that is removed
	Clears []func(name string) bool // files that are removed or emptied
}

func (r *Removed) add(o Removed) {
	r.Items, r.Stays, r.Clears = append(r.Items, o.Items...), append(r.Stays, o.Stays...), append(r.Clears, o.Clears...)
	for name, text := range o.Files {
		r.file(name, text)
	}
}

func (r *Removed) file(name string, text []byte) {
	if r.Files == nil {
		r.Files = map[string][]byte{}
	}
	r.Files[name] = text
}

func (r *Removed) item(where, format string, args ...any) {
	r.Items = append(r.Items, Item{where, fmt.Sprintf(format, args...)})
}

// read returns a function that reads files as they will be; it reports false for one that goes.
func (r *Removed) read(dir *fsutil.Dir) func(name string) ([]byte, bool) {
	return func(name string) ([]byte, bool) {
		if slices.ContainsFunc(r.Clears, func(clears func(string) bool) bool { return clears(name) }) {
			return nil, false
		}
		if text, ok := r.Files[name]; ok {
			return text, text != nil
		}
		text, err := dir.ReadFile(name)
		return text, err == nil
	}
}

// inFolder returns a function that reports whether a file is in a folder.
func inFolder(dir string) func(string) bool {
	return func(name string) bool { return path.Dir(name) == dir }
}

// A logStore forgets in the day logs that this machine writes.
type logStore struct {
	v    *workspace.Vault
	me   vault.Identity // in a shared vault
	told *forgotten.Told
}

func (h *Handler) logs(ctx context.Context) (logStore, error) {
	me, err := h.Vault.Identity(ctx, func(string, ...any) {})
	if err != nil {
		return logStore{}, err
	}
	told, err := h.Vault.Told()
	return logStore{h.Vault, me, told}, err
}

// keeps reports whether a log is that of a machine which does not let this one take anything back.
func (s logStore) keeps(d daily.Date) bool { return !s.told.May(s.me.ID, d) }

func (s logStore) path(d daily.Date) string { return s.v.Config.Daily.Path(d.String()) }

// raw returns the store of the logs with what was forgotten and is back.
func (s logStore) raw() *daily.Store {
	return s.v.Daily().Raw()
}

func (s logStore) Forget(ctx context.Context, t *Target, dry bool) (r Removed, err error) {
	for _, d := range t.Days() {
		cut := t.Cuts[d]
		if !t.Theirs && !owned(d, s.me.Name) {
			why := whyTheirs
			if s.keeps(d) {
				why = strings.NewReplacer("OTHER", d.Machine(), "HERE", s.me.Name).Replace(whyAsked)
			}
			r.Stays = append(r.Stays, Stay{Path: s.path(d), Why: why})
			continue
		}
		if dry {
			if err := s.look(d, cut, t, &r); err != nil {
				return r, err
			}
		}
		torn, err := s.raw().CutTorn(cut, dry)
		if err != nil {
			return r, err
		}
		for _, name := range torn {
			r.item(name, "whole: the end of a log that a crash tore")
			r.file(name, nil)
		}
		if dry {
			continue
		}
		if _, err := s.raw().Cut(ctx, d, cut); err != nil {
			return r, err
		}
	}
	return r, nil
}

// look adds what is removed from the log of a day.
func (s logStore) look(d daily.Date, cut daily.Cut, t *Target, r *Removed) error {
	name := s.path(d)
	log, err := s.raw().Read(d)
	if errors.Is(err, fs.ErrNotExist) {
		if d.Machine() != "" || s.me.Name == "" { // else only the archive names it, which knows no machine
			r.Stays = append(r.Stays, Stay{Path: name, Why: whyAway})
		}
		return nil
	}
	if err != nil {
		return err
	}
	for _, u := range log.Unclosed {
		if cut.Entries[u.ID] {
			r.item(name, "the entry %s %q, which is not closed", u.ID, u.Title)
		}
	}
	for _, e := range log.Entries {
		r.entry(name, e, cut, t)
	}
	src, err := s.v.Dir.ReadFile(name)
	if err != nil || cut.Empty() {
		return nil
	}
	if n := len(cut.Own(src)); n > 0 {
		r.Stays = append(r.Stays, Stay{Path: name, Why: say.Count(n, "line") + " of your own between the markers, below the entry"})
	}
	r.file(name, cut.From(d, s.v.Config.Zone, src))
	return nil
}

// entry adds what is removed from an entry of a log.
func (r *Removed) entry(log string, e daily.Dated, cut daily.Cut, t *Target) {
	switch {
	case e.Hand && cut.Sections[e.Hash]:
		r.item(log, "the section %q, kept by hand", e.Heading)
		return
	case !e.Hand && cut.Entries[e.ID]:
		if len(e.Bullets) == 0 && e.Title == daily.Forgotten && e.Context == "" {
			return
		}
		n := 0
		for _, b := range e.Bullets {
			if !b.Foreign() || cut.Lines[entry.LineHash(e.ID, b.Text)] {
				n++
			}
		}
		settled := ""
		if _, ok := e.Settlement(); ok && t.Name != e.ID && t.Name != e.Session && t.Name != (why.Session{Agent: e.Agent, ID: e.Session}).String() {
			settled = ": it settled what is forgotten"
		}
		r.item(log, "the entry %s %q, %s%s", e.ID, e.Title, say.Count(n, "line"), settled)
		return
	}
	for _, b := range e.Bullets {
		if b.Block != "" && cut.Blocks[strings.ToLower(b.Block)] {
			r.item(log, "the line ^%s %q", b.Block, b.Text)
		} else if b.Block == "" && cut.Lines[entry.LineHash(e.ID, b.Text)] {
			r.item(log, "the line %q", b.Text)
		}
	}
	if cut.Titles[e.ID] && e.Title != "" {
		r.item(log, "the title %q, which says the same", e.Title)
	}
	if cut.Contexts[e.ID] && e.Context != "" {
		r.item(log, "the context %q, which says the same", e.Context)
	}
}

// A wikiStore forgets in the articles and in the compiler's state of them.
type wikiStore struct{ logStore }

// lines returns the lines that go from articles. What the log of another machine keeps they keep, too: all machines write them.
func (s wikiStore) lines(scope *forgotten.Scope) (erase.Lines, error) {
	lines := erase.Of(scope.Cites, scope.Said)
	if len(scope.Of) > 0 {
		return lines, nil // see follow
	}
	return lines, s.spare(lines, s.keeps)
}

func (s wikiStore) Forget(ctx context.Context, t *Target, dry bool) (r Removed, err error) {
	c := s.v.Compiler()
	lines, err := s.lines(&t.Scope)
	if err != nil {
		return r, err
	}
	if !dry {
		return r, c.Forget(ctx, lines, t.Days())
	}
	held, err := c.Holdings(ctx, lines)
	if err != nil {
		return r, err
	}
	for _, h := range held {
		switch n := h.Lines - len(h.Left); {
		case h.Whole:
			r.item(h.Path, "the article: it rests on nothing else")
		case n > 0:
			r.item(h.Path, "%s", say.Count(n, "line"))
		}
	}
	cuts := maps.Clone(t.Cuts)
	maps.DeleteFunc(cuts, func(d daily.Date, _ daily.Cut) bool { return s.keeps(d) })
	x, err := c.Foresee(ctx, lines, cuts)
	if err != nil {
		return r, err
	}
	r.Files = x.Pages
	r.Clears = append(r.Clears, erase.Cleared, func(name string) bool { return path.Dir(name) == layout.Pages && !x.Keeps(name) })
	return r, nil
}

// A sessionStore forgets in the archive, the ledger and the queue. It also removes all kept answers of models and all copies of
// articles that were taken in, since it cannot tell what they were about.
type sessionStore struct{ v *workspace.Vault }

func (s sessionStore) Forget(ctx context.Context, t *Target, dry bool) (r Removed, err error) {
	took, err := s.v.Flusher().Forget(ctx, &t.Target, dry, s.v.Now())
	if err != nil {
		return r, err
	}
	replies := 0
	for _, folder := range []string{layout.Replies, layout.SharedEdits, layout.Absorbed} {
		names, err := s.v.Dir.ReadNames(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return r, fmt.Errorf("look through %q: %w", folder, err)
		}
		if replies += len(names); !dry {
			if err := s.v.Dir.RemoveAllOf(folder, names); err != nil {
				return r, err
			}
		}
	}
	if !dry {
		return r, nil
	}
	if took.Waiting > 0 {
		r.item(layout.Queue, "%s", say.Count(took.Waiting, "message"))
	}
	for _, n := range t.Touched() {
		key := queue.Key(n.Agent, n.ID)
		r.Clears = append(r.Clears, func(name string) bool {
			return strings.HasPrefix(name, layout.Folder+"/") && strings.Contains(path.Base(name), key)
		})
	}
	if took.Turns > 0 {
		r.item(layout.Archive, "the words of %s", say.Count(took.Turns, "turn"))
	}
	if replies > 0 {
		r.item(layout.Replies, "the answers of models, which are made again")
	}
	for _, name := range took.Damaged {
		r.item(name, "whole: it is damaged, and what it says cannot be told")
	}
	r.Files, r.Clears = took.Files, append(r.Clears, inFolder(layout.Replies), inFolder(layout.SharedEdits), inFolder(layout.Absorbed))
	for _, p := range slices.Compact(slices.Sorted(slices.Values(took.Transcripts))) {
		if workspace.IsFile(p) {
			r.Stays = append(r.Stays, Stay{Path: p, Why: whyTranscript})
		}
	}
	if root, ok := (&git.Finder{Home: s.v.Machine.Home}).Repository(s.v.Path()); ok {
		why, err := s.history()
		if err != nil {
			return r, err
		}
		r.Stays = append(r.Stays, Stay{Path: root, Why: why})
	}
	seen := map[string]bool{}
	for _, l := range t.Lines {
		t.Texts = append(t.Texts, l.Was...)
		if l.Untold > 0 && !seen[l.Of.ID] {
			seen[l.Of.ID] = true
			r.Stays = append(r.Stays, Stay{Path: layout.Archive, Why: "which of the " + say.Count(l.Untold, "turn") + " of entry " + l.Of.ID +
				" said it cannot be told; memoria forget " + l.Of.ID + " takes them all"})
		}
	}
	return r, nil
}

// history says what the repository of the vault keeps, and how a shared one is rewritten.
func (s sessionStore) history() (string, error) {
	if s.v.ID == "" {
		return whyGit, nil
	}
	told, err := s.v.Told()
	if err != nil {
		return "", err
	}
	return whyGit + ". git filter-repo --replace-text WORDS takes it out there (WORDS is a file with its words, a line each), and git push --force sends that; " +
		"after it every machine (" + strings.Join(told.Machines, ", ") + ") runs memoria sync --full --adopt, and every other clone is made anew. memoria rewrites no history", nil
}

// A noticeStore forgets in the logs of background runs.
type noticeStore struct{ v *workspace.Vault }

func (s noticeStore) Forget(_ context.Context, t *Target, dry bool) (r Removed, err error) {
	words := wording.LinesOf(t.Texts)
	r.Clears = append(r.Clears, inFolder(layout.Logs))
	names, err := s.v.Dir.ReadNames(layout.Logs)
	if errors.Is(err, fs.ErrNotExist) || len(words) == 0 {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	for _, name := range names {
		name = layout.Logs + "/" + name
		data, err := s.v.Dir.ReadFile(name)
		if err != nil || !words.In(string(data)) {
			continue
		}
		var left []byte
		n := 0
		for l := range bytes.Lines(data) {
			if words.In(string(l)) {
				n++
				continue
			}
			left = append(left, l...)
		}
		if n == 0 {
			continue
		}
		r.item(name, "%s", say.Count(n, "line"))
		if dry {
			continue
		}
		if err := s.v.Dir.SwapFile(name, data, left, 0o600); err != nil && !errors.Is(err, fsutil.ErrChanged) {
			return r, err
		}
	}
	return r, nil
}
