package dialect

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// claude is a session of Claude Code, for the tests that read one of every agent.
const claude = `{"type":"user","uuid":"u1","sessionId":"s","timestamp":"2026-05-04T09:00:00Z","cwd":"/home/ana/kiln","message":{"content":"Always hold at 600 degrees."}}
{"type":"assistant","uuid":"a1","sessionId":"s","timestamp":"2026-05-04T09:00:01Z","cwd":"/home/ana/kiln","message":{"id":"m1","content":[{"type":"text","text":"It holds."}]}}
{"type":"user","uuid":"u2","sessionId":"s","timestamp":"2026-05-04T09:00:02Z","cwd":"/home/ana/kiln","message":{"content":"For an hour."}}
`

// rowsOf returns the rows of a session of every agent, by the sample's name.
func rowsOf(t *testing.T) map[string][][]byte {
	out := map[string][][]byte{"claude": slices.Collect(bytes.Lines([]byte(claude)))}
	for name, a := range samples(t) {
		in := bytes.TrimLeft(a.Files[0].Data, "\ufeff\n")
		if rows := slices.Collect(bytes.Lines(in)); len(rows[0]) > 2 { // else it is one document
			out[strings.TrimSuffix(filepath.Base(name), ".txtar")] = rows
		}
	}
	return out
}

// A row is read whatever was torn before it on its line, in each dialect.
func TestDamagedRows(t *testing.T) {
	seen := map[string]bool{}
	for name, rows := range rowsOf(t) {
		agent, _, _ := strings.Cut(name, "-")
		if seen[agent] = true; agent == "claude" {
			agent = ""
		}
		read := func(in []byte) (turns []string, damaged int) {
			got := Of(in[:min(len(in), SignMost)])
			must.Hold(t, got == agent || bytes.HasPrefix(in, rows[0][:7]), "%s: it is taken for one of %q: %.80q", name, got, in)
			r := New(agent, bytes.NewReader(in))
			for turn, err := r.Next(); err == nil; turn, err = r.Next() {
				turns = append(turns, fmt.Sprint(turn.ID, turn.Session, turn.Role, turn.At, turn.CWD, turn.Branch, turn.Parent, turn.Subagent, turn.Text, turn.Steps))
			}
			return turns, r.Stats().Damaged
		}
		want, was := read(bytes.Join(rows, nil))
		check := func(what string, damaged int, at int, before []byte) {
			in := slices.Concat(bytes.Join(rows[:at], nil), before, bytes.Join(rows[at:], nil))
			got, n := read(in)
			must.Hold(t, slices.Equal(got, want) && n == was+damaged, "%s: row %d %s: %d damaged, want %d; got\n%q\nwant\n%q", name, at, what, n, was+damaged, got, want)
		}
		check("after byte order marks", 0, 0, []byte("\ufeff\ufeff"))
		for at, row := range rows {
			check("after a line of NUL bytes", 1, at, append(make([]byte, 64), '\n'))
			if len(row) > 1 {
				check("after NUL bytes", 0, at, make([]byte, 64))
			}
			if at == 0 {
				continue
			}
			if _, n := read(slices.Concat(slices.Delete(slices.Clone(rows), at, at+1)...)); n != was { // it is damaged itself
				continue
			}
			for i, torn := range rows[at-1 : at+1] {
				for n := 1; n < len(torn)-2; n += 13 {
					if agent != "gemini" || !strings.ContainsAny(string(torn[n-1]), "[,:}") { // else what follows may be of a list, whose words count once
						check(fmt.Sprintf("after %d bytes of row %d", n, at-1+i), 1, at, torn[:n])
					}
				}
			}
		}
		for at := range rows[1:] {
			glued := slices.Clone(rows)
			glued[at] = bytes.TrimSpace(glued[at])
			got, n := read(bytes.Join(glued, nil))
			must.Hold(t, slices.Equal(got, want) && n >= was && n <= was+1, "%s: row %d on the line of the one before: %d damaged, got\n%q\nwant\n%q", name, at+1, n, got, want)
		}
	}
	for _, o := range others {
		must.Hold(t, seen[o.name], "no sample of %s", o.name)
	}
}

// What stands in a torn list of Gemini's messages is not said once more, and what follows it is read.
func TestTornList(t *testing.T) {
	const (
		head  = `{"sessionId":"s","projectHash":"h","startTime":"2026-05-04T09:00:00Z"}` + "\n"
		said  = `{"id":"g1","timestamp":"2026-05-04T09:00:01Z","type":"user","content":"yes"}`
		again = `{"$set":{"messages":[{"id":"g9","timestamp":"2026-05-04T09:00:09Z","type":"user","content":"yes"}`
		next  = `{"id":"g2","timestamp":"2026-05-04T09:00:02Z","type":"user","content":"Hold it."}`
	)
	for _, in := range []string{said + "\n" + again + next + next + "\n", said + "\n" + again + "\n" + next + "\n", said + next + again + "\n"} {
		must.Text(t, told(t, New("gemini", strings.NewReader(head+in))), "%s tells", in).Has(": Hold it.", " 1 damaged").Times(2, "person")
	}
}

// A part of a torn row is none, though it names a kind; on a last line without its end nothing that follows a torn row is read.
func TestTornParts(t *testing.T) {
	const (
		head = `{"timestamp":"2026-05-04T09:00:00Z","type":"session_meta","payload":{"id":"t","cwd":"/w","cli_version":"1"}}` + "\n"
		torn = `{"timestamp":"2026-05-04T09:00:01Z","type":"response_item","payload":{"content":[{"type":"input_text","text":"x"}`
		row  = `{"timestamp":"2026-05-04T09:00:02Z","type":"event_msg","payload":{"type":"user_message","message":"Hold it."}}`
	)
	for in, want := range map[string]string{
		torn + row + "\n":  "1 1 0",
		torn + "\n":        "0 1 0",
		torn + row:         "0 0 0",
		row + torn:         "1 0 0",
		row + row + row:    "1 0 0",
		row + "}\n":        "1 1 0",
		"\x00" + row:       "1 0 0",
		`{"type":"new"} {`: "0 0 1",
	} {
		r := New("codex", strings.NewReader(head+in))
		got := strings.Count(told(t, r), "person")
		must.Equal(t, fmt.Sprint(got, r.Stats().Damaged, len(r.Stats().Unknown)), want, "%s", in)
	}
}

// A damaged first line leaves it to the place of the file, or to a hook, to say whose transcript it is.
func TestDamagedBeginning(t *testing.T) {
	rest := "\n" + `{"timestamp":"2026-03-01T10:00:00Z","type":"event_msg","payload":{"type":"user_message","message":"one"}}` + "\n"
	for _, c := range []struct{ head, named, want string }{
		{`{"timestamp":"2026-03-01T09:59:00Z","type":"session_meta","payl` + rest, "codex", "codex"},
		{strings.Repeat("\x00", 80) + rest, "copilot", "copilot"},
		{`{"sessionId":"s9","projectHash":` + rest, "gemini", "gemini"},
		{`{"timestamp":"2026-03-01T09:59:00Z","type":"session_meta","payl` + rest, "claude", ""},
		{`{"timestamp":"2026-03-01T09:59:00Z","type":"session_meta","payl`, "codex", ""}, // it is still being written
		{`{"a":1}` + rest, "codex", ""},
		{`{"type":"session","id":"x","cwd":"/w","version":3}` + rest, "codex", "pi"},
	} {
		must.Equal(t, OfFile([]byte(c.head), c.named), c.want, "%.40q of %s is read as of", c.head, c.named)
	}
}
