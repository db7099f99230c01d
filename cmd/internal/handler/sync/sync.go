// Package sync keeps a shared vault in step with other machines, by git. A run ([Handler.Run]) fetches, commits what is
// new here, merges aside, brings in, compiles, and pushes. How git is used is in package repo; what is ours, and how our
// files are merged, is in paths.go and merge.go; what each failure means is in failure.go; how a vault is set up for it
// is in setup.go, what it will do in plan.go, and what a run says in report.go.
package sync

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/attributes"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/leak"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/flush/redact"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Handler syncs one vault.
type Handler struct {
	Vault *workspace.Vault                 // required
	Env   []string                         // required: the environment of git
	Warn  func(format string, args ...any) // required

	// Compile brings the articles up to date with what came in; all compiles also what waits for its interval. Nil
	// compiles nothing.
	Compile func(ctx context.Context, all bool) error

	// Forget forgets here what other machines forgot. Nil forgets nothing.
	Forget func(context.Context) error
}

const (
	maxTries   = 8 // to push, while other machines push
	tryPause   = time.Second
	autoWait   = 2 * time.Second // for other runs, if nobody asked
	maxMerges  = 4               // while a person goes on to type
	branchName = "memoria/"      // and the name of the machine
)

// Run syncs. The report is never nil. Where it says that the network failed there is no error; the error is fsutil.ErrLocked if
// another run is at work.
func (h *Handler) Run(ctx context.Context, o Options) (*Report, error) {
	r := &Report{}
	unlock, err := h.lock(ctx, layout.LockSync, o)
	if err != nil {
		return r.full(), err
	}
	defer unlock()
	now := h.Vault.Now()
	st := workspace.SyncedOf(h.Vault.Dir, now)
	if o.Auto && now.Before(st.Next) && (st.Class != "" || !o.Soon) {
		r.NotDue = true
		return r.full(), nil
	}
	st.Ran = now
	err = h.run(ctx, o, r, &st)
	if ctx.Err() != nil {
		return r.full(), ctx.Err()
	}
	err = h.record(&st, r, err)
	var failed error
	if r.Waits, failed = h.Vault.Gate.Waits(); err == nil {
		err = failed
	}
	return r.full(), err
}

func (h *Handler) lock(ctx context.Context, name string, o Options) (func(), error) {
	wait := workspace.WriterPatience
	if o.Auto {
		wait = autoWait
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	unlock, err := h.Vault.Dir.Lock(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("sync: %w", err)
	}
	return unlock, nil
}

// A run is one sync under way.
type run struct {
	*Handler
	*Report
	Options
	work    *repo.Work
	synced  *workspace.Synced
	machine vault.Identity
	byHand  bool        // a person committed or pulled since the last run
	held    []string    // files with conflict marks
	secret  *leak.Error // of a file that stayed out of the commit
	clean   *redact.Redactor
	edited  map[string]string           // the sums of changed pages that a person edited
	waits   map[string][]merge.Conflict // lines of articles that gave way, to be shown to the person
	kept    []string                    // pages of a person's that the trunk removed
}

func (h *Handler) run(ctx context.Context, o Options, rep *Report, st *workspace.Synced) error {
	r := &run{Handler: h, Report: rep, Options: o, synced: st, clean: h.Vault.Redactor(), waits: map[string][]merge.Conflict{}}
	var err error
	if r.work, err = r.look(ctx); err != nil && !errors.Is(err, repo.ErrNone) {
		return err
	}
	if err := r.joined(); err != nil {
		return err
	}
	if r.machine, err = h.Vault.Identity(ctx, h.Warn); err != nil {
		return err
	}
	rep.Machine = r.machine.Name
	if err := errors.Join(h.Vault.Own().Begin(), h.Vault.KeepProjects(ctx)); err != nil {
		return err
	}
	if r.work == nil {
		return r.settle(ctx, true)
	}
	r.Git = true
	defer func() {
		st.Head = r.work.Head
		if err := r.work.Close(); err != nil {
			h.Warn("sync: %v", err)
		}
	}()
	if r.work.Remote == "" {
		r.Local = true
		return r.alone(ctx)
	}
	r.Trunk = r.work.Remote + "/" + r.work.Branch
	defer func() { r.Waiting, _ = r.work.Ahead(ctx) }() // unknown is none
	for range maxTries {
		again, err := r.round(ctx)
		if err == nil && !again && !r.Auto {
			r.Loose, err = r.loose(ctx, r.work)
		}
		if err != nil && !r.overtaken(ctx) || err == nil && !again {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(tryPause)):
		}
	}
	return &repo.Error{Doing: "push", Class: repo.Offline, Text: "other machines pushed at the same moment, " + say.Times(maxTries), Err: errors.New("behind")}
}

