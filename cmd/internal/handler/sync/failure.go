package sync

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/leak"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/obeyed"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// paused begins what is told of a failure that lasts: runs that nobody asked for wait longer each time.
const paused = "sync: paused"

// Classes of what stops a sync, beside those of repo.
const (
	Conflict   = "conflict"   // a file that is not ours was changed on both sides
	Repository = "repository" // a person has begun something in it, or it is set to another branch
)

// stopped says by its class what stopped something, and what mends it.
func stopped(doing string, err error) error {
	class, mend := classify(err)
	if class == "" {
		return located(err)
	}
	return exit.Hint(fmt.Errorf("%s: %s: %w", doing, class, err), exit.Failure, cmp.Or(mend, "the same command again, once the network or the server is back"))
}

// mends say what a person can do about a class.
var mends = map[string]string{
	string(repo.Auth):    "let git reach the remote without a question (a credential helper, or an ssh key in the agent), then memoria sync --check",
	string(repo.Policy):  "memoria sync --branch sends the logs on a branch of this machine, for review; articles and settings go with the trunk alone: ask for the right to push to it, or set sync.compile: trunk, and its server writes the articles",
	string(repo.Remote):  "git remote -v shows where it is; memoria sync --check tries it",
	string(repo.Signing): "git commit -S has to work here without a question, or unset commit.gpgsign for this repository",
	string(repo.Disk):    "make room on that disk, then memoria sync",
	Conflict:             "git pull merges them with your hands, then memoria sync; what you logged went out on the branch of this machine",
	Secret:               "take it out of that line",
	Repository:           "end it in git, then memoria sync",
}

// classify returns the class of a failure and what mends it; "" if it is none of the kind that lasts.
func classify(err error) (class, mend string) {
	var e *repo.Error
	var unfinished *repo.UnfinishedError
	var branch *repo.BranchError
	var lock *repo.LockError
	var secret *leak.Error
	var files *obeyed.Error
	switch {
	case errors.As(err, new(*repo.ConflictError)):
		class = Conflict
	case errors.As(err, &files):
		return obeyed.Class, files.Mend()
	case errors.As(err, &secret):
		switch class, mend = Secret, mends[Secret]; {
		case secret.Old || secret.Line == 0:
			return class, secret.Mend
		case secret.From != "":
			mend = "memoria forget " + vault.Quote(secret.From) + " takes that line out of the log and of what was made of it, or do it by hand"
		}
		if secret.Mend != "" {
			return class, mend + "; a commit has it, too: " + secret.Mend
		}
		return class, mend + "; then memoria sync, which leaves the file out of what it sends until then"
	case errors.Is(err, repo.ErrRewritten):
		return string(repo.Remote), "memoria sync --full --adopt puts what is new here on the branch as it is now; where the remote is another one than before, memoria sync --setup --adopt joins the vault on it"
	case errors.Is(err, repo.ErrUnrelated):
		return string(repo.Remote), "memoria sync --adopt joins both"
	case errors.Is(err, repo.ErrOther):
		return string(repo.Remote), "name the branch of the vault: memoria sync --setup sets it"
	case errors.Is(err, repo.ErrGone):
		return string(repo.Remote), "memoria sync --push sends it again, with all its past; where somebody takes a text out of that, wait for the new one, then memoria sync --full --adopt"
	case errors.As(err, &unfinished):
		return Repository, fmt.Sprintf("git %s --continue or git %[1]s --abort ends it, then memoria sync", unfinished.Git)
	case errors.As(err, &branch):
		return Repository, "git switch " + branch.Want + ", then memoria sync"
	case errors.As(err, &lock):
		return Repository, "end the git that holds it, as a commit whose message is being typed; where none runs: rm " + vault.Quote(lock.Path) + " && memoria sync"
	case errors.Is(err, repo.ErrDetached):
		return Repository, "git switch BRANCH, then memoria sync"
	case errors.As(err, new(*repo.DirtyError)):
		return Repository, "commit or stash them, then memoria sync"
	case errors.As(err, &e):
		class = string(e.Class)
	}
	return class, mends[class]
}

// record keeps how a run went, and returns the error for the one who asked.
func (h *Handler) record(st *workspace.Synced, r *Report, err error) error {
	class, mend := classify(err)
	now := h.Vault.Now()
	switch {
	case err == nil:
		st.Succeed(now, h.Vault.Config.Sync.Every)
	case class == "":
		return located(err)
	default:
		why, _, _ := strings.Cut(err.Error(), "\n")
		st.Fail(class, why, mend, now)
		st.Waiting = r.Waiting
		r.Paused, r.Why, r.Next = class, st.Why, st.Next
	}
	if keep := cmp.Or(h.notify(st), st.Keep(h.Vault.Dir)); err == nil {
		return keep
	}
	if class == workspace.SyncOffline {
		return nil
	}
	return stopped(paused, err)
}

// notify leaves a notice for the next session that begins, once for a kind of failure, and takes it back when that is
// over.
func (h *Handler) notify(st *workspace.Synced) error {
	if !st.Paused() {
		if err := h.Vault.Dir.Remove(layout.SyncNotice); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	if st.Told {
		return nil
	}
	st.Told = true
	text := fmt.Sprintf("memoria: this vault is not kept in step with the person's other machines: %s (%s). Tell them; `memoria sync --status` says what mends it.\n\n", st.Class, say.Printable(st.Why))
	_, err := h.Vault.Dir.WriteFile(layout.SyncNotice, []byte(text), 0o600)
	return err
}

// located adds what is wrong to the errors that are no pause: there is nothing to sync with, or another run is at work.
func located(err error) error {
	switch {
	case errors.Is(err, repo.ErrNone):
		return exit.Hint(fmt.Errorf("sync: %w around the vault", err), exit.Vault, "memoria sync --setup URL makes one, with that remote")
	case errors.Is(err, repo.ErrBare):
		return exit.Hint(fmt.Errorf("sync: %w", err), exit.Vault, "clone it, and work in the clone")
	case errors.Is(err, repo.ErrNoGit):
		return exit.Hint(fmt.Errorf("sync: %w", err), exit.Vault, "install git 2.38 or newer")
	case errors.Is(err, repo.ErrBusy):
		return exit.Hint(fmt.Errorf("sync: %w", err), exit.Locked, "memoria sync again, once it has ended")
	case errors.Is(err, fsutil.ErrLocked):
		return err
	}
	return fmt.Errorf("sync: %w", err)
}
