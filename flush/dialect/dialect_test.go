package dialect

import (
	"bytes"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// told returns what a transcript says, a line for each turn and each step.
func told(t *testing.T, r Reader) string {
	t.Helper()
	var b strings.Builder
	for {
		turn, err := r.Next()
		if err == io.EOF {
			break
		}
		must.Do(t, err)
		who := [...]string{transcript.Person: "person", transcript.Agent: "agent", transcript.Choice: "choice"}[turn.Role]
		if turn.Subagent {
			who = "sub" + who
		}
		fmt.Fprintf(&b, "%s %s %s %s %s: %s\n", who, turn.Session, turn.At.Format("15:04:05"), turn.CWD, strings.TrimSpace(turn.Branch+" "+turn.Remote), turn.Text)
		for _, s := range turn.Steps {
			fmt.Fprintf(&b, "  %s %q file=%t edit=%t failed=%t %q %q\n", s.Tool, s.Target, s.File, s.Edit, s.Failed, s.Error, s.Outcome)
		}
	}
	s := r.Stats()
	fmt.Fprintf(&b, "session %s, %d rows, %d damaged, %d repeated, own %t, unknown %v, skipped %v\n", s.Session, s.Rows, s.Damaged, s.Repeated, s.Own, s.Unknown, s.Skipped)
	return b.String()
}

// samples returns the transcripts in testdata, each a txtar with what it tells.
func samples(t testing.TB) iter.Seq2[string, *txtar.Archive] {
	return fsutiltest.Goldens(t, "testdata/*.txtar")
}

func TestDialects(t *testing.T) {
	for name, a := range samples(t) {
		t.Run(filepath.Base(name), func(t *testing.T) {
			in := a.Files[0].Data
			agent, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(name), ".txtar"), "-")
			must.Equal(t, Of(in[:min(len(in), SignMost)]), agent, "it is taken for one of")
			got := told(t, New(agent, bytes.NewReader(in)))
			if os.Getenv("UPDATE") != "" {
				a.Files = []txtar.File{a.Files[0], {Name: "told", Data: []byte(got)}}
				must.Do(t, os.WriteFile(name, txtar.Format(a), 0o644))
				return
			}
			want := string(a.Files[1].Data)
			must.Hold(t, got == want, "got\n%s\nwant\n%s", got, want)
			continued(t, agent, in)
		})
	}
}

// continued reads a transcript in two parts, cut where a cursor may stand, after a turn: all turns are there, with what
// only the first row says.
func continued(t *testing.T, agent string, in []byte) {
	t.Helper()
	if Whole(agent, in) {
		return
	}
	all := func(r Reader) (out []string, ends []int64) {
		for turn, err := r.Next(); err == nil; turn, err = r.Next() {
			out, ends = append(out, turn.ID+" "+turn.CWD+" "+turn.Session), append(ends, turn.End)
		}
		return out, ends
	}
	whole, ends := all(New(agent, bytes.NewReader(in)))
	for _, at := range ends {
		head, _ := all(New(agent, bytes.NewReader(in[:at])))
		tail, _ := all(Continue(agent, bytes.NewReader(in[at:]), in[:at], "", false))
		got := append(head, tail...)
		must.Hold(t, slices.Equal(slices.Compact(got), whole), "cut at %d: %q, want %q", at, got, whole)
	}
}

// A file of many kinds of rows that no version knows has few of them in its statistics, with short names.
func TestManyUnknownKinds(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"type":"session","version":3,"id":"s","cwd":"/w"}` + "\n")
	for i := range 300 {
		fmt.Fprintf(&b, `{"type":"%d%s"}`+"\n", i, strings.Repeat("x", 200))
	}
	r := New("pi", strings.NewReader(b.String()))
	told(t, r)
	n := 0
	for kind, seen := range r.Stats().Unknown {
		if n += seen; len(kind) > 80 {
			t.Errorf("%q", kind)
		}
	}
	kinds := len(r.Stats().Unknown)
	must.Hold(t, n == 300 && kinds <= 101, "%d rows of %d kinds", n, kinds)
}

func TestOf(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "session_meta": "", "{": "",
		`{"type":"user","uuid":"u","sessionId":"s","parentUuid":null,"message":{"content":"\"type\":\"session_meta\" payload copilotVersion projectHash"}}`: "claude",
		`{"type":"file-history-snapshot","messageId":"m","snapshot":{"parts":1}}`:                                                                           "claude",
		`{"type":"mode","mode":"normal","sessionId":"s"}`:                                                                                                   "claude",
		`{"parentUuid":null,"isSidechain":false,"sessionId":"s","cwd":"/w","message":{"role":"user","content":"cut off`:                                     "claude",
		`{"type":"mode"}`: "", `{"type":"summary","summary":"s"}`: "", `{"type":"message","id":"m","message":{"content":"c"}}`: "",
		`{"type":"assistant","uuid":"u","sessionId":"s","message":{"role":"assistant","content":"what a hook brought"}}`:                                             "",
		`{"type":"assistant","uuid":"u","sessionId":"s","parentUuid":"p","message":{"role":"model","parts":[{"text":"t","functionCall":{"args":{"content":"c"}}}]}}`: "",
		`{"who":"somebody","text":"else"}`: "",
	} {
		must.Equal(t, Of([]byte(text)), want, "%s", text)
	}
}

// The members of a first row stand in any order, with spaces between or without, and one may be long.
func TestOfAnyOrder(t *testing.T) {
	long := strings.Repeat("x", 20<<10)
	for want, text := range map[string]string{
		"codex":    `{ "payload" : {"id":"t","cli_version":"0.171.0","base_instructions":{"text":"` + long + `"}}, "type" : "session_meta", "timestamp":"2026-05-04T09:00:00Z" }`,
		"copilot":  `{"data":{"copilotVersion":"1"}, "type": "session.start"}`,
		"gemini":   `{"startTime":"2026-05-04T09:00:00Z","kind":"main", "projectHash":"h", "sessionId":"s"}`,
		"qwen":     `{"type":"user","sessionId":"s","uuid":"u","message":{"role":"user","parts":[{"text":"` + long + `"}]},"provenance":"real_user"}`,
		"cursor":   `{"message":{"content":[{"type":"text","text":"` + long + `"}]}, "role": "user"}`,
		"opencode": `{"directory":"/w", "id": "ses_1"}`,
		"pi":       `{"cwd":"/w", "id":"s", "version":3, "type": "session"}`,
	} {
		must.Equal(t, Of([]byte(text+"\n{}\n")), want, "%.60s", text)
	}
}

// FuzzDialects reads anything without a panic; every byte is a line's or what is pending.
func FuzzDialects(f *testing.F) {
	for _, a := range samples(f) {
		f.Add(a.Files[0].Data)
	}
	f.Add([]byte(`{"timestamp":1,"type":"event_msg","payload":{"type":"item_completed","item":[]}}` + "\n{"))
	f.Fuzz(func(t *testing.T, in []byte) {
		for _, o := range others {
			r := New(o.name, bytes.NewReader(in))
			for turn, err := r.Next(); err == nil; turn, err = r.Next() {
				must.Be(t, turn.ID != "" && strings.TrimSpace(turn.Text) != "" && (!turn.Subagent || turn.Role == transcript.Agent), "%s: %+v", o.name, turn)
			}
			s := r.Stats()
			must.Be(t, o.in != nil || s.Offset+s.Pending == int64(len(in)), "%s: offset %d and pending %d of %d bytes", o.name, s.Offset, s.Pending, len(in))
		}
	})
}
