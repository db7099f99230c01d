package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/out"
)

const (
	pinSessions = "testdata/pins/sessions"
	pinWant     = "testdata/pins/want"
	pinHome     = 120 // length of the home's path: what a context says is bounded in characters, and it names its vault
)

// TestPins holds what the program writes and answers over the demo's sessions and those of
// testdata/pins/sessions, byte for byte. UPDATE=1 writes the files anew.
func TestPins(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the files name paths with slashes")
	}
	pins(t, "daily")
}

// With its logs in another folder a vault is the same and says the same, but for the name of the folder. Here it has as many
// letters as the default, since what agents are told is bounded in characters.
func TestPinsInAnotherFolder(t *testing.T) {
	if runtime.GOOS == "windows" || os.Getenv("UPDATE") != "" {
		t.Skip("it is held against what TestPins writes")
	}
	pins(t, "Diary")
	if os.Getenv("MEMORIA_LONG") != "" {
		pins(t, "N/Log")
	}
}

func pins(t *testing.T, folder string) {
	p := newPinned(t)
	p.folder = folder
	p.demo()
	p.imports()
	p.answers("demo")
	if folder == "daily" || os.Getenv("MEMORIA_LONG") != "" {
		p.answers("notes")
		p.changes()
	}
	p.compare()
}

// pinned gathers what is held, by the name of its file.
type pinned struct {
	*bench
	got  map[string]string
	last map[string]string // the files of the vaults when they were held last

	folder string // of the logs
}

func newPinned(t *testing.T) *pinned {
	t.Helper()
	tmp := must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	pad := pinHome - len(tmp) - len("//you")
	must.Be(t, pad >= 1, "%s is too long for a folder of tests: set TMPDIR", tmp)
	p := &pinned{got: map[string]string{}, last: map[string]string{}, bench: &bench{t: t, home: filepath.Join(tmp, strings.Repeat("h", pad), "you"),
		env: map[string]string{"MEMORIA_TZ": "Europe/Berlin"}, now: time.Date(2026, 6, 1, 8, 0, 0, 0, time.UTC)}}
	dir := filepath.Join(p.home, "sessions")
	must.Do(t, os.MkdirAll(dir, 0o755))
	names, err := filepath.Glob(pinSessions + "/*.jsonl")
	must.Be(t, err == nil && len(names) >= 20, "%d sessions, %v", len(names), err)
	for _, name := range names {
		b := fsutiltest.Read(t, name)
		to := filepath.Join(dir, filepath.Base(name))
		must.Do(t, os.WriteFile(to, b, 0o600))
		must.Do(t, os.Chtimes(to, p.now, p.now.Add(-48*time.Hour)))
	}
	return p
}

// say runs a command and writes it and what it prints to the end of a file.
func (p *pinned) say(file string, args ...string) {
	p.t.Helper()
	var quoted []string
	for _, a := range args {
		if strings.ContainsAny(a, " '\"?#*") {
			a = fmt.Sprintf("%q", a)
		}
		quoted = append(quoted, a)
	}
	printed, errs, code := p.run(args...)
	var b strings.Builder
	fmt.Fprintf(&b, "$ memoria %s\n%s", strings.Join(quoted, " "), printed)
	for l := range strings.Lines(errs) {
		b.WriteString("! " + l)
	}
	if code != 0 {
		fmt.Fprintf(&b, "exit %d\n", code)
	}
	p.add(file, b.String())
}

func (p *pinned) add(file, text string) {
	text = strings.ReplaceAll(text, p.home, readmeHome)
	p.got[file] += strings.ReplaceAll(text, p.folder, "daily")
}

// files gives each file below dir with its path from there.
func (p *pinned) files(dir string, each func(name string, b []byte)) {
	p.t.Helper()
	root := os.DirFS(filepath.Join(p.home, dir))
	err := fs.WalkDir(root, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		b, err := fs.ReadFile(root, name)
		if err == nil {
			each(name, b)
		}
		return err
	})
	must.Do(p.t, err)
}

