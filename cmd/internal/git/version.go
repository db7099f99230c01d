package git

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	maxVersions = 20   // how far back an earlier version of a file is looked for
	maxMoves    = 1000 // and who made a commit
)

// A Past is what git knows of a folder in a repository. Where there is none it knows nothing.
type Past struct{ Dir string }

// Version returns the newest committed version of a file that is the one looked for, nil if none is.
func (p Past) Version(name string, is func(text []byte) bool) []byte {
	ctx, cancel := context.WithTimeout(context.Background(), callWait)
	defer cancel()
	commits := p.git(ctx, "rev-list", "--full-history", fmt.Sprint("--max-count=", maxVersions), "HEAD", "--", "./"+name)
	for _, commit := range append([]string{"HEAD"}, strings.Fields(string(commits))...) {
		if text := p.git(ctx, "cat-file", "blob", commit+":./"+name); text != nil && is(text) {
			return text
		}
	}
	return nil
}

// Removed reports whether a file that is gone was removed in this clone: it is in the last commit and nothing stands in its
// place, or what took it out is a commit that was made here, as the log of HEAD says, where no other clone writes.
func (p Past) Removed(name string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), callWait)
	defer cancel()
	switch kind, err := p.kind(ctx, "HEAD", name); {
	case err != nil:
		return false
	case kind != "":
		_, err := os.Lstat(filepath.Join(p.Dir, filepath.FromSlash(name)))
		return kind == "blob" && errors.Is(err, fs.ErrNotExist)
	}
	commit := p.last(ctx, name)
	if kind, err := p.kind(ctx, commit+"^", name); err != nil || kind != "blob" { // it took out a folder that was there
		return false
	}
	for line := range strings.Lines(string(p.git(ctx, "log", "-g", fmt.Sprint("--max-count=", maxMoves), "--format=%H %gs", "HEAD"))) {
		id, did, _ := strings.Cut(line, " ")
		did, _, _ = strings.Cut(did, ":")
		if id == commit && commit != "" && (did == "memoria" || strings.HasPrefix(did, "commit") || strings.HasSuffix(did, "(pick)")) { // the last is of a rebase
			return true
		}
	}
	return false
}

// Last returns the commit that last changed a file, "" where that is not known.
func (p Past) Last(name string) string {
	ctx, cancel := context.WithTimeout(context.Background(), callWait)
	defer cancel()
	return p.last(ctx, name)
}

func (p Past) last(ctx context.Context, name string) string {
	return strings.TrimSpace(string(p.git(ctx, "rev-list", "--max-count=1", "HEAD", "--", "./"+name)))
}

// under are the files below a git directory that stand for what is under way. Meanwhile a file may hold what no commit has and
// nobody here wrote.
var under = []string{"index.lock", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply"}

// errUnsettled says that a file may hold what nobody here wrote and no commit has.
var errUnsettled = errors.New("something is under way in the repository")

// Committed returns a file as a checkout of the last commit writes it, nil if it has none. What differs from that can only be
// an edit of the person's. The error is fs.ErrNotExist where there is no repository, another one while that cannot be told.
func (p Past) Committed(name string) (text []byte, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), callWait)
	defer cancel()
	ended := func(err error, code int) bool {
		var e *exec.ExitError
		return errors.As(err, &e) && e.ExitCode() == code
	}
	at, err := p.ask(ctx, "rev-parse", "--absolute-git-dir")
	if ended(err, 128) {
		return nil, fs.ErrNotExist
	} else if err != nil {
		return nil, err
	}
	for _, file := range under {
		if _, err := os.Lstat(filepath.Join(strings.TrimSpace(string(at)), file)); !errors.Is(err, fs.ErrNotExist) {
			return nil, errUnsettled
		}
	}
	if _, err := p.ask(ctx, "rev-parse", "--verify", "--quiet", "HEAD"); ended(err, 1) { // before the first commit
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if _, err := p.ask(ctx, "diff-index", "--cached", "--quiet", "HEAD", "--", "./"+name); err != nil {
		return nil, errUnsettled // staged: by whom is not known
	}
	switch kind, err := p.kind(ctx, "HEAD", name); {
	case err != nil || kind == "":
		return nil, err
	case kind != "blob":
		return nil, errNoFile
	}
	return p.ask(ctx, "cat-file", "--filters", "HEAD:./"+name)
}

// errNoFile says that the last commit has something else than a file under a name: a folder, a link.
var errNoFile = errors.New("the last commit has no file there, but something else")

// kind returns what a commit has under a name: "blob" for a file, "" for nothing.
func (p Past) kind(ctx context.Context, commit, name string) (string, error) {
	line, err := p.ask(ctx, "ls-tree", commit, "--", "./"+name) // "100644 blob ID\tNAME"
	mode, rest, _ := strings.Cut(string(line), " ")
	kind, _, _ := strings.Cut(rest, " ")
	if kind == "blob" && !strings.HasPrefix(mode, "100") {
		kind = "link"
	}
	return kind, err
}

// git returns what git prints, nil if it does not end well.
func (p Past) git(ctx context.Context, args ...string) []byte {
	out, err := p.ask(ctx, args...)
	if err != nil {
		return nil
	}
	return out
}

// ask runs git so that it changes and fetches nothing.
func (p Past) ask(ctx context.Context, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "git", append([]string{"-C", p.Dir, "--literal-pathspecs", "--no-optional-locks", "-c", "protocol.allow=never", "-c", "core.fsmonitor=false"}, args...)...)
	c.Env = append(environ(), "GIT_NO_LAZY_FETCH=1")
	return c.Output()
}
