// Package workspace opens a vault for work, with the clock and the folders of the machine, and makes the stores and
// pipelines that the vault's settings describe. Commands and handlers get them all from here, so each is set up in
// one way.
package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/git"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/fsutil"
)

// A Machine is the environment in which vaults are used.
type Machine struct {
	Getenv func(string) string // required
	Now    func() time.Time    // required
	Local  *time.Location      // zone of the machine
	Dir    string              // working directory
	Home   string              // of the user
	// Unasked: no person waits for what is done. See vault.Finder.
	Unasked bool
	Quiet   time.Duration // for which a file that a person saves is left alone before it counts as whole
}

// Finder returns the finder of vaults and settings.
func (m *Machine) Finder() *vault.Finder {
	return &vault.Finder{Getenv: m.Getenv, Dir: m.Dir, Home: m.Home, Local: m.Local, Unasked: m.Unasked, Past: func(at string) accept.Past { return git.Past{Dir: at} }}
}

// Open opens the vault at path, which Finder located.
func (m *Machine) Open(path string) (*Vault, error) {
	v, err := m.Finder().Open(path)
	if err != nil {
		return nil, err
	}
	if err := settle(v); err != nil {
		v.Dir.Close()
		return nil, err
	}
	w := &Vault{Vault: v, Machine: m}
	if v.Zoneless != "" {
		w.Log().Printf("settings", "%s", v.Zoneless)
	}
	return w, nil
}

// VaultFlag returns the flag that names the vault at path, "" if commands that run here find it without.
func (m *Machine) VaultFlag(path string) string {
	if found, err := m.Finder().Locate(""); err == nil && found == path {
		return ""
	}
	return " --vault " + vault.Quote(path)
}

// StateDir returns the folder of what belongs to the user and this machine and to no vault.
func (m *Machine) StateDir() string { return vault.StateDir(m.Getenv, m.Home) }

// Log returns the log of what happens in the background and belongs to no vault.
func (m *Machine) Log() *vault.Log { return &vault.Log{State: m.StateDir(), Now: m.Now} }

// Git finds the repositories that folders belong to.
func (m *Machine) Git() *git.Finder { return &git.Finder{Home: m.Home} }

// Transcripts returns the folder in which Claude Code keeps its transcripts.
func (m *Machine) Transcripts() string { return claude.Root(m.Home, m.claudeDir()) }

func (m *Machine) claudeDir() string { return m.Getenv("CLAUDE_CONFIG_DIR") }

// Scopes are the settings files of Claude Code that apply where the user is.
var Scopes = []claude.Scope{claude.User, claude.Project, claude.Local}

// Settings returns the settings file of a scope.
func (m *Machine) Settings(s claude.Scope) string {
	return claude.SettingsPath(s, m.Home, m.claudeDir(), m.Project())
}

// OwnSettings returns the settings files of Claude Code that do not depend on a project.
func (m *Machine) OwnSettings() []string {
	return append(claude.ManagedSettings(runtime.GOOS), claude.SettingsPath(claude.User, m.Home, m.claudeDir(), ""))
}

// NotesSettings returns the settings files that say where Claude Code keeps its notes of the project at root.
func (m *Machine) NotesSettings(root string) []string {
	return append(claude.ManagedSettings(runtime.GOOS), claude.SettingsPath(claude.Local, m.Home, "", root),
		claude.SettingsPath(claude.User, m.Home, m.claudeDir(), ""))
}

// Project returns the folder in which Claude Code is started for the current project, the only one whose settings it
// reads: the nearest with settings of its own, or the top of the repository, or where one is.
func (m *Machine) Project() string {
	for dir := m.Dir; ; dir = filepath.Dir(dir) {
		for _, sign := range []string{".claude", ".git"} {
			if _, err := os.Lstat(filepath.Join(dir, sign)); err == nil && dir != m.Home {
				return dir
			}
		}
		if filepath.Dir(dir) == dir {
			return m.Dir
		}
	}
}

// Servers returns where Claude Code looks for the MCP servers of a scope.
func (m *Machine) Servers(s claude.Scope) claude.Servers {
	return claude.ServersOf(s, m.Home, m.claudeDir(), m.ServersOf(s))
}

// ServersOf returns the folder whose sessions have the servers of a scope. Those of one person Claude Code knows by
// the repository, which all its worktrees share, or without one by the folder that it is started in.
func (m *Machine) ServersOf(s claude.Scope) string {
	if s != claude.Local {
		return m.Project()
	}
	dir := m.Dir
	if top, ok := m.Git().Repository(dir); ok {
		dir = filepath.FromSlash(top)
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return dir
}

// WithStateDir calls f with the user's state folder, if it exists.
func (m *Machine) WithStateDir(f func(*fsutil.Dir) error) error {
	dir, err := fsutil.OpenDir(m.StateDir())
	if err != nil {
		return nil // nothing was ever put there
	}
	defer dir.Close()
	return f(dir)
}

// HookProgram returns the path of memoria-hook if it lies beside memoria, else "".
func HookProgram(memoria string) string {
	path := filepath.Join(filepath.Dir(memoria), agent.Program)
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode()&0o111 == 0 {
		return ""
	}
	return path
}

// SameFile reports whether two paths lead to one file or folder.
func SameFile(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// IsFile reports whether a plain file is at path.
func IsFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// IsFolder reports whether a folder is at path.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// IsVault reports whether a vault is at path.
func IsVault(path string) bool { return IsFolder(filepath.Join(path, vault.Marker)) }

// Below reports whether dir is base or lies below it.
func Below(dir, base string) bool {
	rel, err := filepath.Rel(base, dir)
	return err == nil && filepath.IsLocal(rel)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
