// Package obeyed tells the files of a vault that other programs obey.
package obeyed

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// Class is the class of a sync that would bring files which other programs obey.
const Class = "files"

// An Error names files on the remote that other programs would obey here: settings, plugins, instructions to agents.
// Who can write to the remote could have them run anything, so a person looks at them first.
type Error struct {
	Paths []string
	Trunk string
}

func (e *Error) Error() string {
	return fmt.Sprintf("the remote has %s that other programs obey: %s", say.Count(len(e.Paths), "new or changed file"), say.Printable(strings.Join(e.Paths[:min(len(e.Paths), 5)], ", ")))
}

// Mend returns what a person does about it.
func (e *Error) Mend() string {
	top, _, _ := strings.Cut(e.Paths[0], "/")
	top = vault.Quote(say.Printable(top)) // whoever made the name must not have a line run that is copied
	return "look at them: git diff HEAD..." + e.Trunk + " -- " + top + "; then memoria sync --allow " + top + " takes them, now and later, or git pull, once"
}

// Is reports whether another program obeys a file of this name: one below a name that begins with a dot, or one that
// agents read into their sessions. What git is told to ignore is only looked at by git.
func Is(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") && part != ".gitignore" {
			return true
		}
	}
	return agentsRead(path.Base(name))
}

// agentsRead reports whether some agent reads files of a name into its sessions.
func agentsRead(base string) bool {
	return slices.ContainsFunc(agents.All, func(a agents.Agent) bool {
		return slices.ContainsFunc(a.Reads, func(file string) bool { return strings.EqualFold(path.Base(file), base) })
	})
}
