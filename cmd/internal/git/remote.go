package git

import (
	"bufio"
	"bytes"
	"context"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/flush/project"
)

// Remote returns the address of the repository at root, that of the remote origin or else of the first, in one form for
// all its spellings: host/owner/name, in lower case, or the path of a folder. It is "" if there is none.
func (f *Finder) Remote(root string) string {
	common, ok := gitDir(root)
	if !ok || common == "" {
		return ""
	}
	data := readSmall(path.Join(common, "config"), maxConfig)
	first, name := "", ""
	for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
		text := strings.TrimSpace(s.Text())
		if strings.HasPrefix(text, "[") {
			name = ""
			if rest, ok := strings.CutPrefix(text, `[remote "`); ok {
				name, _, _ = strings.Cut(rest, `"`)
			}
			continue
		}
		key, value, ok := strings.Cut(text, "=")
		if !ok || name == "" || !strings.EqualFold(strings.TrimSpace(key), "url") {
			continue
		}
		if at := address(root, strings.Trim(strings.TrimSpace(value), `"`)); name == "origin" && at != "" {
			return at
		} else if first == "" {
			first = at
		}
	}
	return first
}

// address returns an address of a repository in the form of Remote.
func address(root, s string) string {
	if remote := project.Remote(s); remote != "" {
		return remote
	}
	u, err := url.Parse(s)
	switch {
	case s == "", err == nil && u.Host != "", strings.HasSuffix(s, ":") && len(s) > 2: // a host alone
		return ""
	case err == nil && u.Scheme == "file":
		s = u.Path
	default:
		s = resolve(root, s)
	}
	s = strings.TrimSuffix(strings.TrimRight(s, "/"), ".git")
	return strings.ToLower(strings.TrimSuffix(s, "/"))
}

const (
	maxConfig = 1 << 20
	callWait  = 3 * time.Second
)

// RootCommit returns the first commit of the repository at root, on the line of first parents, or "" if git cannot tell:
// there is none yet, the history is cut off, or git is not there.
func (f *Finder) RootCommit(root string) string {
	common, ok := gitDir(root)
	if !ok || common == "" || isFile(path.Join(common, "shallow")) {
		return ""
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if first, ok := f.first[common]; ok {
		return first
	}
	ctx, cancel := context.WithTimeout(context.Background(), callWait)
	defer cancel()
	c := exec.CommandContext(ctx, "git", "--no-optional-locks", "-c", "protocol.allow=never", "-c", "core.fsmonitor=false",
		"--git-dir="+filepath.FromSlash(common), "rev-list", "--first-parent", "--max-parents=0", "HEAD")
	c.Env = append(environ(), "GIT_NO_LAZY_FETCH=1") // what is missing stays missing: to fetch it would run what the repository says
	out, err := c.Output()
	first, _, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	if err != nil || strings.ContainsFunc(first, func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) }) {
		first = ""
	}
	if f.first == nil {
		f.first = map[string]string{}
	}
	f.first[common] = first
	return first
}

// environ returns the environment without what would have git look elsewhere, but for where the person's settings are.
func environ() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "GIT_CONFIG_GLOBAL=")
	})
}

// UserName returns the name that git has for the person, in the repository of a folder or in general; "" if there is none.
func (f *Finder) UserName(ctx context.Context, dir string) string {
	ctx, cancel := context.WithTimeout(ctx, callWait)
	defer cancel()
	return strings.TrimSpace(string(Past{dir}.git(ctx, "config", "user.name")))
}