func (r *run) look(ctx context.Context) (*repo.Work, error) {
	at := r.repo(ctx)
	at.Alone = true
	return at.Look(ctx)
}

// overtaken reports whether the branch moved below the run, as by a git of a run that was killed, and looks at it anew.
func (r *run) overtaken(ctx context.Context) bool {
	if moved, err := r.work.Moved(ctx); err != nil || !moved || r.work.Close() != nil {
		return false
	}
	w, err := r.look(ctx)
	if err == nil {
		r.work = w
	}
	return err == nil
}

// joined returns an error in a clone that no person has set up: nobody has seen its settings. That it has a name among the machines
// says nothing, as an import or a forget gives it one.
func (r *run) joined() error {
	if r.work == nil || r.work.Remote == "" || r.work.Setting(attributes.SetUp) != "" {
		return nil
	}
	return exit.Hint(errors.New("nobody has set up this clone of the vault yet"), exit.Vault,
		"memoria sync --setup"+r.Vault.Machine.VaultFlag(r.Vault.Path())+" shows the settings that it has, and makes it one of the machines")
}

// repo returns the repository of the vault, and what of it is ours.
func (r *run) repo(ctx context.Context) *repo.Repo {
	c := r.Vault.Config
	return &repo.Repo{Dir: r.Vault.Path(), Env: r.Env, Own: paths(c), Config: []string{"merge.memoria.driver=false"},
		Remote: c.Sync.Remote, Branch: c.Sync.Branch, Hold: func(name string, gone bool) bool { return r.hold(ctx, name, gone) }, Fresh: r.Full, Coming: r.coming}
}

// coming has what a commit brings of settings and templates wait for the person, whenever the run is killed.
func (r *run) coming(ctx context.Context, commit string) error {
	if r.work.Head == "" {
		return nil
	}
	names, err := r.work.Changed(ctx, r.work.Head, commit)
	texts := map[string][]byte{}
	for _, name := range names {
		if err == nil && accept.Watches(name) {
			texts[name], err = r.work.File(ctx, commit, name)
		}
	}
	if err != nil {
		return err
	}
	return r.Vault.Gate.Expect(texts)
}

// alone commits where there is no remote.
func (r *run) alone(ctx context.Context) error {
	if err := r.notice(ctx); err != nil {
		return err
	}
	if _, err := r.advance(ctx, "", false); err != nil {
		return err
	}
	return r.settle(ctx, r.Full)
}

// notice has what the person here did to pages go with them: the texts that edits rest on, and what they took out. A
// compile under way does it itself.
func (r *run) notice(ctx context.Context) error {
	names, err := r.work.Uncommitted(ctx)
	r.byHand = r.byHand || r.work.Head != r.synced.Head && r.synced.Head != ""
	if err != nil || r.work.Head == r.synced.Head && !slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, r.Vault.Config.Wiki+"/") }) {
		return err // it reads all logs
	}
	if err := cmp.Or(r.removed(ctx, names), r.Vault.Compiler().Notice(ctx)); err != nil && !errors.Is(err, fsutil.ErrLocked) && ctx.Err() == nil {
		r.Warn("sync: %v", err)
	}
	return nil
}

// round does all once, and reports whether another machine pushed meanwhile.
func (r *run) round(ctx context.Context) (again bool, err error) {
	if err := r.notice(ctx); err != nil {
		return false, err
	}
	there, failed := r.work.Fetch(ctx) // a push, too, has to know what the remote is
	rewritten := errors.Is(failed, repo.ErrRewritten) && r.Adopt && r.Full && !r.Push
	trunk := there
	switch {
	case r.Push && errors.Is(failed, repo.ErrGone):
		failed = r.work.Forget(ctx)
	case rewritten, failed == nil && !r.Push:
		r.synced.Fetched, failed = r.Vault.Now(), nil
	}
	if failed != nil || r.Push {
		trunk = ""
	}
	if err := r.another(ctx, trunk); err != nil {
		return false, err
	}
	if err := r.foreign(ctx, trunk); err != nil {
		_, failed := r.advance(ctx, "", false)
		return false, errors.Join(err, failed, r.offer(ctx, trunk))
	}
	moved, err := r.advance(ctx, trunk, rewritten)
	if conflict := new(repo.ConflictError); errors.As(err, &conflict) {
		r.Conflicts = conflict.Paths
		return false, errors.Join(err, r.offer(ctx, trunk)) // so that nothing waits on a person
	}
	if err != nil {
		return false, err
	}
	if err := r.settle(ctx, moved || r.byHand || r.Full || r.Now); err != nil {
		return false, err
	}
	if failed != nil {
		return false, failed
	}
	again, err = r.send(ctx, there)
	if err == nil && !again && r.sends() && r.secret != nil {
		err = r.secret
	}
	return again, err
}

