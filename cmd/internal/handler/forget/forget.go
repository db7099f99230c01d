// Package forget removes a line, an entry or a session from every place in a vault for good.
//
// It finds what a name means, plans what each store removes, and lets the stores remove it. A record with hashes of
// what is forgotten is written before the first change and removed after the last, so the next run that writes to the
// vault finishes what a killed run began.
package forget

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/erase"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Handler forgets what is in a vault.
type Handler struct {
	Vault *workspace.Vault // required
	Warn  func(string)     // required: reports what could not be read
}

// A Request says what to forget.
type Request struct {
	Name   string // a line, an entry, a session, or all the words of a line
	Claims bool   // where Name is an article's: every line that it cites
	Again  bool   // instead of Name: what was forgotten and is back in the logs, also what others forgot
	Theirs bool   // cut it from the logs of other machines, too: of those that are gone
}

// A Plan says what a forget removes and what stays.
type Plan struct {
	Kind    string // line, entry, session, section, article, again
	Name    string
	Removed []Item
	Stays   []Stay
	Asked   []Asked // for again: others who ask for it, and whom this machine does not trust

	scope   forgotten.Scope
	texts   []string      // the words that go
	lines   erase.Lines   // and the lines of articles
	kept    []daily.Dated // what the archive and the ledger have of the logs
	removed Removed
	told    bool // other machines forgot what this one has not yet
	request Request
}

// Asked is somebody who forgot what this machine has not, and whom it does not trust.
type Asked struct {
	Who     string `json:"who"`
	Machine string `json:"machine"`
	Forgets int    `json:"forgets"`
}

// Asked returns who asks for forgets that wait for a person here: they are not followed without being asked.
func (h *Handler) Asked(ctx context.Context) (out []Asked, err error) {
	notices, _, err := h.pending(ctx)
	for _, n := range notices {
		if h.Vault.Reader().Obeys(n.Speaker()) {
			continue
		}
		i := slices.IndexFunc(out, func(a Asked) bool { return a.Who == n.Who && a.Machine == n.Machine })
		if i < 0 {
			i, out = len(out), append(out, Asked{Who: n.Who, Machine: n.Machine})
		}
		out[i].Forgets++
	}
	return out, err
}

// An UnfinishedError says that a forget stopped half way. The same command again, or any compile, finishes it.
type UnfinishedError struct{ Err error }

func (e *UnfinishedError) Error() string { return e.Err.Error() }
func (e *UnfinishedError) Unwrap() error { return e.Err }

// Plan finds what a request means, what is removed and what stays. It writes nothing, and fails if a file that has to
// change cannot be written. The errors are those of [target.Finder.Find].
func (h *Handler) Plan(ctx context.Context, r Request) (*Plan, error) {
	p, err := h.look(ctx, r)
	if err == nil {
		p.Stays, err = h.stays(ctx, p, p.removed.read(h.Vault.Dir))
	}
	return p, err
}

// look makes a plan, but for what stays.
func (h *Handler) look(ctx context.Context, r Request) (*Plan, error) {
	p, err := h.find(ctx, r)
	if err != nil {
		return nil, err
	}
	p.request = r
	all := &Plan{Name: p.Name, texts: p.texts, kept: p.kept}
	if all.scope.Add(p.scope); p.Kind == "again" {
		if err := h.addAsked(ctx, p, &all.scope); err != nil {
			return nil, err
		}
	}
	t, err := h.target(ctx, all)
	if err != nil {
		return nil, err
	}
	v := h.Vault
	logs, err := h.logs(ctx)
	if err != nil {
		return nil, err
	}
	for _, s := range [...]Forgetter{logs, wikiStore{logs}, sessionStore{v}, noticeStore{v}} {
		r, err := s.Forget(ctx, t, true)
		if err != nil {
			return nil, err
		}
		p.removed.add(r)
	}
	p.Removed = p.removed.Items
	if err := h.writable(p.removed.Files); err != nil {
		return nil, err
	}
	p.texts = t.Texts
	p.lines, err = wikiStore{logs}.lines(&all.scope)
	return p, err
}

