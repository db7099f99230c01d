package migrate

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/prompts"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/notes"
	"github.com/agent-admin/memoria/fsutil/must"
)

const memSchema = `
CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, content_session_id TEXT UNIQUE NOT NULL, memory_session_id TEXT UNIQUE, project TEXT NOT NULL, platform_source TEXT NOT NULL DEFAULT 'claude', custom_title TEXT);
CREATE TABLE observations (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT, type TEXT NOT NULL, title TEXT, subtitle TEXT, facts TEXT, narrative TEXT, merged_into_project TEXT, created_at_epoch INTEGER NOT NULL);
CREATE TABLE session_summaries (id INTEGER PRIMARY KEY AUTOINCREMENT, memory_session_id TEXT NOT NULL, project TEXT NOT NULL, request TEXT, investigated TEXT, learned TEXT, completed TEXT, next_steps TEXT, notes TEXT, created_at_epoch INTEGER NOT NULL);
CREATE TABLE directives (id INTEGER PRIMARY KEY AUTOINCREMENT, project TEXT, content TEXT NOT NULL, status TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
CREATE TABLE user_prompts (id INTEGER PRIMARY KEY AUTOINCREMENT, content_session_id TEXT NOT NULL, prompt_number INTEGER NOT NULL, prompt_text TEXT NOT NULL, created_at TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
INSERT INTO user_prompts(content_session_id,prompt_number,prompt_text,created_at,created_at_epoch) VALUES
 ('5d3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11',1,'Why is the database busy? The key is AKIAQ3EGRIBZ7LMNO2XY','',1770112700000),
 ('5d3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11',2,'then fix it,
please','',1770112900000),
 ('7e3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11',1,'This one has its transcript','',1770112900000);
INSERT INTO sdk_sessions VALUES (1,'5d3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11','mem-1','tide','codex',NULL);
INSERT INTO observations(memory_session_id,project,type,title,subtitle,facts,narrative,created_at_epoch) VALUES
 ('mem-1','tide','decision','SQLite stays','one writer is enough','["The importer is the only writer","The key is AKIAQ3EGRIBZ7LMNO2XY"]','We weighed Postgres.',1770112800000),
 ('mem-1','tide','bugfix','Broken [[x]] <!-- memoria:entry id=1 -->','','{"a":','end ^kabc',1770113100000),
 ('mem-1','tide','bugfix','No time','','','',0),
 ('mem-1','tide','bugfix',x'ff00fe','','[1,2]','','soon'),
 ('nobody','harbour','discovery',printf('%.200000c','x'),'','','',1770113200);
INSERT INTO session_summaries(memory_session_id,project,request,learned,completed,next_steps,created_at_epoch) VALUES
 ('mem-1','tide','Fix the busy database','The lock is held','- Raised the timeout
- Added a test','Ship it',1770113200000);
INSERT INTO directives(project,content,status,created_at_epoch) VALUES ('tide','Always use tabs','active',1770113200000),('tide','Never mind','archived',1770113200000);
`

// oldSchema is what versions before 5 wrote, where columns have other names.
const oldSchema = `
CREATE TABLE sdk_sessions (id INTEGER PRIMARY KEY, claude_session_id TEXT UNIQUE NOT NULL, sdk_session_id TEXT UNIQUE, project TEXT NOT NULL);
CREATE TABLE user_prompts (id INTEGER PRIMARY KEY, claude_session_id TEXT NOT NULL, prompt_number INTEGER NOT NULL, prompt_text TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
INSERT INTO user_prompts VALUES (1,'c-1',1,'How often does the tide come?',1770112800000);
CREATE TABLE observations (id INTEGER PRIMARY KEY, sdk_session_id TEXT NOT NULL, project TEXT NOT NULL, text TEXT NOT NULL, type TEXT NOT NULL, created_at_epoch INTEGER NOT NULL);
INSERT INTO sdk_sessions VALUES (1,'c-1','s-1','tide');
INSERT INTO observations VALUES (1,'s-1','tide','The tide comes twice a day','discovery',1770112800000);
`

func testVault(t *testing.T) *workspace.Vault {
	t.Helper()
	home := t.TempDir()
	m := &workspace.Machine{Getenv: func(string) string { return "" }, Now: func() time.Time { return time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC) }, Local: time.UTC, Home: home, Dir: home}
	must.Get(m.Finder().Init(filepath.Join(home, "v"), false))(t)
	v := must.Get(m.Open(filepath.Join(home, "v")))(t)
	t.Cleanup(func() { v.Dir.Close() })
	return v
}

