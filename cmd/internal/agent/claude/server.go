package claude

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
)

// serverName is what the client calls memoria's server, and so what its tools' names begin with.
const serverName = "memoria"

// stdio is the type of a server that Claude Code starts itself.
const stdio = "stdio"

// Servers is the place in a settings file that holds the MCP servers of a scope.
type Servers struct {
	Path string   // of the file
	in   []string // the members that lead to the servers

	form ServerForm
}

// A ServerForm is how an agent keeps the servers that it starts itself.
type ServerForm struct {
	File   string // in the folder of its own files; "" if it keeps none there
	Older  string // name that the file has in its place where versions before made it
	Member string // of the file, that holds the servers; "mcpServers" if it is ""
	Kind   string // the type of such a server; "" if its entry has none
	Tools  bool   // an entry names the tools that may be used
	One    bool   // the program and its arguments are one list
	Schema string // address of a description, which the agent would put into a file that names none
	Loose  bool   // the file may have comments, and commas at the end of lists
}

// In returns the place in the folder of an agent; no path if it keeps none there.
func (f ServerForm) In(folder string) Servers {
	if f.File == "" {
		return Servers{}
	}
	at := filepath.Join(folder, f.File)
	if older := filepath.Join(folder, f.Older); f.Older != "" && !isThere(at) && isThere(older) {
		at = older
	}
	return Servers{at, []string{cmp.Or(f.Member, "mcpServers")}, f}
}

