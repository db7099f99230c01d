package transcript

import (
	"bufio"
	"bytes"
	"encoding/json"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

// sessions lists the sample sessions of the program's own tests.
func sessions(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("..", "..", "cmd", "memoria", "testdata", "pins", "sessions", "*.jsonl"))
	if err != nil || len(paths) < 20 {
		t.Fatalf("%d sessions, %v", len(paths), err)
	}
	return paths
}

var (
	oracleWrap = regexp.MustCompile(`^\s*(<(command-name|command-message|command-args|local-command-stdout|local-command-stderr|local-command-caveat|` +
		`bash-input|bash-stdout|bash-stderr|task-notification|system-reminder|user-memory-input)\b|` +
		`\[Request interrupted by user|Caveat: The messages below|This session is being continued from a previous conversation)`)
	oracleArgs = regexp.MustCompile(`(?s)<command-args>(.*?)</command-args>`)
	oracleName = regexp.MustCompile(`<command-name>/?([\w:-]+)`)
	// what the reader takes out of words, or puts in, beyond the rule
	oracleTags = regexp.MustCompile(`(?s)<(ide_\w+)>.*?</ide_\w+>|\[image\]|\[Image #\d+\]`)
)

// A said row is what the rule of the clients' own marks makes of one row, decoded in full.
type saidRow struct{ id, time, text string }

// oracle is that rule, written from the clients' formats without the reader's code.
func oracle(line []byte) (row saidRow, ok bool) {
	var d map[string]any
	if json.Unmarshal(line, &d) != nil || d == nil {
		return row, false
	}
	str := func(m map[string]any, k string) string { s, _ := m[k].(string); return s }
	obj := func(m map[string]any, k string) map[string]any { o, _ := m[k].(map[string]any); return o }
	row.id, row.time = str(d, "uuid"), str(d, "timestamp")
	if d["type"] == "attachment" {
		a := obj(d, "attachment")
		mode, has := a["commandMode"]
		human := a["humanTurn"] == true || str(obj(a, "origin"), "kind") == "human"
		row.text = oracleText(a["prompt"])
		return row, a["type"] == "queued_command" && (!has || mode == "prompt") && human && a["isMeta"] != true
	}
	if d["type"] != "user" {
		return row, false
	}
	for _, k := range []string{"isMeta", "isSidechain", "isCompactSummary", "isVisibleInTranscriptOnly", "isVirtual", "turnCompanion", "hookText"} {
		if v := d[k]; v != nil && v != false && v != "" {
			return row, false
		}
	}
	content := obj(d, "message")["content"]
	if _, has := d["toolUseResult"]; has || oracleResults(content) {
		return row, false
	}
	source, origin := str(d, "promptSource"), str(obj(d, "origin"), "kind")
	_, marked := d["rowSource"]
	switch str(d, "rowSource") {
	case "harness", "hook", "recorded":
		return row, false
	}
	if source == "system" || origin != "" && origin != "human" {
		return row, false
	}
	row.text = oracleText(content)
	args, name := oracleArgs.FindStringSubmatch(row.text), oracleName.FindStringSubmatch(row.text)
	if oracleWrap.MatchString(row.text) {
		if args == nil || name == nil || strings.TrimSpace(args[1]) == "" || builtin()[name[1]] {
			return row, false
		}
		row.text = strings.TrimSpace(args[1])
		return row, true
	}
	if strings.TrimSpace(row.text) == "" {
		return row, false
	}
	switch source {
	case "typed", "queued", "suggestion_accepted", "sdk":
		return row, true
	}
	return row, origin == "human" || d["promptSource"] == nil && !marked
}

func oracleText(content any) string {
	if s, ok := content.(string); ok {
		return s
	}
	var parts []string
	list, _ := content.([]any)
	for _, b := range list {
		if m, ok := b.(map[string]any); ok && m["type"] == "text" {
			s, _ := m["text"].(string)
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "\n")
}

func oracleResults(content any) bool {
	list, _ := content.([]any)
	for _, b := range list {
		if m, ok := b.(map[string]any); ok && m["type"] == "tool_result" {
			return true
		}
	}
	return false
}

// bare is text without what the reader may take out or put in, and without its blanks.
func bare(text string) string {
	return strings.Join(strings.Fields(oracleTags.ReplaceAllString(text, "")), " ")
}

// TestSaidAgrees holds the words of people against the rule, on every sample session.
func TestSaidAgrees(t *testing.T) {
	for _, path := range sessions(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			b := fsutiltest.Read(t, path)
			var want []saidRow
			seen := map[string]bool{}
			sc := bufio.NewScanner(bytes.NewReader(b))
			sc.Buffer(nil, 1<<26)
			for sc.Scan() {
				row, ok := oracle(sc.Bytes())
				row.text = bare(row.text)
				copied := row.time + "\x00" + row.text
				if !ok || row.text == "" || seen[row.id] || row.time != "" && seen[copied] {
					continue
				}
				seen[row.id], seen[copied] = true, true
				want = append(want, row)
			}
			var got []saidRow
			turns, s := readAll(t, string(b))
			for _, turn := range turns {
				if turn.Role != Person || turn.Subagent || strings.HasPrefix(turn.ID, "h") && len(turn.ID) == 25 {
					continue // what stands only in rows of the queue is beyond the rule
				}
				got = append(got, saidRow{id: turn.ID, text: bare(turn.Text)})
			}
			if len(got) != len(want) {
				t.Errorf("%d person turns, want %d", len(got), len(want))
			}
			for i := range min(len(got), len(want)) {
				if got[i].id != want[i].id || got[i].text != want[i].text {
					t.Errorf("turn %d: got %s %.80q, want %s %.80q", i, got[i].id, got[i].text, want[i].id, want[i].text)
				}
			}
			if s.Own {
				t.Error("taken for memoria's own")
			}
			for kind, n := range s.Unknown {
				if !strings.HasPrefix(kind, "(") {
					t.Errorf("%d rows of unknown kind %s", n, kind)
				}
			}
			if s.Offset+s.Pending != int64(len(b)) {
				t.Errorf("offset %d and pending %d of %d", s.Offset, s.Pending, len(b))
			}
		})
	}
}

// TestOthersRows holds that a skill's text is the client's, and that a message of a chat says who wrote it.
func TestOthersRows(t *testing.T) {
	if why := wrapper("Base directory for this skill: /home/u/skills/x\n\n# Review\n\nAlways ask first."); why != SkipMeta {
		t.Errorf("a skill's text is kept, reason %q", why)
	}
	for text, want := range map[string]string{
		`<channel source="telegram" chat_id="7" user="Bob">never</channel>`:  "bob",
		`<channel source="imessage" sender="ana@b.example">never</channel>`:  "ana@b.example",
		`<channel source="plugin:slack:slack" chat_id="7">never</channel>`:   "",
		`<channel source="slack" chat="team" username="eve">never</channel>`: "eve",
	} {
		if words, from, all := bridged(text, true); words != "never" || from != want || !all {
			t.Errorf("%s: %q of %q, %v", text, words, from, all)
		}
	}
}
