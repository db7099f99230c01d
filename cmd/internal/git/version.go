package git

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
)

// maxVersions is how far back an earlier version of a file is looked for.
const maxVersions = 20

// Version returns the newest committed version of a file below a folder that is the one looked for, nil if none is or
// there is no git.
func Version(dir, name string, is func(text []byte) bool) []byte {
	ctx, cancel := context.WithTimeout(context.Background(), callWait)
	defer cancel()
	git := func(args ...string) []byte {
		c := exec.CommandContext(ctx, "git", append([]string{"-C", dir, "--literal-pathspecs", "--no-optional-locks", "-c", "protocol.allow=never", "-c", "core.fsmonitor=false"}, args...)...)
		c.Env = append(environ(), "GIT_NO_LAZY_FETCH=1")
		out, err := c.Output()
		if err != nil {
			return nil
		}
		return out
	}
	commits := git("rev-list", fmt.Sprint("--max-count=", maxVersions), "HEAD", "--", "./"+name)
	for _, commit := range append([]string{"HEAD"}, strings.Fields(string(commits))...) {
		if text := git("cat-file", "blob", commit+":./"+name); text != nil && is(text) {
			return text
		}
	}
	return nil
}