func isThere(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// ServersOf returns the place of a scope. home and configDir (CLAUDE_CONFIG_DIR, usually empty) are the user's. top
// is the folder by which the client knows the project: the repository with links resolved, or the folder that the
// client is started in.
//
// What is one person's lies in a file that the client keeps its own state in.
func ServersOf(scope Scope, home, configDir, top string) Servers {
	own, form := filepath.Join(cmp.Or(configDir, home), ".claude.json"), ServerForm{Kind: stdio}
	switch scope {
	case Project:
		return Servers{filepath.Join(top, ".mcp.json"), []string{"mcpServers"}, form}
	case Local:
		return Servers{own, []string{"projects", filepath.ToSlash(top), "mcpServers"}, form}
	}
	return Servers{own, []string{"mcpServers"}, form}
}

// A Server is the entry that is called "memoria".
type Server struct {
	Binary string // as written
	Vault  string // "" if it names none
	Ours   bool   // it only runs memoria as a server
}

// ErrForeignServer says that another server has the name "memoria". The installer leaves it alone.
var ErrForeignServer = errors.New(`another server is called "memoria" there`)

// LookServer returns the server called "memoria", nil if there is none. The error is a *SettingsError.
func LookServer(at Servers) (*Server, error) {
	f, err := readFile(at.Path)
	if err != nil && !errors.Is(err, os.ErrPermission) {
		return nil, err
	}
	d, err := newDraft(f.text)
	if err == nil {
		var s *Server
		if s, _, err = d.server(at); err == nil {
			return s, nil
		}
	}
	return nil, &SettingsError{at.Path, err}
}

// PlanServer returns what InstallServer would change, and writes nothing.
func (in *Installer) PlanServer(at Servers, c hookline.Command) (*Change, error) {
	return in.plan(at.Path, serverPart{at, c}, true)
}

// PlanServerRemoval returns what UninstallServer would change, and writes nothing.
func (in *Installer) PlanServerRemoval(at Servers) (*Change, error) {
	return in.plan(at.Path, serverPart{at: at}, false)
}

// InstallServer adds memoria's server to the settings of a scope, as Install adds hooks. The error is a
// *SettingsError that wraps ErrForeignServer if another server has the name.
func (in *Installer) InstallServer(ctx context.Context, at Servers, c hookline.Command) (*Change, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return in.change(ctx, at.Path, serverPart{at, c}, true)
}

// UninstallServer removes memoria's server, as Uninstall removes hooks. Another server of the same name stays.
func (in *Installer) UninstallServer(ctx context.Context, at Servers) (*Change, error) {
	return in.change(ctx, at.Path, serverPart{at: at}, false)
}

// serverPart is memoria's server in the file that names the servers of a scope.
type serverPart struct {
	at Servers
	c  hookline.Command
}

func (p serverPart) slot() string { return strings.Join(p.at.in, "\x00") }

func (p serverPart) find(d draft) (had found, err error) {
	s, _, err := d.server(p.at)
	if s == nil || err != nil {
		return had, err
	}
	had.ours = s.Ours
	if s.Vault != "" {
		had.vaults = []string{s.Vault}
	}
	return had, nil
}

func (p serverPart) put(d draft, r *record) (err error) {
	r.Made, err = d.putServer(p.at, p.c)
	return err
}

func (p serverPart) take(d draft, r *record) error {
	made := 0
	if r != nil {
		made = r.Made
	}
	return d.dropServer(p.at, made)
}

// entry returns memoria's server in the form of the agent.
func (f ServerForm) entry(c hookline.Command) (out jsonc.Fields) {
	if f.Kind != "" {
		out = jsonc.Fields{{"type", f.Kind}}
	}
	if f.One {
		return append(out, jsonc.Fields{{"command", f.args(c)}, {"enabled", true}}...)
	}
	out = append(out, jsonc.Fields{{"command", c.Binary}, {"args", f.args(c)}}...)
	if f.Tools {
		out = append(out, jsonc.Field{"tools", jsonc.List{"*"}})
	}
	return out
}

// args returns the list that the entry of a server has.
func (f ServerForm) args(c hookline.Command) jsonc.List {
	args := jsonc.List{"mcp", "--vault", c.Vault}
	if f.One {
		return append(jsonc.List{c.Binary}, args...)
	}
	return args
}

// server returns the one that is called "memoria", and its node.
func (d draft) server(at Servers) (*Server, jsonc.Node, error) {
	n, deep, err := d.walk(at.in)
	if err != nil || deep < len(at.in) {
		return nil, jsonc.Node{}, err
	}
	i, twice := n.Member(serverName)
	if twice {
		return nil, jsonc.Node{}, errTwice(serverName)
	}
	if i < 0 {
		return nil, jsonc.Node{}, nil
	}
	v := n.Items[i].Value
	s := d.asServer(v, cmp.Or(at.form.Kind, stdio))
	return &s, v, nil
}

// asServer reads a server. What a person set besides, such as its environment, does not make it another's.
func (d draft) asServer(n jsonc.Node, kind string) (s Server) {
	var args []string
	plain := n.Kind == jsonc.Object
	seen := []string{}
	for _, it := range n.Items {
		plain = plain && !slices.Contains(seen, it.Key)
		seen = append(seen, it.Key)
		switch it.Key {
		case "type":
			plain = plain && jsonc.Decode(d.Text, it.Value) == kind
		case "command", "args":
			if it.Value.Kind == jsonc.Text && it.Key == "command" {
				s.Binary = jsonc.Decode(d.Text, it.Value)
				continue
			}
			plain = plain && it.Value.Kind == jsonc.Array
			for _, a := range it.Value.Items {
				plain = plain && a.Value.Kind == jsonc.Text
				args = append(args, jsonc.Decode(d.Text, a.Value))
			}
		case "url":
			plain = false
		}
	}
	if s.Binary == "" && len(args) > 0 { // one list of all
		s.Binary, args = args[0], args[1:]
	}
	rest, vault, ok := hookline.TakeVault(args)
	s.Vault = vault
	base := strings.ToLower(s.Binary[strings.LastIndexAny(s.Binary, `/\`)+1:])
	s.Ours = plain && ok && s.Binary != "" && slices.Equal(rest, []string{"mcp"}) && (vault != "" || strings.Contains(base, "memoria"))
	return s
}