// addAsked adds to a scope what others forgot of what this machine holds: a person is about to agree to it.
func (h *Handler) addAsked(ctx context.Context, p *Plan, s *forgotten.Scope) error {
	notices, me, err := h.pending(ctx)
	if p.told = len(notices) > 0; err != nil {
		return err
	}
	for _, n := range notices {
		scope, _, err := h.own(n, me.Name)
		if err != nil {
			return err
		}
		maps.DeleteFunc(scope.Cuts, func(d daily.Date, _ daily.Cut) bool { return !owned(d, me.Name) })
		s.Add(scope)
	}
	p.Asked, err = h.Asked(ctx)
	return err
}

// Nothing reports whether all that was forgotten is gone, here and as other machines told it, so that there is nothing to do.
func (p *Plan) Nothing() bool { return p.Kind == "again" && len(p.Removed) == 0 && !p.told }

// Do carries out a plan, also on what a worker read since it was made, and finds what stays after it. The error is an
// *UnfinishedError once something may have been removed.
func (h *Handler) Do(ctx context.Context, p *Plan) error {
	unlock, err := h.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	if err := h.Finish(ctx, Held{Worker: true, Writer: true}); err != nil {
		return err
	}
	if now, err := h.look(ctx, p.request); err == nil { // else it is as it was
		now.scope.Add(p.scope)
		*p = *now
	}
	if err := h.take(ctx, p); errors.Is(err, fsutil.ErrLocked) {
		return err
	} else if err != nil {
		return &UnfinishedError{err}
	}
	if p.Kind == "again" {
		if err := h.followAll(ctx, true); err != nil {
			return &UnfinishedError{err}
		}
	}
	publish.Refresh(ctx, h.Vault)
	p.Stays, err = h.stays(ctx, p, nil)
	return err
}

// Held says which locks a caller of [Handler.Finish] holds, and whether files came by a merge: that may have brought back into
// articles what was forgotten, as one by git alone.
type Held struct{ Worker, Writer, Merged bool }

// Finish completes an interrupted forget before anything else is written to the vault. If a worker runs, Finish
// leaves it to the worker.
func (h *Handler) Finish(ctx context.Context, has Held) error {
	list, err := forgotten.Read(h.Vault.Dir)
	if err != nil {
		return err
	}
	notices, _, err := h.pending(ctx)
	if err != nil {
		return err
	}
	back := erase.Lines{}
	if has.Merged {
		back, err = h.back(ctx)
	}
	if err != nil || list.Open == nil && len(notices) == 0 && len(back.Cites) == 0 {
		return err
	}
	if !has.Worker {
		unlock, err := h.Vault.Dir.TryLock(layout.LockWorker)
		if err != nil {
			return nil
		}
		defer unlock()
	}
	if !has.Writer {
		unlock, err := h.Vault.Writer(ctx, "forget")
		if err != nil {
			return err
		}
		defer unlock()
	}
	if list.Open != nil {
		if err := h.take(ctx, &Plan{scope: *list.Open}); err != nil {
			return fmt.Errorf("end what forget began: %w", err)
		}
	}
	if err := h.followAll(ctx, false); err != nil {
		return fmt.Errorf("forget what another machine forgot: %w", err)
	}
	if len(back.Cites) == 0 {
		return nil
	}
	release, err := h.Vault.Compiler().Hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	return h.Vault.Compiler().Forget(ctx, back, nil)
}

