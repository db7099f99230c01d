package repo

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Errors of a remote that is not what it was.
var (
	ErrRewritten = errors.New("the remote branch was rewritten: what it held before is no longer part of it")
	ErrUnrelated = errors.New("the remote branch has another past")
	ErrOther     = errors.New("the remote has branches, but not this one")
	ErrGone      = errors.New("the remote has no branch")
)

// known is the ref of the last commit that we knew to be on the remote branch.
func (w *Work) known() string { return "refs/memoria/" + w.Remote + "/" + w.Branch }

// tracking is the ref that a fetch writes.
func (w *Work) tracking() string { return "refs/remotes/" + w.Remote + "/" + w.Branch }

// Trunk returns the commit of the remote branch as of the last fetch, "" if there was none.
func (w *Work) Trunk(ctx context.Context) (_ string, err error) {
	if w.trunk == "" {
		w.trunk, err = w.rev(ctx, w.tracking())
	}
	return w.trunk, err
}

// Fetch fetches the branch and returns its commit; "" if the remote is empty. ErrRewritten says that what was
// there before is no longer part of it, and is part of what is checked out: to merge both would bring it back. ErrOther says that the remote has
// other branches alone, ErrGone that it had this one.
func (w *Work) Fetch(ctx context.Context) (string, error) {
	before, err := w.rev(ctx, w.known())
	if err == nil && before == "" {
		if before, err = w.Trunk(ctx); err == nil && before != "" {
			err = w.Remember(ctx, before)
		}
	}
	if err != nil {
		return "", err
	}
	err = w.fetch(ctx, w.Branch, w.tracking())
	if e, ok := errors.AsType[*Error](err); ok && strings.Contains(e.Text, "couldn't find remote ref") {
		return "", w.offers(ctx, before)
	}
	if err != nil {
		return "", err
	}
	trunk, err := w.Trunk(ctx)
	if err != nil || before == "" {
		return trunk, err
	}
	ok, err := w.within(ctx, before, trunk)
	if err != nil || ok || w.Head == "" {
		return trunk, err
	}
	if ok, err = w.within(ctx, before, w.Head); err == nil && ok {
		err = ErrRewritten
	}
	return trunk, err
}

// offers asks the remote for its branches. The error is nil if ours is there, or there is none and never was one: before is what ours was.
func (w *Work) offers(ctx context.Context, before string) error {
	heads, err := w.reach(ctx, "ls-remote", "--quiet", "--heads", w.Remote)
	switch {
	case err != nil || strings.Contains(heads+"\n", "\trefs/heads/"+w.Branch+"\n"):
		return err
	case before != "" && heads != "":
		return fmt.Errorf("%w %s any more, but others: it may have another name", ErrGone, w.Branch)
	case before != "":
		return fmt.Errorf("%w %s any more", ErrGone, w.Branch)
	case heads != "":
		return ErrOther
	}
	return nil
}

// Forget has the remote count as one that never had the branch.
func (w *Work) Forget(ctx context.Context) error {
	w.trunk = ""
	for _, ref := range []string{w.known(), w.tracking()} {
		if _, err := w.git(ctx, "update-ref", "-d", ref); err != nil {
			return err
		}
	}
	return nil
}

// A fetch is tried again while another git writes the same ref, as the child of a run that was killed.
const (
	fetchTries = 5
	fetchPause = 200 * time.Millisecond
)

// fetch writes a branch of the remote to a ref.
func (w *Work) fetch(ctx context.Context, branch, ref string) error {
	w.trunk = ""
	for try := 1; ; try++ {
		_, err := w.reach(ctx, "fetch", "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules", w.Remote, "+refs/heads/"+branch+":"+ref)
		if e, ok := errors.AsType[*Error](err); !ok || e.Class != Behind || try == fetchTries {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(fetchPause):
		}
	}
}

// Remember records a commit as known to be on the remote branch.
func (w *Work) Remember(ctx context.Context, commit string) error {
	_, err := w.git(ctx, "update-ref", w.known(), commit)
	return err
}

// within reports whether a commit is another or an ancestor of it.
func (w *Work) within(ctx context.Context, old, commit string) (bool, error) {
	base, err := w.base(ctx, commit, old)
	return err == nil && base == old, err
}

// Ahead counts the commits that the remote branch lacks.
func (w *Work) Ahead(ctx context.Context) (int, error) {
	trunk, err := w.Trunk(ctx)
	if err != nil || w.Head == "" {
		return 0, err
	}
	return w.count(ctx, w.Head, trunk)
}

// Missing counts the commits of the remote branch, as of the last fetch, that are not here.
func (w *Work) Missing(ctx context.Context) (int, error) {
	trunk, err := w.Trunk(ctx)
	if err != nil || trunk == "" {
		return 0, err
	}
	return w.count(ctx, trunk, w.Head)
}

// count counts the commits that one has and another, "" for none, has not.
func (w *Work) count(ctx context.Context, in, out string) (int, error) {
	if in == out {
		return 0, nil
	}
	args := []string{"rev-list", "--count", in}
	if out != "" {
		args = append(args, "^"+out)
	}
	text, err := w.git(ctx, args...)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(text)
}

// Push pushes what is checked out to the branch. An *Error of class Behind says that the remote has more by now.
func (w *Work) Push(ctx context.Context) error {
	if err := w.push(ctx, w.Head, w.Branch); err != nil {
		return err
	}
	w.trunk = w.Head
	if _, err := w.git(ctx, "update-ref", w.tracking(), w.Head); err != nil {
		return err
	}
	return w.Remember(ctx, w.Head)
}

func (w *Work) push(ctx context.Context, commit, branch string, more ...string) error {
	args := append([]string{"push", "--porcelain", "--no-follow-tags", "--recurse-submodules=no"}, more...)
	out, err := w.reach(ctx, append(args, w.Remote, commit+":refs/heads/"+branch)...)
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	for line := range strings.Lines(out) { // "!\tref:ref\t[remote rejected] (why)"
		if rest, ok := strings.CutPrefix(line, "!\t"); ok {
			_, why, _ := strings.Cut(rest, "\t")
			e.Text = Mask(strings.TrimSpace(why)) + "\n" + e.Text
			e.Class = classOf(e.Text, true)
		}
	}
	if e.Class == "" { // a hook of the person's own says no without a word of git's
		e.Class = Policy
	}
	return err
}

// Check asks the remote whether it can be read and pushed to, and changes nothing. The error says which of both failed.
func (w *Work) Check(ctx context.Context) (reads, pushes error) {
	before, reads := w.rev(ctx, w.known())
	if reads == nil {
		reads = w.offers(ctx, before)
	}
	if reads != nil || w.Head == "" {
		return reads, nil
	}
	pushes = w.push(ctx, w.Head, w.Branch, "--dry-run")
	if e, ok := errors.AsType[*Error](pushes); ok && e.Class == Behind {
		pushes = nil
	}
	return nil, pushes
}