// vaultFiles holds what changed in the logs and the wiki of a vault, in the form of a txtar.
func (p *pinned) vaultFiles(file, vault string) {
	p.t.Helper()
	now := map[string]string{}
	for _, dir := range []string{p.folder, "wiki"} {
		p.files(filepath.Join(vault, dir), func(name string, b []byte) {
			if len(b) > 0 && b[len(b)-1] != '\n' {
				b = append(b, "(no newline)\n"...)
			}
			now[vault+"/"+dir+"/"+name] = string(b)
		})
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if last, ok := p.last[name]; !ok || last != now[name] {
			p.add(file, fmt.Sprintf("-- %s --\n%s", name, now[name]))
		}
		p.last[name] = now[name]
	}
	for _, name := range slices.Sorted(maps.Keys(p.last)) {
		if _, ok := now[name]; !ok && strings.HasPrefix(name, vault+"/") {
			p.add(file, fmt.Sprintf("-- %s is gone --\n", name))
			delete(p.last, name)
		}
	}
}

func (p *pinned) demo() {
	p.say("demo.txt", "demo", "demo")
	if p.folder != "daily" {
		to := filepath.Join(p.home, "demo", p.folder)
		must.Do(p.t, os.MkdirAll(filepath.Dir(to), 0o755))
		must.Do(p.t, os.Rename(filepath.Join(p.home, "demo", "daily"), to))
		config := filepath.Join(p.home, "demo", layout.Config)
		fsutiltest.Write(p.t, config, string(fsutiltest.Read(p.t, config))+"daily: "+p.folder+"\n")
	}
	p.vaultFiles("demo-vault.txtar", "demo")
}

func (p *pinned) imports() {
	const file = "import.txt"
	p.say(file, "init", "notes", "--yes")
	if p.folder != "daily" {
		fsutiltest.Write(p.t, filepath.Join(p.home, "notes", layout.Config), "daily: "+p.folder+"\n")
	}
	p.say(file, "import", "--vault", "notes", "--dry-run", "--json", "sessions")
	p.say(file, "import", "--vault", "notes", "sessions")
	p.say(file, "import", "--vault", "notes", "sessions") // again adds nothing
	p.say(file, "compile", "--vault", "notes", "--all", "--json")
	p.vaultFiles("notes-vault.txtar", "notes")
}

var pinQuestions = map[string][]string{
	"demo":  {"sqlite busy", "who signs the release?", `"wal mode" in:wiki`, "Gezeiten Komma", "dashboard -wal"},
	"notes": {"tile cache", "PT1000 Regler", "why do locks need one order?", "予約", "остаток", "riego", "quarz OR kiln", "灯塔", "tag:atlas", "nothingofthekind", "after:2026-05-19 ledger"},
}