// back returns the lines that the logs tell to be forgotten, for all to follow, if an article has one of them again.
func (h *Handler) back(ctx context.Context) (lines erase.Lines, err error) {
	logs, err := h.logs(ctx)
	if err != nil || len(logs.told.Notices) == 0 {
		return lines, err
	}
	all := forgotten.Scope{}
	for _, n := range logs.told.Notices {
		all.Add(n.Scope)
	}
	lines = erase.Of(all.Cites, all.Said)
	if err := logs.spare(lines, func(d daily.Date) bool {
		return slices.ContainsFunc(logs.told.Notices, func(n forgotten.Notice) bool { return !logs.told.May(n.By, d) })
	}); err != nil {
		return lines, err
	}
	held, err := h.Vault.Compiler().Holdings(ctx, lines)
	if !slices.ContainsFunc(held, func(x compiler.Holding) bool { return x.Lines > len(x.Left) }) {
		lines = erase.Lines{}
	}
	return lines, err
}

// followAll carries out what other machines forgot: see follow.
func (h *Handler) followAll(ctx context.Context, all bool) error {
	notices, me, err := h.pending(ctx)
	if err != nil {
		return err
	}
	some, err := h.follow(ctx, notices, me, all)
	if err != nil || !some {
		return err
	}
	list, err := forgotten.Read(h.Vault.Dir)
	if err != nil {
		return err
	}
	return h.take(ctx, &Plan{scope: *list.Open})
}

// lock takes the locks of flushing. The compiler has its own lock.
func (h *Handler) lock(ctx context.Context) (unlock func(), err error) {
	wait, cancel := context.WithTimeout(ctx, workspace.WriterPatience)
	defer cancel()
	worker, err := h.Vault.Dir.Lock(wait, layout.LockWorker)
	if err != nil {
		return nil, fmt.Errorf("forget: %w", err)
	}
	writer, err := h.Vault.Writer(ctx, "forget")
	if err != nil {
		worker()
		return nil, err
	}
	return func() { writer(); worker() }, nil
}

// take lets the stores forget. It first writes the record of the forget, and removes it last.
func (h *Handler) take(ctx context.Context, p *Plan) error {
	if err := capture.Adopt(h.Vault, capture.NewQueue(h.Vault, h.Warn)); err != nil {
		h.Warn("notes that hooks put outside of the vault could not be taken in, and may hold it")
	}
	t, err := h.target(ctx, p)
	if err != nil {
		return err
	}
	v := h.Vault
	release, err := v.Compiler().Hold(ctx)
	if err != nil {
		return err
	}
	defer release()
	logs, err := h.logs(ctx)
	if err != nil {
		return err
	}
	in := func(s Forgetter) func() error {
		return func() error { _, err := s.Forget(ctx, t, false); return err }
	}
	tell := func(done bool) func() error { return func() error { return h.tell(ctx, t, done) } }
	for _, do := range []func() error{in(sessionStore{v}), in(logs), tell(false), in(wikiStore{logs}), in(noticeStore{v}), // what the logs say, the wiki follows from
		func() error { return h.forgetProjects(ctx, t) }, tell(true)} {
		if err := do(); err != nil {
			return err
		}
	}
	return forgotten.Done(v.Dir)
}

// forgetProjects takes out of the book of projects what nothing tells any more.
func (h *Handler) forgetProjects(ctx context.Context, t *Target) error {
	if b, err := h.Vault.Projects(); err != nil || b.New {
		return err
	}
	var gone, left []daily.Entry
	for _, e := range t.Entries {
		gone = append(gone, e.Entry)
	}
	logs, err := h.Vault.Logs(ctx)
	if err != nil {
		return err
	}
	for _, l := range logs {
		for i := range l.Entries {
			left = append(left, l.Entries[i].Entry)
		}
	}
	return h.Vault.UpdateProjects(ctx, func(b *project.Book) error {
		b.Forget(gone, left)
		return nil
	})
}

// writable checks that files can be written, so that nothing stops half way.
func (h *Handler) writable(files map[string][]byte) error {
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if _, err := h.Vault.Dir.Lstat(name); err != nil {
			continue
		}
		f, err := h.Vault.Dir.Create(name, 0o600)
		if err != nil {
			return exit.Hint(fmt.Errorf("forget: %w; nothing was taken out", err), exit.Failure, "make the file writable, and say it again")
		}
		f.Abort()
	}
	return nil
}
