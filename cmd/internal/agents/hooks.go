package agents

import (
	"path/filepath"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/ownfile"
)

// OwnFiles reports whether the agent takes hooks from files of memoria's own, which hold for all projects.
func (a Agent) OwnFiles() bool { return ownfile.Owns(a.Name) }

// HooksPath returns the file that holds the hooks of an agent other than Claude Code: of the person, whose agent keeps
// its own files in a folder, or of a project if one is given.
func (a Agent) HooksPath(folder, project string) string {
	switch {
	case a.OwnFiles():
		return ownfile.Path(folder, a.Name)
	case project != "":
		folder = filepath.Join(project, a.folder)
	}
	return filepath.Join(folder, a.settings)
}

// HooksIn returns memoria's hooks in a file of the agent; none if there is no file.
func (a Agent) HooksIn(path string) (hooks []claude.Hook, err error) {
	if !a.OwnFiles() {
		hooks, _, err = claude.Hooks(path)
		return hooks, err
	}
	c, ok, err := ownfile.Standing(ownfile.Folder(path, a.Name), a.Name)
	if err != nil || !ok {
		return nil, err
	}
	for _, event := range a.Events() {
		hooks = append(hooks, claude.Hook{Event: event, Line: c.Line(event), Call: hookline.Call{Binary: c.Binary, Event: event, Vault: c.Vault, Agent: a.Name}})
	}
	return hooks, nil
}

// Events returns the events that hooks of the agent are installed for.
func (a Agent) Events() []string {
	if a.OwnFiles() {
		return ownfile.Events(a.Name)
	}
	return claude.EventsOf(a.Name)
}