// answers asks a vault whatever can be asked without a model.
func (p *pinned) answers(vault string) {
	at := []string{"--vault", vault}
	ask := func(file string, args ...string) {
		p.say(vault+"-"+file+".txt", slices.Concat(args[:1], at, args[1:])...)
	}
	for _, q := range pinQuestions[vault] {
		ask("search", "search", "--json", q)
		ask("search", "search", q)
		ask("query", "query", "--json", "--provider", "extractive", q)
	}
	ask("search", "search", "--explain", "--limit", "2", pinQuestions[vault][0])
	ask("lint", "lint", "--json", "--info")
	ask("lint", "lint")
	ask("recent", "recent", "--json", "--since", "2026-05-20")
	ask("recent", "recent", "--limit=5", "--since", "2026-03-18")
	ask("status", "status", "--json")
	ask("status", "status")
	ask("graph", "graph", "--json")
	ask("graph", "graph")
	var pages []string
	p.files(filepath.Join(vault, "wiki"), func(name string, _ []byte) {
		if page, ok := strings.CutSuffix(filepath.Base(name), ".md"); ok && strings.Contains(name, "/") {
			pages = append(pages, page)
		}
	})
	must.Hold(p.t, len(pages) >= 4, "%s has %d pages", vault, len(pages))
	for i, page := range pages {
		format := []string{"--json"}[:i%2] // every second one as text
		if i%3 == 0 {
			ask("why", append([]string{"why", page}, format...)...)
		}
		ask("related", append([]string{"related", "--limit", "4", page}, format...)...)
	}
	projects := map[string][]string{"demo": {"tidewatch", "logbook"}, "notes": {"atlas", "ledger", "kiln", "sklad"}}
	for _, project := range projects[vault] {
		ask("context", "context", "--project", project, "--explain")
	}
	ask("context", "context", "--project", projects[vault][0], "--max", "1500", "--json", "--source", "compact", "--branch", "main")
	ask("context", "context", "--project", "unheard")
	ask("publish", "publish", "claude", "--dry-run")
	p.say(vault+"-build.txt", "build", "--vault", vault, "--out", "site-"+vault, "--base-url", "https://notes.example/")
	p.files("site-"+vault, func(name string, b []byte) {
		if name == out.ListName { // it names its vault by where that lies
			return
		}
		for _, is := range [][2]string{{p.home, readmeHome}, {p.folder, "daily"}} {
			b = bytes.ReplaceAll(b, []byte(is[0]), []byte(is[1]))
		}
		p.add(vault+"-build.txt", fmt.Sprintf("%x %s\n", sha256.Sum256(b), name))
	})
	if strings.Contains(p.folder, "/") { // the paths between pages differ
		delete(p.got, vault+"-build.txt")
	}
	p.mcp(vault, pages)
}

// mcp holds the answers of the server, one after the other.
func (p *pinned) mcp(vault string, pages []string) {
	type object = map[string]any
	call := func(tool string, args object) object {
		return object{"method": "tools/call", "params": object{"name": tool, "arguments": args}}
	}
	requests := []object{
		{"method": "initialize", "params": object{"protocolVersion": "2025-06-18", "capabilities": object{}, "clientInfo": object{"name": "pins", "version": "1"}}},
		{"method": "tools/list"}, {"method": "resources/list"}, {"method": "resources/templates/list"}, {"method": "prompts/list"},
		call("search", object{"query": pinQuestions[vault][0], "limit": 2}), call("search", object{"query": "lock", "in": "daily"}), call("search", object{"query": " "}),
		call("read", object{"page": pages[0]}), call("read", object{"page": "2026-05-19"}), call("read", object{"page": "no such page"}),
		call("related", object{"page": pages[1], "limit": 3}), call("recent", object{"limit": 2}), call("recent", object{"since": "someday"}), call("status", object{}),
		call("remember", object{"text": "The plotter is switched off at night, because it drips.", "kind": "lesson"}),
		call("remember", object{"text": "The plotter is switched off at night, because it drips.", "kind": "lesson"}),
		call("search", object{"query": "plotter"}), call("nosuchtool", object{}),
		{"method": "resources/read", "params": object{"uri": "memoria://wiki/" + pages[2]}},
		{"method": "prompts/get", "params": object{"name": "what-is-known", "arguments": object{"subject": pages[0]}}},
		{"method": "prompts/get", "params": object{"name": "what-holds", "arguments": object{"project": "atlas"}}},
		{"method": "no/such"},
	}
	stdin, in := io.Pipe()
	served, stdout := io.Pipe()
	var errs strings.Builder
	env := &command.Env{Stdin: stdin, Stdout: stdout, Stderr: &errs, Getenv: func(k string) string { return p.env[k] },
		Now: func() time.Time { return p.now }, Local: time.UTC, Home: p.home,
		Dir: "/home/ana/src/plotter"} // what is remembered has its name from the folder too
	ended := make(chan int, 1)
	go func() {
		ended <- run(p.t.Context(), env, []string{"mcp", "--vault", filepath.Join(p.home, vault)})
		stdout.Close()
	}()
	answers := bufio.NewReader(served)
	send := func(o object) {
		o["jsonrpc"] = "2.0"
		b := must.Get(json.Marshal(o))(p.t)
		must.Get(in.Write(append(b, '\n')))(p.t)
		p.add(vault+"-mcp.txt", "> "+string(b)+"\n")
	}
	for i, r := range requests {
		r["id"] = i + 1
		send(r)
		for {
			l, err := answers.ReadString('\n')
			if err != nil {
				p.t.Fatalf("after %v: %v %s", r, err, errs.String())
			}
			p.add(vault+"-mcp.txt", l)
			if strings.Contains(l, fmt.Sprintf(`"id":%d,`, i+1)) || strings.Contains(l, fmt.Sprintf(`"id":%d}`, i+1)) {
				break
			}
		}
		if i == 0 {
			send(object{"method": "notifications/initialized"})
		}
	}
	in.Close()
	must.Equal(p.t, <-ended, 0, "mcp: exit")
}

