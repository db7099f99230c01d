package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// docs/terminal.md names every field of what scripts read, in the row of the command.
func TestFieldsAreDocumented(t *testing.T) {
	path := must.Get(plainPath())(t)
	sh := &shell{t: t, home: t.TempDir(), path: path}
	samples, err := filepath.Abs(filepath.Join(repositoryTop, "templates", "demo"))
	must.Do(t, err)
	sh.run("cp -r '" + samples + "' samples && mkdir -p src/tidewatch && memoria demo v && cd v && git init -q && git init -q --bare ../remote && memoria sync --setup ../remote --vault . --yes")
	rows, session := map[string]string{}, ""
	for _, row := range strings.Split(string(fsutiltest.Read(t, filepath.Join(repositoryTop, "docs", "terminal.md"))), "\n") {
		if cells := strings.SplitN(row, "|", 3); len(cells) == 3 {
			for _, name := range strings.Split(cells[1], ",") {
				rows[strings.Trim(name, " `")] = cells[2]
			}
		}
		if strings.HasPrefix(row, "A session has ") || session != "" {
			session += row
		}
	}
	rows["sessions show"] += session
	for row, args := range map[string]string{
		"tasks": "", "decisions": "--all", "preferences": "", "sessions": "", "sessions show": "cd97c6dd", "today": "2026-03-19", "open": "sqlite", "search": "wal",
		"recent": "--since 2026-03-01", "query": "'why does the WAL file grow?'", "lint": "", "why": "sqlite", "related": "sqlite", "graph": "", "context": "--project tidewatch",
		"status": "", "doctor": "", "queue list": "", "project list": "", "mv": "--dry-run SQLite Ledger", "undo --list": "", "tasks done": "k4468c3", "build": "", "version": "",
		"project rename": "--dry-run logbook trips", "machines": "", "sync": "", "sync --status": "", "trust": "", "import": "samples", "import --dry-run": "samples", "flush": "", "compile": "",
		"compile --dry-run": "", "forget": "--dry-run k4468c3", "publish": "claude --dry-run --project src/tidewatch", "install": "claude --dry-run", "uninstall": "claude --dry-run",
	} {
		where := " --vault v"
		if row == "version" {
			where = ""
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(sh.run("memoria "+row+where+" --json "+args+" 2>/dev/null || true")), &fields); err != nil || len(fields) < 2 {
			t.Errorf("%s: %d fields, %v", row, len(fields), err)
		}
		for name := range fields {
			must.Hold(t, name == "schema" || strings.Contains(rows[row], "`"+name+"`"), "docs/terminal.md says nothing of the field %s of %s", name, row)
		}
	}
}