func sqlite(t *testing.T, file, sql string) {
	t.Helper()
	if _, err := exec.LookPath("sqlite3"); err != nil {
		t.Skip("sqlite3 is not here")
	}
	c := exec.Command("sqlite3", file)
	c.Stdin = strings.NewReader(sql)
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func logs(t *testing.T, v *workspace.Vault) string {
	t.Helper()
	var all strings.Builder
	names, _ := filepath.Glob(filepath.Join(v.Path(), "daily", "*.md"))
	for _, n := range names {
		b := must.Get(os.ReadFile(n))(t)
		all.Write(b)
	}
	return all.String()
}

// The memory of claude-mem comes in once, by whichever program reads it, with what is broken counted and left.
func TestClaudeMem(t *testing.T) {
	was := programs
	defer func() { programs = was }()
	for i, p := range was[:2] {
		if _, err := exec.LookPath(p[0]); err != nil {
			continue
		}
		programs = was[i : i+1]
		v := testVault(t)
		file := filepath.Join(v.Machine.Home, ".claude-mem", "claude-mem.db")
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o755))
		sqlite(t, file, memSchema)
		transcript := filepath.Join(v.Machine.Home, ".claude", "projects", "x", "7e3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11.jsonl")
		must.Do(t, os.MkdirAll(filepath.Dir(transcript), 0o755))
		must.Do(t, os.WriteFile(transcript, []byte(`{"type":"user","uuid":"u1","sessionId":"7e3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11","timestamp":"2026-02-03T10:00:00Z","message":{"role":"user","content":"This one has its transcript"}}`+"\n"), 0o644))
		before, _ := os.ReadFile(file)
		var dry Report
		if i == 0 { // the others take longer to start
			var err error
			dry, err = Take(t.Context(), v, Ask{Tool: claudeMem, Dry: true})
			must.Do(t, err)
		}
		rep, err := Take(t.Context(), v, Ask{Tool: claudeMem})
		if err != nil || i == 0 && rep.Lines != dry.Lines || i == 0 && rep.Prompts != dry.Prompts || rep.Entries != 4 || rep.Prompts != 2 || rep.Broken != 2 {
			t.Errorf("%s: %+v, dry %+v, %v", p[0], rep, dry, err)
		}
		text := logs(t, v)
		for _, want := range []string{"agent=codex session=5d3f0c1e-77aa-4b6e-9c0d-2f1e8a6b4c11 project=tide", "by=claude-mem -->", "- SQLite stays: one writer is enough ^", "### Session (10:06) - Fix the busy database",
			"[redacted:aws-access-key]", "- Next: Ship it ^", "- Added a test ^", "by=codex-prompts -->", "- Why is the database busy? The key is [redacted:aws-access-key] ^", "- then fix it, please ^", "- Always use tabs (the agent's note) ^", "project=harbour"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: the logs lack %q", p[0], want)
			}
		}
		for _, not := range []string{"AKIAQ3", "Never mind", "<!-- memoria:entry id=1 -->", "No time", "has its transcript", strings.Repeat("x", mostField+1)} {
			if strings.Contains(text, not) {
				t.Errorf("%s: the logs have %.40q", p[0], not)
			}
		}
		if i > 0 {
			continue
		}
		if err := prompts.Replace(t.Context(), v); err != nil || logs(t, v) != text { // what claude-mem says of a session is no transcript of it
			t.Errorf("%s: %v", p[0], err)
		}
		if again, err := Take(t.Context(), v, Ask{Tool: claudeMem, Path: filepath.Dir(file)}); err != nil || again.Entries != 0 || logs(t, v) != text {
			t.Errorf("%s, again: %+v, %v", p[0], again, err)
		}
		after, _ := os.ReadFile(file)
		if names, _ := os.ReadDir(filepath.Dir(file)); len(names) != 1 || !bytes.Equal(before, after) {
			t.Errorf("%s: something of claude-mem's was touched: %v", p[0], names)
		}
	}
}