// sends reports whether what is new goes out.
func (r *run) sends() bool { return !r.Pull && r.Vault.Config.Sync.Push }

// another returns an error if the trunk that is to be joined is of another shared vault: the state of this machine has to
// follow, and what was pushed elsewhere is not what was taken out of a rewritten branch.
func (r *run) another(ctx context.Context, trunk string) error {
	if !r.Adopt || trunk == "" {
		return nil
	}
	b, err := r.work.File(ctx, trunk, layout.SharedVault)
	if id := vault.ParseShared(b).ID; err != nil || id == "" || id == r.Vault.ID {
		return err
	}
	return exit.Hint(fmt.Errorf("the remote %s holds another shared vault", r.work.Remote), exit.Failure,
		"memoria sync --setup --adopt"+r.Vault.Machine.VaultFlag(r.Vault.Path())+" makes one of both")
}

// advance commits what is new and brings in the trunk, and reports whether that moved the files. Nothing else of
// memoria writes meanwhile; what a person types meanwhile is committed, and merged again.
func (r *run) advance(ctx context.Context, trunk string, rewritten bool) (moved bool, err error) {
	for _, name := range []string{layout.LockCompile, layout.LockDaily} {
		unlock, err := r.lock(ctx, name, r.Options)
		if err != nil {
			return false, err
		}
		defer unlock()
	}
	for range maxMerges {
		if err = r.commit(ctx); err != nil {
			return false, err
		}
		before := r.work.Head
		m := &merger{wiki: r.Vault.Config.Wiki, daily: r.Vault.Config.Daily, machine: r.machine, own: r.Vault.Own(), rewritten: rewritten, adopt: r.Adopt, dir: r.Vault.Dir}
		message := "memoria: merge (" + r.machine.Name + ")"
		if rewritten {
			moved, err = true, r.work.Reapply(ctx, trunk, m, message)
		} else {
			moved, err = r.work.Integrate(ctx, trunk, m, r.Adopt, message)
		}
		if dirty := new(repo.DirtyError); errors.As(err, &dirty) && dirty.Ours && !slices.ContainsFunc(dirty.Paths, func(p string) bool { return slices.Contains(r.held, p) }) {
			continue
		}
		if err == nil {
			err = r.Vault.Gate.Expect(nil)
		}
		if err == nil && moved {
			maps.Copy(r.waits, m.waits)
			r.kept = append(r.kept, m.kept...)
			r.Strange = append(r.Strange, m.strange...)
			more, err := r.work.Changed(ctx, before, r.work.Head)
			r.Received = append(r.Received, more...)
			return true, err
		}
		return moved, err
	}
	if r.secret != nil { // which waits for the person, so that nothing can change that file
		err = r.secret
	}
	return false, err
}

// settle has the vault follow what came in, and commits what that changed.
func (r *run) settle(ctx context.Context, needed bool) error {
	if err := r.Vault.Compiler().Desk().Propose(ctx, r.waits); err != nil {
		return err
	}
	clear(r.waits)
	if err := r.withdraw(ctx); err != nil {
		return err
	}
	if !needed {
		return nil
	}
	if r.Forget != nil {
		if err := r.Forget(ctx); err != nil && !errors.Is(err, fsutil.ErrLocked) {
			return err
		}
	}
	if r.Compile != nil && r.Vault.Config.Sync.Compiles(r.machine.Name) {
		// What projects are called changes what was said before, and the machine that changed it has compiled that.
		called := slices.ContainsFunc(r.Received, func(name string) bool { return path.Dir(name) == layout.SharedProjects })
		err := r.Compile(ctx, r.Now || r.Full || called)
		if err != nil && !errors.Is(err, fsutil.ErrLocked) { // a run that holds the lock sees what came in, or the next one
			return fmt.Errorf("compile what came in: %w", err)
		}
		r.Compiled = err == nil
	}
	if r.work == nil {
		return nil
	}
	_, err := r.advance(ctx, "", false)
	return err
}
