package hookline

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A shell gives back the paths as they are.
func TestLineThroughShell(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	for _, path := range []string{"/usr/bin/memoria", "/a b/memoria", "/it's/memoria", `/q"uote/memoria`, "/$HOME/`id`/memoria",
		`/back\slash/memoria`, "/ö/日本/memoria", "/;&|<>()*?[]#~!{}/memoria", "/-x/=y/memoria", "/a'b\"c$d/memoria"} {
		c := Command{Binary: path, Vault: path + " vault"}
		if err := c.Check(); err != nil {
			t.Errorf("%q: %v", path, err)
			continue
		}
		out, err := exec.Command("/bin/sh", "-c", `f() { printf '%s\n' "$@"; }; f `+c.Line("Stop")).Output()
		want := strings.Join([]string{path, "hook", "claude", "Stop", "--vault", path + " vault", ""}, "\n")
		must.Hold(t, err == nil && string(out) == want, "%s: the shell gave %q, %v", c.Line("Stop"), out, err)
		call, ok := Parse(c.Line("Stop"))
		must.Hold(t, ok && call == (Call{path, "Stop", path + " vault", Agent}), "%s is parsed as %+v, %t", c.Line("Stop"), call, ok)
	}
}

// Hooks run the program that is the hook alone, and are known as ours.
func TestLineOfTheHookProgram(t *testing.T) {
	c := Command{Binary: "/a b/memoria", Hook: "/a b/memoria-hook", Vault: "/v"}
	got, want := c.Line("Stop"), `"/a b/memoria-hook" hook claude Stop --vault /v 2>/dev/null || :`
	must.Hold(t, got == want, "got %s", got)
	call, ok := Parse(c.Line("Stop"))
	must.Hold(t, ok && call == (Call{"/a b/memoria-hook", "Stop", "/v", Agent}), "parsed as %+v, %t", call, ok)
}

// The client takes an exit code of 2 for an order, and that is what a Go program ends with that gets no memory.
// Whatever the program does, and if there is none, the line ends with 0 and prints nothing.
func TestLineEndsWell(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	dir := t.TempDir()
	for name, script := range map[string]string{"dies": "echo fatal error >&2; exit 2", "killed": "kill -9 $$", "ok": "exit 0"} {
		must.Do(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o700))
	}
	for _, name := range []string{"dies", "killed", "ok", "missing", "."} {
		line := Command{Binary: filepath.Join(dir, name), Vault: dir + "/a vault"}.Line("Stop")
		out, err := exec.Command("/bin/sh", "-c", line).CombinedOutput()
		if err != nil || len(out) > 0 && name != "killed" { // of that the shell itself may tell
			t.Errorf("%s: %v, %q", line, err, out)
		}
		must.Hold(t, Hushed(line) && !Hushed(Aloud(line)), "%s: it is told wrongly whether it hides how it ends", line)
	}
	c := Command{Binary: "/m", Vault: "/v 2>/dev/null || :"}
	got, want := Aloud(c.Line("Stop")), `/m hook claude Stop --vault "/v 2>/dev/null || :"`
	must.Hold(t, got == want, "got %s", got)
	err := exec.Command("/bin/sh", "-c", Aloud(Command{Binary: filepath.Join(dir, "dies"), Vault: dir}.Line("Stop"))).Run()
	exit := (*exec.ExitError)(nil)
	must.Hold(t, errors.As(err, &exit) && exit.ExitCode() == 2, "without the end of the line: %v", err)
}

// No backslash reaches a shell on Windows.
func TestLineOnWindows(t *testing.T) {
	c := Command{Binary: `C:\Users\A B\bin\memoria.exe`, Vault: `D:\notes`, Windows: true}
	got, want := c.Line("SessionEnd"), `"C:/Users/A B/bin/memoria.exe" hook claude SessionEnd --vault D:/notes`
	must.Hold(t, got == want, "got %s", got)
	call, ok := Parse(c.Line("Stop"))
	must.Hold(t, ok && call.Binary == "C:/Users/A B/bin/memoria.exe" && call.Vault == "D:/notes", "parsed as %+v, %t", call, ok)
	must.Hold(t, (Command{Binary: `C:\$x\memoria.exe`, Vault: `D:\notes`, Windows: true}).Check() != nil, "a $ that bash would expand is accepted")
}

func TestCheckCommand(t *testing.T) {
	for _, c := range []Command{{}, {Binary: "/a\nb", Vault: "/v"}, {Binary: "/m", Vault: "/\xff"}, {Binary: "/m"}} {
		must.Hold(t, c.Check() != nil, "%+v is accepted", c)
	}
}

func TestParseCommand(t *testing.T) {
	ours := map[string]Call{
		"memoria hook claude Stop":                                         {"memoria", "Stop", "", Agent},
		"~/go/bin/memoria hook claude Stop":                                {"~/go/bin/memoria", "Stop", "", Agent},
		`"$HOME/bin/memoria" hook claude Stop`:                             {"$HOME/bin/memoria", "Stop", "", Agent},
		`"C:\Users\A B\memoria.exe" hook claude Stop`:                      {`C:\Users\A B\memoria.exe`, "Stop", "", Agent},
		"/opt/memoria-0.3/memoria-dev --vault /v hook claude SessionStart": {"/opt/memoria-0.3/memoria-dev", "SessionStart", "/v", Agent},
		"memoria hook claude Stop --vault='/a b'":                          {"memoria", "Stop", "/a b", Agent},
		"MEMORIA_VAULT=/v memoria hook claude Stop":                        {"memoria", "Stop", "/v", Agent},
		"memoria hook claude Stop >/dev/null 2>&1 || true":                 {"memoria", "Stop", "", Agent},
		"/m hook claude Stop --vault /v 2>/dev/null || :":                  {"/m", "Stop", "/v", Agent},
		"/tmp/m hook claude Stop --vault /v":                               {"/tmp/m", "Stop", "/v", Agent},
		"/tmp/m hook codex Interrupt --vault /v":                           {"/tmp/m", "Interrupt", "/v", Codex},
	}
	for line, want := range ours {
		got, ok := Parse(line)
		must.Hold(t, ok && got == want, "%s: %+v, %t", line, got, ok)
	}
	for _, line := range []string{"", "memoria", "memoria hook claude", "memoria hook nobody Stop", "other hook claude Stop", "memoria status",
		"memoria hook claude Stop && notify-send done", "memoria hook claude Stop; rm x", "memoria hook claude Stop | cat", "echo memoria hook claude Stop",
		`echo "memoria hook claude Stop"`, "memoria hook claude $(event)", "memoria hook claude Stop --verbose", "timeout 5 memoria hook claude Stop",
		"memoria hook claude 'Stop'x7", "memoria hook claude Stop\nid", "'memoria hook claude Stop", `memoria hook claude "`, "X=1 memoria hook claude Stop"} {
		got, ok := Parse(line)
		must.Hold(t, !ok, "%q is taken for ours: %+v", line, got)
	}
}
