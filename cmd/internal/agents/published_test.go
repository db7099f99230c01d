package agents

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/ownfile"
	"github.com/agent-admin/memoria/fsutil/must"
)

// plugins is the folder of the plugins that are given out. They name no path of a machine: the programs are those on
// PATH, and the vault is the person's default one.
var plugins = filepath.Join("..", "..", "..", "packaging", "plugins")

// standIn is a vault in a command line that is made portable afterwards.
const standIn = "VAULT"

// heard are the agents that show a person the systemMessage of a hook.
var heard = map[string]bool{hookline.Agent: true, hookline.Codex: true, hookline.Gemini: true, hookline.Qwen: true}

const absent = `{"systemMessage":"The plugin memoria keeps nothing: the program memoria is not installed. See https://github.com/agent-admin/memoria/blob/main/docs/install.md"}`

// portable returns the command line of a hook on any machine. It runs memoria where memoria-hook is not there, and a session that
// begins says so where both are not.
func portable(agent, event string) string {
	call := " hook " + agent + " " + event + " 2>/dev/null"
	line := "memoria-hook" + call + " || memoria" + call + " || "
	if event == "SessionStart" && heard[agent] {
		return line + "command -v memoria >/dev/null || echo '" + absent + "'"
	}
	return line + ":"
}

// installedFor is what an installed hook of an agent runs, which is made portable afterwards.
func installedFor(agent string) hookline.Command {
	return hookline.Command{Binary: "memoria", Vault: standIn, Agent: agent}
}

var written = regexp.MustCompile(`memoria hook (\w+) (\w+) --vault ` + standIn + ` 2>/dev/null \|\| :`)

// uninstalls is what a file says of memoria uninstall, which removes no plugin.
var uninstalls = regexp.MustCompile(` memoria uninstall \w+ removes this file\.`)

// everywhere makes the command lines in a file portable.
func everywhere(text string) string {
	text = uninstalls.ReplaceAllString(text, "")
	return written.ReplaceAllStringFunc(text, func(line string) string {
		m := written.FindStringSubmatch(line)
		return strings.TrimSuffix(strings.TrimPrefix(encode(portable(m[1], m[2])), `"`), "\"\n")
	})
}

func encode(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		panic(err)
	}
	return b.String()
}

// hooksFile returns the hooks of an agent that reads the form of Claude Code, as memoria install would write them.
func hooksFile(t *testing.T, agent string) string {
	path := filepath.Join(t.TempDir(), "hooks.json")
	must.Get((&claude.Installer{StateDir: t.TempDir()}).Install(t.Context(), path, installedFor(agent)))(t)
	b := must.Get(os.ReadFile(path))(t)
	return string(b)
}

// ownFile returns a file of memoria's own of an agent.
func ownFile(agent, name string) string {
	for _, f := range ownfile.Files(installedFor(agent)) {
		if filepath.Base(f.Path) == name {
			return f.Text
		}
	}
	panic(agent + " has no " + name)
}

// release is the version of the plugins. packaging/release makes none of another tag.
const release = "0.1.0"

type object = map[string]any

// published returns the files of the plugins.
func published(t *testing.T) map[string]string {
	server := object{"memoria": object{"command": "memoria", "args": []string{"mcp"}}}
	about := object{"name": "memoria", "version": release, "description": "Keeps what you and your coding agent decided and learned, as plain Markdown you own.",
		"license": "MIT", "homepage": "https://github.com/agent-admin/memoria"}
	with := func(more object) string {
		all := object{}
		for _, m := range []object{about, more} {
			maps.Copy(all, m)
		}
		return encode(all)
	}
	author := object{"name": "The memoria authors"}
	npm := func(name, file string, more object) string {
		m := object{"name": "@agent-admin/" + name, "author": "The memoria authors", "repository": "github:agent-admin/memoria", "type": "module", "files": []string{file}}
		maps.Copy(m, more)
		return with(m)
	}
	return map[string]string{
		"claude/.claude-plugin/plugin.json": with(object{"author": author}),
		"claude/.mcp.json":                  encode(object{"mcpServers": server}),
		"claude/hooks/hooks.json":           hooksFile(t, hookline.Agent),

		"codex/.codex-plugin/plugin.json": with(object{"author": author, "mcpServers": "./.mcp.json"}),
		"codex/.mcp.json":                 encode(object{"mcpServers": server}),
		"codex/hooks/hooks.json":          hooksFile(t, hookline.Codex),

		"copilot/plugin.json": with(object{"author": author, "hooks": "hooks.json", "mcpServers": ".mcp.json"}),
		"copilot/.mcp.json":   encode(object{"mcpServers": object{"memoria": object{"type": "local", "command": "memoria", "args": []string{"mcp"}, "tools": []string{"*"}}}}),
		"copilot/hooks.json":  ownFile(hookline.Copilot, "memoria.json"),

		"gemini/gemini-extension.json": encode(object{"name": "memoria", "version": release, "mcpServers": server}),
		"gemini/hooks/hooks.json":      ownFile(hookline.Gemini, "hooks.json"),

		"qwen/qwen-extension.json": encode(object{"name": "memoria", "version": release, "mcpServers": server}),
		"qwen/hooks/hooks.json":    hooksFile(t, hookline.Qwen),

		"opencode/package.json": npm("memoria-opencode", "memoria.js", object{"main": "memoria.js", "exports": "./memoria.js"}),
		"opencode/memoria.js":   ownFile(hookline.OpenCode, "memoria.js"),

		"pi/package.json": npm("memoria-pi", "memoria.ts", object{"keywords": []string{"pi-package"}, "pi": object{"extensions": []string{"./memoria.ts"}}}),
		"pi/memoria.ts":   ownFile(hookline.Pi, "memoria.ts"),
	}
}

// TestPublished holds the plugins that are given out to what memoria install writes. UPDATE=1 writes them anew.
func TestPublished(t *testing.T) {
	for name, text := range published(t) {
		text, path := everywhere(text), filepath.Join(plugins, filepath.FromSlash(name))
		must.Hold(t, !strings.Contains(text, standIn), "%s names a vault", name)
		if os.Getenv("UPDATE") != "" {
			must.Do(t, os.MkdirAll(filepath.Dir(path), 0o755))
			must.Do(t, os.WriteFile(path, []byte(text), 0o644))
		}
		got, err := os.ReadFile(path)
		must.Hold(t, err == nil && string(bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n"))) == text, "%s is not what memoria install writes (%v): UPDATE=1 go test ./cmd/internal/agents", name, err)
	}
}
