package git

import (
	"context"
	"fmt"
	"os/exec"
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
	commits := p.git(ctx, "rev-list", fmt.Sprint("--max-count=", maxVersions), "HEAD", "--", "./"+name)
	for _, commit := range append([]string{"HEAD"}, strings.Fields(string(commits))...) {
		if text := p.git(ctx, "cat-file", "blob", commit+":./"+name); text != nil && is(text) {
			return text
		}
	}
	return nil
}

// Removed reports whether a file that is gone was removed in this clone: it is in the last commit, or what took it out is a
// commit that was made here, as the log of HEAD says, where no other clone writes.
func (p Past) Removed(name string) bool {
	ctx, cancel := context.WithTimeout(context.Background(), callWait)
	defer cancel()
	if p.git(ctx, "cat-file", "-t", "HEAD:./"+name) != nil {
		return true
	}
	commit := strings.TrimSpace(string(p.git(ctx, "rev-list", "--max-count=1", "HEAD", "--", "./"+name)))
	for line := range strings.Lines(string(p.git(ctx, "log", "-g", fmt.Sprint("--max-count=", maxMoves), "--format=%H %gs", "HEAD"))) {
		id, did, _ := strings.Cut(line, " ")
		did, _, _ = strings.Cut(did, ":")
		if id == commit && commit != "" && (strings.HasPrefix(did, "commit") || strings.HasSuffix(did, "(pick)")) { // of a rebase
			return true
		}
	}
	return false
}

// git returns what git prints, nil if it does not end well.
func (p Past) git(ctx context.Context, args ...string) []byte {
	c := exec.CommandContext(ctx, "git", append([]string{"-C", p.Dir, "--literal-pathspecs", "--no-optional-locks", "-c", "protocol.allow=never", "-c", "core.fsmonitor=false"}, args...)...)
	c.Env = append(environ(), "GIT_NO_LAZY_FETCH=1")
	out, err := c.Output()
	if err != nil {
		return nil
	}
	return out
}
