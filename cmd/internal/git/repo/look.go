package repo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// A Work is a repository that was looked at, in a state in which it may be worked on.
type Work struct {
	*Repo
	Top    string // of the work tree
	Prefix string // of the folder, below Top: "" or "notes/"
	GitDir string // of this work tree
	Head   string // the commit that is checked out; "" before the first
	Branch string // the one that is checked out
	Remote string // "" if there is none
	URL    string // of the remote, without passwords

	Password bool // the address of the remote holds one
	Signed   bool // commits have to be signed

	cleaned  bool
	common   string // the git directory that all work trees share
	settings map[string]string
	zero     string // the id of nothing, as long as an id here
	answers  map[string]string
	texts    map[string][]byte // of files, by commit and path
	trunk    string            // what Trunk returned, until a fetch or a push
}

// Why a repository may not be worked on.
var (
	ErrNone     = errors.New("no git repository")
	ErrNoGit    = errors.New("there is no git")
	ErrBare     = errors.New("a bare repository has no files")
	ErrDetached = errors.New("no branch is checked out")
	ErrBusy     = errors.New("another git is at work")
)

// An UnfinishedError names what a person has begun and not ended.
type UnfinishedError struct{ What, Git string }

func (e *UnfinishedError) Error() string { return "a " + e.What + " is not finished" }

// A BranchError says that another branch is checked out.
type BranchError struct{ Here, Want string }

func (e *BranchError) Error() string {
	return fmt.Sprintf("branch %q is checked out, not %q", e.Here, e.Want)
}

// unfinished are the files below a git directory that stand for what a person has begun.
var unfinished = []struct{ file, what, git string }{
	{"rebase-merge", "rebase", "rebase"}, {"rebase-apply", "rebase", "rebase"}, {"MERGE_HEAD", "merge", "merge"},
	{"CHERRY_PICK_HEAD", "cherry-pick", "cherry-pick"}, {"REVERT_HEAD", "revert", "revert"}, {"BISECT_LOG", "bisect", "bisect"},
}

// Look returns the repository of the folder, or why it may not be worked on: one of the errors above, a *BranchError, an
// *UnfinishedError, a *LockError or a *Error.
func (r *Repo) Look(ctx context.Context) (*Work, error) {
	w := &Work{Repo: r, answers: map[string]string{}}
	if err := w.place(ctx); err != nil {
		return nil, err
	}
	for _, u := range unfinished {
		if _, err := os.Lstat(filepath.Join(w.GitDir, u.file)); err == nil {
			return nil, &UnfinishedError{u.what, u.git}
		}
	}
	out, err := w.git(ctx, "config", "--list", "-z")
	if err != nil {
		return nil, err
	}
	w.settings = map[string]string{}
	for _, s := range fields(out) {
		key, value, ok := strings.Cut(s, "\n")
		if !ok {
			value = "true"
		}
		w.settings[key] = value
	}
	w.Signed = slices.Contains([]string{"true", "yes", "on", "1"}, strings.ToLower(w.settings["commit.gpgsign"]))
	if out, err = w.git(ctx, "symbolic-ref", "-q", "HEAD"); err != nil {
		return nil, ErrDetached
	}
	w.Branch = strings.TrimPrefix(out, "refs/heads/")
	if r.Branch != "" && w.Branch != r.Branch {
		return nil, &BranchError{w.Branch, r.Branch}
	}
	name := cmp.Or(r.Remote, "origin")
	if url, ok := w.settings["remote."+name+".url"]; ok {
		w.Remote, w.URL, w.Password = name, Mask(url), Mask(url) != url
	}
	if err := w.unlocked(ctx); err != nil {
		return nil, err
	}
	// A git whose run was killed may have moved the branch while it held a lock.
	if w.Head, err = w.rev(ctx, "HEAD"); err != nil {
		return nil, err
	}
	return w, nil
}

// place finds the repository.
func (w *Work) place(ctx context.Context) error {
	out, err := w.call(ctx, call{args: []string{"rev-parse", "--is-bare-repository", "--is-inside-work-tree", "--absolute-git-dir", "--git-common-dir",
		"--show-object-format", "--show-prefix", "--show-toplevel"}})
	var e *Error
	switch {
	case errors.As(err, &e) && strings.Contains(e.Text, "not a git repository"):
		return ErrNone
	case errors.As(err, &e) && strings.HasPrefix(e.stdout, "true"), err == nil && strings.HasPrefix(out, "true"):
		return ErrBare
	case errors.As(err, &e) && e.Code == 0:
		return fmt.Errorf("%w: %w", ErrNoGit, e.Err)
	case err != nil:
		return err
	}
	l := strings.Split(out, "\n")
	if len(l) < 7 || l[1] != "true" {
		return ErrNone
	}
	w.GitDir, w.common, w.Prefix, w.Top = l[2], l[3], l[5], filepath.FromSlash(l[6])
	if !filepath.IsAbs(w.common) {
		w.common = filepath.Join(w.Dir, w.common)
	}
	w.zero = strings.Repeat("0", cmp.Or(map[string]int{"sha256": 64}[l[4]], 40))
	return nil
}

// index returns the name of our own index. Two folders in one repository have one each.
func (w *Work) index() string {
	return "memoria-" + fsutil.Hash([]byte(w.Prefix))[:8] + ".index"
}

// rev returns the id of a commit, "" if there is none of that name.
func (w *Work) rev(ctx context.Context, name string) (string, error) {
	out, err := w.git(ctx, "rev-parse", "-q", "--verify", name+"^{commit}")
	if ended(err, 1) {
		return "", nil
	}
	return out, err
}

// Moved reports whether the branch names another commit than the one that w knows.
func (w *Work) Moved(ctx context.Context) (bool, error) {
	head, err := w.rev(ctx, "HEAD")
	return head != w.Head, err
}

// Ignored returns a path of ours that git is told to ignore, "" if none.
func (w *Work) Ignored(ctx context.Context, names ...string) (string, error) {
	for i := range names {
		names[i] = path.Join(w.Prefix, names[i])
	}
	out, err := w.call(ctx, call{args: []string{"check-ignore", "--no-index", "-z", "--stdin"}, dir: w.Top, stdin: strings.Join(names, "\x00"),
		env: []string{"GIT_LITERAL_PATHSPECS=0"}}) // which it does not take
	if ended(err, 1) {
		return "", nil
	}
	name, _, _ := strings.Cut(out, "\x00")
	return w.below(name), err
}
