package claude

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil/must"
)

// serverBench is a bench with the client's own state file.
func serverBench(t *testing.T, scope Scope) (*bench, Servers) {
	t.Helper()
	b := newBench(t)
	b.in.Scope = scope
	return b, ServersOf(scope, b.home, "", filepath.Join(b.home, "tide"))
}

func (b *bench) server(at Servers, c hookline.Command) *Change {
	b.Helper()
	ch := must.Get(b.in.InstallServer(context.Background(), at, c))(b)
	return ch
}

func (b *bench) noServer(at Servers) *Change {
	b.Helper()
	ch := must.Get(b.in.UninstallServer(context.Background(), at))(b)
	return ch
}

func (b *bench) serverIs(at Servers, c hookline.Command) {
	b.Helper()
	s, err := LookServer(at)
	must.Hold(b, err == nil && s != nil && s.Ours && s.Binary == c.Binary && s.Vault == c.Vault, "%s has the server %+v, %v, not that of %+v", at.Path, s, err, c)
}

// The file comes back byte for byte, whatever it is and whichever scope the server was for, and what
// stands in it besides is not touched.
func TestServerRoundTrip(t *testing.T) {
	for _, scope := range []Scope{User, Local, Project} {
		b, at := serverBench(t, scope)
		dir := jsonc.Encode(filepath.ToSlash(filepath.Join(b.home, "tide")))
		files := []string{"", "{}", "{}\n", "{\n  \"mcpServers\": {}\n}", `{"mcpServers":null,"projects":null}`,
			"{\n  \"projects\": {\n    " + dir + ": {\n      \"mcpServers\": {},\n      \"n\": 1\n    }\n  }\n}\n",
			`{"mcpServers": {"other": {"command": "other", "args": []}}, "projects": {` + dir + `: {}}}`}
		for seed := range few(15) {
			files = append(files, newGenerator(seed).file())
		}
		for _, s := range files {
			b.write(at.Path, s)
			b.server(at, one)
			b.serverIs(at, one)
			ch := b.server(at, one)
			must.Hold(t, ch.None(), "%s: the second install changed %q to %q", scope, ch.Before, ch.After)
			b.server(at, two)
			b.serverIs(at, two)
			b.noServer(at)
			got := b.read(at.Path)
			must.Be(t, got == s, "%s: got\n%q\nnot\n%q", scope, got, s)
		}
		must.Do(t, os.Remove(at.Path))
		b.server(at, one)
		b.noServer(at)
		b.gone(at.Path)
		left, err := os.ReadDir(filepath.Join(b.in.StateDir, "install"))
		must.Hold(t, err == nil && len(left) == 0, "%s: records are left: %v, %v", scope, left, err)
	}
}

// rewritten is what the client makes of its state: all of it anew, with more in it.
func (b *bench) rewritten(path string, more func(m map[string]any)) {
	b.Helper()
	var m map[string]any
	must.Do(b, json.Unmarshal([]byte(b.read(path)), &m))
	more(m)
	out := must.Get(json.MarshalIndent(m, "", "  "))(b)
	b.write(path, string(out))
}

// The client rewrites its state all the time; then our entry alone goes, with what was made for it.
func TestServerAmongState(t *testing.T) {
	b, user := serverBench(t, User)
	_, local := serverBench(t, Local)
	local = Servers{user.Path, local.in, local.form}
	b.server(user, one)
	b.server(local, two)
	b.serverIs(user, one)
	b.serverIs(local, two)
	b.rewritten(user.Path, func(m map[string]any) { m["numStartups"] = 12 })
	b.noServer(user)
	b.serverIs(local, two)
	b.rewritten(user.Path, func(m map[string]any) { m["userID"] = "x" })
	b.noServer(local)
	must.Equal(t, b.read(user.Path), "{\n  \"numStartups\": 12,\n  \"userID\": \"x\"\n}", "left")

	b.server(local, one)
	b.rewritten(user.Path, func(m map[string]any) {
		m["projects"].(map[string]any)[local.in[1]].(map[string]any)["hasTrustDialogAccepted"] = true
	})
	b.noServer(local)
	must.Text(t, b.read(user.Path), "left").Has("hasTrustDialogAccepted").Lacks(serverName, "mcpServers")
	if err := os.Remove(user.Path); err != nil { // both made the file
		t.Fatal(err)
	}
	b.server(user, one)
	b.server(local, one)
	b.noServer(user)
	b.noServer(local)
	b.gone(user.Path)
}

// What a person added by hand is memoria's as well and keeps what we do not know; what else is called "memoria" is
// left alone, byte for byte.
func TestServerOfAnother(t *testing.T) {
	b, at := serverBench(t, User)
	b.write(at.Path, `{"mcpServers":{"memoria":{"type":"stdio","command":"memoria","args":["mcp"],"env":{"A":"b"}}}}`)
	b.server(at, one)
	b.serverIs(at, one)
	must.Text(t, b.read(at.Path), "now it").Has(`"env":{"A":"b"}`)
	b.noServer(at)
	must.Equal(t, b.read(at.Path), `{"mcpServers":{}}`, "left")
	for _, other := range []string{`{"command":"npx","args":["-y","memoria-mcp"]}`, `{"type":"http","url":"http://127.0.0.1:1/"}`, `7`, `[]`,
		`{"command":"sh","args":["-c","memoria mcp"]}`, `{"command":"memoria","args":["mcp","--debug"]}`, `{"command":"memoria","args":["mcp",1]}`,
		`{"command":"memoria","command":"x","args":["mcp"]}`, `{"command":"memoria","args":{}}`} {
		s := `{"mcpServers":{"memoria":` + other + `}}`
		b.write(at.Path, s)
		must.Is(t, must.Err(b.in.InstallServer(context.Background(), at, one)), ErrForeignServer, "over %s", other)
		must.Is(t, must.Err(b.in.PlanServer(at, one)), ErrForeignServer, "plan over %s", other)
		ch := b.noServer(at)
		must.Hold(t, ch.None(), "%s was taken out", other)
		must.Equal(t, b.read(at.Path), s, "%s became", s)
	}
	var refused *SettingsError
	for _, s := range []string{"{", "[]", `{"mcpServers":[]}`, `{"mcpServers":{},"mcpServers":{}}`, `{"mcpServers":{"memoria":{},"memoria":{}}}`} {
		b.write(at.Path, s)
		_, err := b.in.InstallServer(context.Background(), at, one)
		must.Hold(t, errors.As(err, &refused), "into %s: %v", s, err)
		must.Equal(t, b.read(at.Path), s, "%s became", s)
	}
}

// The hooks' record and the server's are apart, and the folder that both made goes with the last.
func TestServerBesideHooks(t *testing.T) {
	b := newBench(t)
	dir := filepath.Join(b.home, "elsewhere")
	b.path = SettingsPath(User, b.home, dir, "")
	at := ServersOf(User, b.home, dir, "")
	b.install(one)
	b.server(at, one)
	b.uninstall()
	b.serverIs(at, one)
	b.noServer(at)
	b.gone(dir)
}
