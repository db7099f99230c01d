// Package agents lists the agents whose sessions memoria reads, and finds the sessions of each.
package agents

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/codex"
	"github.com/agent-admin/memoria/cmd/internal/agent/cursor"
	"github.com/agent-admin/memoria/cmd/internal/agent/memories"
	"github.com/agent-admin/memoria/cmd/internal/agent/opencode"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/copilot"
	"github.com/agent-admin/memoria/flush/transcript/gemini"
	"github.com/agent-admin/memoria/flush/transcript/pi"
	"github.com/agent-admin/memoria/flush/transcript/qwen"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// An Agent is a coding agent.
type Agent struct {
	Name  string // in entries and on the command line
	Title string // as its people call it

	Live    bool // new hooks work in sessions that run already; of others that is not known, or they read hooks when they start
	Untried bool // what memoria knows of it was never seen with the agent itself

	Variable string // of the environment, that moves its folder; "" if there is none
	below    string // where in the folder that Variable names it is

	Scopes bool // it has settings of a person, of a project, and of a person for a project, and servers with each
	Strict bool // it takes its settings from plain JSON alone; others pass over comments

	Trust func(hooks, folder string) (map[string]codex.Trust, error) // what it thinks of the hooks in a file, if it runs none that the person does not trust
	Wait  func(folder string) string                                 // what its next start will wait for, since there are hooks; nil if it never does

	NoServer [2]string // why memoria puts no server there, and what to do for a vault DIR; "" if it does

	Memory memories.Form // none if it is Claude Code, whose settings say more

	Reads []string // files of a project that it reads into its sessions, as paths with slashes; what is published stands in the first
	named bool     // its settings may name others: see [Agent.ReadsIn]

	Servers claude.ServerForm // none if it is Claude Code, or if memoria puts no server there

	Keeps func(folder string) (time.Duration, error) // how long a transcript stays after its last change, where the settings in a folder say; nil if the agent deletes none

	resume   string   // what resumes a session of it, before the id
	folder   string   // the usual one, below the home, and below a project
	in       []string // where in it the transcripts are; nowhere if the agent keeps them in a database
	settings string   // the file in it that has hooks, if neither Claude Code's nor memoria's own
	history  history  // the zero value if it keeps none, or one that does not tell when something was typed

	session func(path string) (id string, ok bool) // of a transcript; an id of "" is the name of the file
	dir     func(path string) string               // where the session of a transcript worked, if its rows do not say

	fetch func(ctx context.Context, s opencode.Store, since time.Time, scan bool) error // [Agent.Fetch]
	find  func(ctx context.Context, root string) ([]transcript.Source, error)           // [Agent.Sessions], if it does more than find
}

// Files of a project that several agents read.
const (
	agentNotes  = "AGENTS.md"
	geminiNotes = "GEMINI.md"
)

