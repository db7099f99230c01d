package claude

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/templates"
)

// A Plugin is a folder that installs memoria's hooks and its MCP server without changing settings files.
type Plugin struct {
	Command hookline.Command // required
	Version string           // of memoria
}

// A PluginFile is a file that writing a plugin changes.
type PluginFile struct {
	Name   string // below the plugin's folder
	Before string // "" if there is none
	After  string
}

const manifest = ".claude-plugin/plugin.json"

// Plan returns what Write would write into dir, nil if nothing changes. It refuses a folder that holds anything but
// an earlier memoria plugin.
func (p Plugin) Plan(dir string) ([]PluginFile, error) {
	if err := refuse(dir); err != nil {
		return nil, fmt.Errorf("write a plugin to %q: %w", dir, err)
	}
	var out []PluginFile
	for _, f := range p.files(dir) {
		old, err := fsutil.ReadFile(filepath.Join(dir, filepath.FromSlash(f.Name)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("write a plugin to %q: %w", dir, err)
		}
		if f.Before = string(old); f.Before != f.After {
			out = append(out, f)
		}
	}
	return out, nil
}

// refuse returns why dir cannot become a memoria plugin, or nil.
func refuse(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return Reason(err)
	}
	b, err := fsutil.ReadFile(filepath.Join(dir, filepath.FromSlash(manifest)))
	if err != nil {
		return errors.New("there is something else in it")
	}
	root, _, err := jsonc.Scan(string(b))
	if err != nil || root == nil {
		return errors.New("it holds a plugin that cannot be read")
	}
	if i, _ := root.Member("name"); i < 0 || jsonc.Decode(string(b), root.Items[i].Value) != pluginName {
		return errors.New("it holds another plugin")
	}
	return nil
}

const pluginName = "memoria"

// files returns the files of a plugin in dir.
func (p Plugin) files(dir string) []PluginFile {
	st := jsonc.StyleOf("", nil)
	print := func(v any) string { return st.Print(v, "", true) + "\n" }
	hooks := jsonc.Fields{}
	for _, event := range Events {
		hooks = append(hooks, jsonc.Field{event, jsonc.List{newGroup(p.Command, event)}})
	}
	readme := strings.NewReplacer(
		"{{vault}}", p.Command.Vault, "{{binary}}", p.Command.Binary,
		"{{in vault}}", p.Command.Quote(p.Command.Vault), "{{in folder}}", p.Command.Quote(dir),
	).Replace(templates.PluginReadme())
	return []PluginFile{
		{Name: manifest, After: print(jsonc.Fields{
			{"name", pluginName},
			{"version", release(p.Version)},
			{"description", "Keeps what you and your coding agent decided and learned, as plain Markdown you own."},
			{"author", jsonc.Fields{{"name", "memoria"}}},
			{"license", "MIT"},
		})},
		{Name: ".mcp.json", After: print(jsonc.Fields{{"mcpServers", jsonc.Fields{{pluginName, jsonc.Fields{
			{"command", p.Command.Binary},
			{"args", jsonc.List{"mcp", "--vault", p.Command.Vault}},
		}}}}})},
		{Name: "hooks/hooks.json", After: print(jsonc.Fields{{"hooks", hooks}})},
		{Name: "README.md", After: readme},
	}
}

// release returns a version as a manifest takes it: three numbers.
func release(v string) string {
	v, _, _ = strings.Cut(strings.TrimPrefix(v, "v"), "-")
	v, _, _ = strings.Cut(v, "+")
	if strings.Count(v, ".") != 2 || strings.Trim(v, "0123456789.") != "" {
		return "0.0.0"
	}
	return v
}

// Write writes the files that Plan found into dir.
func (p Plugin) Write(dir string, files []PluginFile) error {
	d, err := fsutil.CreateDir(dir, 0o755)
	if err != nil {
		return fmt.Errorf("write a plugin to %q: %w", dir, err)
	}
	defer d.Close()
	for _, f := range files {
		if _, err := d.WriteFile(f.Name, []byte(f.After), 0o644); err != nil {
			return fmt.Errorf("write a plugin to %q: %w", dir, err)
		}
	}
	return nil
}