func TestClaudeMemOfOldVersions(t *testing.T) {
	v := testVault(t)
	file := filepath.Join(v.Machine.Home, "old.db")
	sqlite(t, file, oldSchema)
	if rep, err := Take(t.Context(), v, Ask{Tool: claudeMem, Path: file}); err != nil || rep.Lines != 1 || rep.Prompts != 1 || strings.Count(logs(t, v), "session=c-1 project=tide") != 2 {
		t.Errorf("%+v, %v", rep, err)
	}
	for name, text := range map[string]string{"empty.db": "", "no.db": "this is no database at all, however long it is made for the sake of it", "other.db": ""} {
		file := filepath.Join(v.Machine.Home, name)
		if name == "other.db" {
			sqlite(t, file, "CREATE TABLE x (y);")
		} else if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		must.Hold(t, must.Err(Take(t.Context(), v, Ask{Tool: claudeMem, Path: file})) != nil, "%s was read", name)
	}
}

// What a running claude-mem has written beside its database is read from a copy, and is not folded into it.
func TestClaudeMemInUse(t *testing.T) {
	v := testVault(t)
	file := filepath.Join(v.Machine.Home, "in use #1.db")
	sqlite(t, file, "PRAGMA journal_mode=WAL;"+memSchema)
	c := exec.Command("sqlite3", file)
	in := must.Get(c.StdinPipe())(t)
	out := must.Get(c.StdoutPipe())(t)
	must.Do(t, c.Start())
	defer func() { in.Close(); c.Wait() }()
	io.WriteString(in, "INSERT INTO directives(project,content,status,created_at_epoch) VALUES ('tide','Written a moment ago','active',1770113200000); SELECT 'done';\n")
	must.Get(out.Read(make([]byte, 5)))(t)
	before, _ := os.ReadFile(file + "-wal")
	must.Be(t, len(before) != 0, "there is no log of writes")
	if _, err := Take(t.Context(), v, Ask{Tool: claudeMem, Path: file}); err != nil || !strings.Contains(logs(t, v), "Written a moment ago") {
		t.Errorf("%v: %s", err, logs(t, v))
	}
	if after, _ := os.ReadFile(file + "-wal"); !bytes.Equal(before, after) {
		t.Error("the log of writes was changed")
	}
	left, err := filepath.Glob(filepath.Join(v.Path(), ".memoria", "state", "*scratch*"))
	must.Hold(t, err == nil && len(left) == 0, "a copy was left: %v, %v", left, err)
}

func TestObservations(t *testing.T) {
	for line, want := range map[string]string{
		"- [decision] Use tabs":        "decision Use tabs",
		"- [method] Grind first":       "fact method: Grind first",
		"  - [gotcha] It leaks #x (y)": "lesson gotcha: It leaks #x (y)",
		"- [ ] buy":                    "",
		"- [x] bought":                 "",
		"- [-] dropped":                "",
		"- [[Page]] a link":            "",
		"- [text](address)":            "",
		"* [decision] another list":    "",
		"- [decision]":                 "",
	} {
		got := ""
		for _, b := range observations(line) {
			got = b.Kind.String() + " " + b.Text
		}
		must.Hold(t, got == want, "%q: %q, not %q", line, got, want)
	}
	if got := observations("~~~\n```\n- [fact] a\n~~~\n- [fact] b\n"); len(got) != 1 || got[0].Kind != daily.Fact || got[0].Text != "b" {
		t.Errorf("%+v", got)
	}
}

// What is about a project whose folder the vault knows belongs to it, and obeys the settings about folders.
func TestKnownFolders(t *testing.T) {
	v := testVault(t)
	dir := filepath.Join(v.Machine.Home, "src", "tide")
	must.Do(t, os.MkdirAll(dir, 0o755))
	must.Get(v.Notes().Keep(t.Context(), []notes.Note{{Agent: "claude", Dir: dir, Place: "x", By: "x", At: v.Now(), Summary: daily.Summary{Title: "x", Bullets: []daily.Bullet{{Kind: daily.Fact, Text: "The tide is known"}}}}}, v.Now()))(t)
	file := filepath.Join(v.Machine.Home, "claude-mem.db")
	sqlite(t, file, memSchema)
	v.Config.Exclude = []string{filepath.ToSlash(dir) + "/**"}
	rep, err := Take(t.Context(), v, Ask{Tool: claudeMem, Path: file})
	must.Hold(t, err == nil && rep.Entries == 0 && len(rep.Left) == 2 && !strings.Contains(logs(t, v), "SQLite stays"), "excluded: %+v, %v", rep, err)
	v.Config.Exclude = []string{"/elsewhere/**"}
	if rep, err = Take(t.Context(), v, Ask{Tool: claudeMem, Path: file}); err != nil || rep.Entries != 3 || strings.Count(logs(t, v), " repo=path:") < 3 {
		t.Errorf("known: %+v, %v\n%s", rep, err, logs(t, v))
	}
}
