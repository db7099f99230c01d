package transcript

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/transcript/jsonl"
	"github.com/agent-admin/memoria/fsutil/must"
)

// FuzzReader reads anything, from any line on. No input is fatal, each line is accounted for,
// what comes out is fit to be stored, and reading from a later line invents nothing.
func FuzzReader(f *testing.F) {
	for _, a := range goldens(f) {
		f.Add([]byte(goldenInput(a)), uint(3))
	}
	f.Fuzz(func(t *testing.T, in []byte, from uint) {
		turns, s := drain(t, NewReader(bytes.NewReader(in)))
		checkTurns(t, turns)
		must.Be(t, s.Offset+s.Pending == int64(len(in)), "offset %d and pending %d of %d bytes", s.Offset, s.Pending, len(in))
		if _, wide := jsonl.LooksWide(in); wide {
			return
		}
		if want := bytes.LastIndexByte(in, '\n') + 1; s.Offset != int64(want) {
			t.Fatalf("offset %d, the last line ends at %d", s.Offset, want)
		}
		checkLines(t, in, s)
		checkSuffix(t, in, int(from%uint(len(in)+1)), turns, s)
	})
}

// checkTurns holds turns against what Turn promises.
func checkTurns(t *testing.T, turns []*Turn) {
	for _, turn := range turns {
		must.Be(t, turn.ID != "" && turn.Last != "" && strings.TrimSpace(turn.Text) != "" && turn.Role >= Person && turn.Role <= Choice, "%+v", turn)
		texts := []string{turn.ID, turn.Last, turn.Session, turn.Text, turn.Question, turn.CWD, turn.Branch}
		for _, step := range turn.Steps {
			texts = append(texts, step.ID, step.Tool, step.Target, step.Error)
			must.Be(t, len(step.Target) <= 300 && len(step.Error) <= 600 && (!step.Edit || step.File), "%+v", step)
		}
		for _, text := range texts {
			must.Be(t, utf8.ValidString(text), "%q", text)
		}
		must.Be(t, !strings.ContainsFunc(turn.Text, control), "control characters in %q", turn.Text)
	}
}

// checkLines: a line is a row, a comment, damaged or blank; only a damaged one can be several
// rows.
func checkLines(t *testing.T, in []byte, s Stats) {
	lines := 0
	for line := range bytes.SplitAfterSeq(in, []byte{'\n'}) {
		if bytes.HasSuffix(line, []byte{'\n'}) && len(bytes.TrimSpace(bytes.TrimPrefix(line, []byte("\uFEFF")))) > 0 {
			lines++
		}
	}
	must.Be(t, s.Rows+s.Comments+s.Damaged >= lines, "%d rows, %d comments and %d damaged of %d lines", s.Rows, s.Comments, s.Damaged, lines)
	must.Be(t, s.Damaged != 0 || s.Rows+s.Comments <= lines+1 || bytes.IndexByte(in, 0) >= 0 || s.Pending != 0, "%d rows and %d comments of %d lines", s.Rows, s.Comments, lines)
}

// checkSuffix reads from the first line that starts at or after from.
func checkSuffix(t *testing.T, in []byte, from int, turns []*Turn, s Stats) {
	if from > 0 {
		next := bytes.IndexByte(in[from-1:], '\n')
		if next < 0 {
			return
		}
		from += next
	}
	rest, tail := drain(t, NewReader(bytes.NewReader(in[from:])))
	if _, wide := jsonl.LooksWide(in[from:]); wide {
		return
	}
	must.Be(t, tail.Offset+int64(from) == s.Offset || s.Offset < int64(from), "from %d: offset %d, want %d", from, tail.Offset, s.Offset-int64(from))
	if s.Repeated > 0 {
		return // the copies that the whole file left out are the suffix's first
	}
	said := map[string]bool{}
	for _, turn := range turns {
		if turn.Role == Person {
			said[turn.ID+"\x00"+turn.Text] = true
		}
	}
	for _, turn := range rest {
		must.Be(t, turn.Role != Person || said[turn.ID+"\x00"+turn.Text], "from %d: %q is said only there", from, turn.Text)
	}
}