// All are the agents, in the order in which they are told.
var All = []Agent{
	{Name: claude.Name, Title: "Claude Code", resume: "claude --resume ", Variable: "CLAUDE_CONFIG_DIR", folder: ".claude", in: []string{"projects"}, history: claudeHistory,
		Reads: []string{memories.ProjectNotes, memories.LocalNotes}, Scopes: true, Live: true, Keeps: claude.Retention,
		session: func(string) (string, bool) { return "", true }, find: claude.Sessions},
	{Name: codex.Name, Title: "Codex", resume: "codex resume ", Variable: "CODEX_HOME", folder: ".codex", in: []string{"sessions"}, settings: "hooks.json", history: codexHistory, Trust: codex.TrustOf, Strict: true,
		NoServer: [2]string{"Codex adds and removes servers itself", "codex mcp add memoria -- memoria mcp --vault DIR, or codex mcp remove memoria"},
		Reads:    []string{agentNotes},
		session:  func(path string) (string, bool) { return codex.SessionOf(name(path)) }},
	{Name: copilot.Name, Title: "Copilot CLI", resume: "copilot --resume=", Variable: "COPILOT_HOME", folder: ".copilot", in: []string{"session-state"},
		Reads:   []string{agentNotes, ".github/copilot-instructions.md", memories.ProjectNotes, geminiNotes},
		Servers: claude.ServerForm{File: "mcp-config.json", Kind: "local", Tools: true}, Strict: true,
		session: func(path string) (string, bool) { return filepath.Base(filepath.Dir(path)), name(path) == "events" }},
	{Name: cursor.Name, Title: "Cursor", resume: "cursor-agent --resume=", folder: ".cursor", in: []string{"projects"}, settings: "hooks.json", Reads: []string{agentNotes},
		Servers: claude.ServerForm{File: "mcp.json"}, Untried: true,
		session: func(path string) (string, bool) { return cursor.SessionOf(path) }, dir: cursor.DirOf},
	{Name: gemini.Name, Title: "Gemini CLI", resume: "gemini --resume ", Variable: "GEMINI_CLI_HOME", below: ".gemini", folder: ".gemini", in: []string{"tmp"}, Servers: claude.ServerForm{File: "settings.json"}, history: geminiHistory,
		Reads: []string{geminiNotes}, named: true, Keeps: keptByGemini,
		Memory:  memories.Form{Folders: "tmp/*/memory", Root: ".project_root", Page: geminiNotes, Heading: "Gemini Added Memories"},
		session: sessionOfGemini, dir: rootOfGemini},
	{Name: opencode.Name, Title: "OpenCode", resume: "opencode --session ", Variable: "XDG_CONFIG_HOME", below: "opencode", folder: filepath.Join(".config", "opencode"),
		Reads: []string{agentNotes}, Wait: opencode.Wait, fetch: opencode.Bring,
		session: func(path string) (string, bool) { return opencode.SessionOf(name(path)) },
		Servers: claude.ServerForm{File: "opencode.jsonc", Older: "opencode.json", Member: "mcp", Kind: "local", One: true, Schema: "https://opencode.ai/config.json", Loose: true}},
	{Name: qwen.Name, Title: "Qwen Code", resume: "qwen --resume ", folder: ".qwen", in: []string{"projects"}, settings: "settings.json", Servers: claude.ServerForm{File: "settings.json"},
		Reads: []string{agentNotes, "QWEN.md"}, named: true,
		session: func(path string) (string, bool) { return name(path), filepath.Base(filepath.Dir(path)) == "chats" }},
	{Name: pi.Name, Title: "pi", resume: "pi --session ", folder: ".pi", in: []string{"agent", "sessions"}, Reads: []string{agentNotes},
		Servers: claude.ServerForm{File: filepath.Join("agent", "mcp.json")}, Strict: true,
		session: func(path string) (string, bool) {
			_, id, ok := strings.Cut(name(path), "_")
			return id, ok
		}},
}