// changes does what a person asks for to the notes and to the demo, and takes some of it back.
func (p *pinned) changes() {
	const file = "changes.txt"
	p.say(file, "compile", "--vault", "notes", "--all")
	p.say(file, "mv", "--vault", "notes", "tile-cache", "Cache of tiles")
	p.say(file, "undo", "--vault", "notes")
	p.say(file, "merge", "--vault", "demo", "wal-file", "sqlite")
	p.say(file, "forget", "--vault", "notes", "--dry-run", "2026-05-11") // three entries: which?
	p.say(file, "forget", "--vault", "notes", "--dry-run", "b1ac3f0ae8fe")
	p.say(file, "forget", "--vault", "notes", "--yes", "b1ac3f0ae8fe")
	p.say(file, "forget", "--vault", "notes", "--yes", "2026-05-04#^k1e86fa")
	p.say(file, "import", "--vault", "notes", "sessions") // brings nothing of it back
	p.say(file, "compile", "--vault", "notes", "--all")
	p.say(file, "lint", "--vault", "demo", "--fix")
	p.vaultFiles("changes-notes-vault.txtar", "notes")
	p.vaultFiles("changes-demo-vault.txtar", "demo")
}

var placed = lazy.Regexp(`(?m)^(?:\w+ site/(?:data/graph|search/|previews/)|wrote \d+ files).*\n`)

// compare holds what was gathered against the files, each of which has to be there and none beside.
func (p *pinned) compare() {
	update := os.Getenv("UPDATE") != ""
	if update {
		must.Do(p.t, os.RemoveAll(pinWant))
		must.Do(p.t, os.MkdirAll(pinWant, 0o755))
	}
	anew := p.folder != "daily"
	for name, got := range p.got {
		file := filepath.Join(pinWant, name)
		if update {
			fsutiltest.Write(p.t, file, got)
			continue
		}
		want, err := os.ReadFile(file)
		if anew { // what is told by a hash of a path: where a page stands in the graph, and in which file its preview
			want, got = placed().ReplaceAll(want, nil), placed().ReplaceAllString(got, "")
		}
		if err != nil {
			p.t.Errorf("%v: UPDATE=1 go test ./cmd/memoria -run TestPins writes it", err)
		} else if string(want) != got {
			p.t.Errorf("%s is not what the program says; UPDATE=1 go test ./cmd/memoria -run TestPins writes it anew\n%s", name, differingLine(string(want), got))
		}
	}
	have := must.Get(os.ReadDir(pinWant))(p.t)
	for _, e := range have {
		if _, ok := p.got[e.Name()]; !ok && !anew {
			p.t.Errorf("%s/%s is held against nothing", pinWant, e.Name())
		}
	}
}

// differingLine shows the first line that differs, cut to what a terminal can show.
func differingLine(want, got string) string {
	ws, gs := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range max(len(ws), len(gs)) {
		w, g := "(end)", "(end)"
		if i < len(ws) {
			w = ws[i]
		}
		if i < len(gs) {
			g = gs[i]
		}
		if w == g {
			continue
		}
		from := 0
		for from < min(len(w), len(g)) && w[from] == g[from] {
			from++
		}
		from = max(0, from-60)
		return fmt.Sprintf("line %d\nwant: %q\n got: %q", i+1, cutTo(w[from:]), cutTo(g[from:]))
	}
	return "they are the same"
}

func cutTo(s string) string { return s[:min(len(s), 240)] }