func name(path string) string {
	path = strings.TrimSuffix(path, claude.Packed)
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

func packed(s transcript.Source) bool { return strings.HasSuffix(s.Path, claude.Packed) }

// Packed counts its transcripts below a root that are compressed and that nobody unpacked.
func (a Agent) Packed(ctx context.Context, root string) int {
	all, _ := a.Find(ctx, root) // what cannot be read, Sessions tells of
	return pick.Count(all, packed)
}

// Resume returns the line of a shell that goes on with a session, in the folder where it worked, "" for the one where the
// line is typed. It is "" if the id is none that an agent gives.
func (a Agent) Resume(session, dir string) string {
	odd := func(r rune) bool { return !isLetter(r) && !strings.ContainsRune("-_.", r) }
	switch {
	case session == "" || session[0] == '-' || strings.ContainsFunc(session, odd):
		return ""
	case dir == "":
		return a.resume + session
	}
	return "cd " + vault.Quote(dir) + " && " + a.resume + session
}

func isLetter(r rune) bool {
	return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
}

// Folder returns the folder of its own files.
func (a Agent) Folder(getenv func(string) string, home string) string {
	if a.Variable != "" && getenv(a.Variable) != "" {
		return filepath.Join(getenv(a.Variable), a.below)
	}
	if home == "" {
		return ""
	}
	return filepath.Join(home, a.folder)
}

// Setting returns what Variable has to be for the folder of its own files to be folder.
func (a Agent) Setting(folder string) string {
	return a.Variable + "=" + vault.Quote(strings.TrimSuffix(folder, string(filepath.Separator)+a.below))
}

// Root returns the folder of all its transcripts.
func (a Agent) Root(getenv func(string) string, home string) string {
	if len(a.in) == 0 {
		return filepath.Join(vault.StateDir(getenv, home), a.Name)
	}
	return filepath.Join(append([]string{a.Folder(getenv, home)}, a.in...)...)
}

// A Looker says where an agent's sessions are looked for, and when.
type Looker struct {
	Getenv func(string) string
	Home   string
	Now    time.Time
}

// Fetch brings what an agent that keeps its sessions in a database was told after since into files below its root. A scan,
// for which nobody waits, does so now and then.
func (a Agent) Fetch(ctx context.Context, l Looker, since time.Time, scan bool) error {
	if a.fetch == nil {
		return nil
	}
	return a.fetch(ctx, opencode.Store{Getenv: l.Getenv, Home: l.Home, Folder: a.Root(l.Getenv, l.Home), Now: l.Now}, since, scan)
}

// Find lists all its transcripts below a root, also those that nobody unpacked. The error wraps fs.ErrNotExist if there is no such folder.
func (a Agent) Find(ctx context.Context, root string) ([]transcript.Source, error) {
	all, err := claude.Find(ctx, root, func(path string) bool { return strings.HasPrefix(filepath.Base(path), "session-") }) // as Gemini CLI wrote once
	out := all[:0]
	for _, s := range all {
		if id, ok := a.session(s.Path); ok {
			s.Agent, s.ID = a.Name, id
			a.place(&s)
			out = append(out, s)
		}
	}
	return out, err
}

// Sessions lists its transcripts below a root, without those of subagents where their files tell. A root that does not
// exist holds none.
func (a Agent) Sessions(ctx context.Context, root string) ([]transcript.Source, error) {
	if a.find != nil {
		return a.find(ctx, root)
	}
	out, err := a.Find(ctx, root)
	out = slices.DeleteFunc(out, packed)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return out, err
}

// Open describes the transcript at a path that a hook named. The error wraps fs.ErrNotExist if there is none.
func (a Agent) Open(path string) (transcript.Source, error) {
	s, err := claude.Open(path)
	s.Agent = a.Name
	s.ID, _ = a.session(path)
	a.place(&s)
	return s, err
}

// place says where a session worked whose rows do not.
func (a Agent) place(s *transcript.Source) {
	if a.dir != nil {
		s.Dir = a.dir(s.Path)
	}
}

// Locate finds the transcript of a session below a root. The error wraps fs.ErrNotExist if there is none, or of Claude Code's, which
// tell no more than a name, more than one.
func (a Agent) Locate(ctx context.Context, root, session string) (transcript.Source, error) {
	all, err := a.Sessions(ctx, root)
	all = slices.DeleteFunc(all, func(s transcript.Source) bool { return session == "" || s.Stem() != session })
	if len(all) == 1 || len(all) > 1 && a.find == nil {
		return all[0], nil
	}
	return transcript.Source{}, fmt.Errorf("transcript of session %q in %q: %w", session, root, cmp.Or(err, fs.ErrNotExist))
}

// Source returns the transcript of a session: the one at a path that a hook named, else the one found below a root by the
// session's id. dir is where the session works, as a hook says; "" if none does. The error wraps fs.ErrNotExist if there
// is none.
func (a Agent) Source(ctx context.Context, path, root, session, dir string) (transcript.Source, error) {
	s, err := a.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		if found, e := a.Locate(ctx, root, session); e == nil {
			s, err = found, nil
		}
	}
	s.Dir = cmp.Or(dir, s.Dir)
	return s, err
}

// Of returns the agents with a name, all for "".
func Of(name string) (out []Agent) {
	return pick.Where(All, func(a Agent) bool { return name == "" || a.Name == name })
}

// Names returns the names of the agents.
func Names() (out []string) {
	return pick.Each(All, func(a Agent) string { return a.Name })
}

// ReadersOf returns the names of the agents that read a file of a project in a folder, a path with slashes, into its
// sessions.
func ReadersOf(file, project string, getenv func(string) string, home string) (out []string) {
	for _, a := range All {
		if slices.Contains(a.ReadsIn(project, getenv, home), file) {
			out = append(out, a.Name)
		}
	}
	return out
}
