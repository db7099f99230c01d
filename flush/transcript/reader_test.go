package transcript

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/unicode"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/flush/transcript/own"
	"github.com/agent-admin/memoria/fsutil/must"
)

// readAll reads every turn of a transcript.
func readAll(t testing.TB, text string) ([]*Turn, Stats) {
	t.Helper()
	return drain(t, NewReader(strings.NewReader(text)))
}

func drain(t testing.TB, r *Reader) (turns []*Turn, s Stats) {
	t.Helper()
	for {
		turn, err := r.Next()
		if err == io.EOF {
			return turns, r.Stats()
		}
		must.Do(t, err)
		turns = append(turns, turn)
	}
}

// encoded returns text in UTF-16.
func encoded(t *testing.T, text string, order unicode.Endianness, mark unicode.BOMPolicy) []byte {
	t.Helper()
	return must.Get(unicode.UTF16(order, mark).NewEncoder().Bytes([]byte(text)))(t)
}

// TestEncodings reads every golden in other encodings and line ends and expects the same.
func TestEncodings(t *testing.T) {
	for path, a := range goldens(t) {
		in, want := goldenInput(a), string(a.Files[1].Data)
		for name, bytes := range map[string][]byte{
			"byte order mark":      []byte("\uFEFF" + in),
			"marks on every line":  []byte("\uFEFF" + strings.ReplaceAll(in, "\n", "\n\uFEFF")),
			"carriage returns":     []byte(strings.ReplaceAll(in, "\n", "\r\n")),
			"UTF-16LE with a mark": encoded(t, in, unicode.LittleEndian, unicode.UseBOM),
			"UTF-16BE with a mark": encoded(t, in, unicode.BigEndian, unicode.UseBOM),
			"NUL bytes":            []byte(strings.ReplaceAll(in, "\"message\"", "\x00\"mess\x00age\"")),
			"blank lines":          []byte(strings.ReplaceAll(in, "\n", "\n\n \t\n")),
		} {
			got := report(readAll(t, string(bytes)))
			must.Hold(t, got == want || name == "NUL bytes" && strings.Contains(path, "damage"), "%s, %s: got\n%s", path, name, got)
		}
	}
}

// TestPowerShellAppends reads UTF-16 lines that stand after UTF-8 ones.
func TestPowerShellAppends(t *testing.T) {
	row := func(id string) string {
		return `{"type":"user","uuid":"` + id + `","message":{"content":"hello ` + id + `"}}` + "\n"
	}
	in := append([]byte(row("u1")), encoded(t, row("u2")+row("u3"), unicode.LittleEndian, unicode.IgnoreBOM)...)
	turns, s := drain(t, NewReader(bytes.NewReader(in)))
	must.Be(t, len(turns) == 3 && turns[2].Text == "hello u3" && s.Damaged <= 1, "%d turns, %+v", len(turns), s)
}

func TestLastLine(t *testing.T) {
	one := `{"type":"user","uuid":"u1","message":{"content":"one"}}`
	two := `{"type":"user","uuid":"u2","message":{"content":"two"}}`
	for _, c := range []struct {
		in      string
		turns   int
		offset  int
		damaged int
	}{
		{"", 0, 0, 0},
		{"\n", 0, 1, 0},
		{one, 1, 0, 0},
		{one + "\n", 1, len(one) + 1, 0},
		{one + "\n" + two[:20], 1, len(one) + 1, 0},
		{one + "\n" + two[:20] + "\n", 1, len(one) + 22, 1},
		{one + "\n" + two, 2, len(one) + 1, 0},
		{one + two[:20], 1, 0, 0},
		{"\x00\x00\x00\x00\n" + one, 1, 5, 1},
		{one + "\n\x00\x00\x00\x00", 1, len(one) + 1, 0},
	} {
		turns, s := readAll(t, c.in)
		must.Hold(t, len(turns) == c.turns && s.Offset == int64(c.offset) && s.Offset+s.Pending == int64(len(c.in)) && s.Damaged == c.damaged, "%q: %d turns, %+v", c.in, len(turns), s)
	}
}

func TestTurnsComeOutWhenComplete(t *testing.T) {
	in, out := io.Pipe()
	r := NewReader(in)
	got := make(chan *Turn)
	go func() {
		defer close(got)
		for {
			turn, err := r.Next()
			if err != nil {
				return
			}
			got <- turn
		}
	}()
	write := func(s string) { io.WriteString(out, s+"\n") }
	write(`{"type":"user","uuid":"u1","message":{"content":"one"}}`)
	write(`{"type":"assistant","uuid":"a1","message":{"id":"m","content":[{"type":"text","text":"two"}]}}`)
	if turn := <-got; turn.Text != "one" {
		t.Fatal(turn)
	}
	out.Close()
	if turn := <-got; turn.Text != "two" {
		t.Fatal(turn)
	}
	if _, ok := <-got; ok {
		t.Fatal("more turns")
	}
}

func TestTimes(t *testing.T) {
	at := time.Date(2026, 11, 1, 6, 30, 0, 5e8, time.UTC)
	for in, want := range map[string]time.Time{
		"2026-11-01T06:30:00.500Z":       at,
		"2026-11-01T01:30:00.5-05:00":    at, // the two half past ones of an autumn night
		"2026-11-01T01:30:00.5-06:00":    at.Add(time.Hour),
		"2026-11-01T06:30:00.5":          at,
		"2026-11-01 06:30:00.5":          at,
		"2026-11-01T06:30:00.500000001Z": at.Add(1),
		"":                               {},
		"yesterday":                      {},
		"2026-13-01T00:00:00Z":           {},
		"1764150000":                     {},
	} {
		got := parseTime(jsonscan.Literal(in))
		must.Hold(t, got.Equal(want) && got.IsZero() == want.IsZero(), "%q: %v", in, got)
	}
	// A turn keeps the offset its row was written with
	if _, off := parseTime(jsonscan.Literal("2026-11-01T01:30:00-06:00")).Zone(); off != -6*3600 {
		t.Error("offset", off)
	}
}

func TestOwnSession(t *testing.T) {
	for in, want := range map[string]bool{
		own.Marked("hi"):               true,
		"please explain " + own.Marker: false,
	} {
		_, s := readAll(t, `{"type":"user","uuid":"u","promptSource":"sdk","message":{"content":`+quote(in)+`}}`)
		must.Hold(t, s.Own == want, "%q: %v", in, s.Own)
	}
}

func TestLimits(t *testing.T) {
	long := strings.Repeat("wörd ", 1000)
	turns, _ := readAll(t, `{"type":"user","uuid":"u","message":{"content":"x"}}
{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":`+quote(long)+`}}]}}
{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","is_error":true,"content":`+quote(long)+`}]}}`)
	s := turns[0].Steps[0]
	if n := len(s.Target); n > 300 || n < 290 || !strings.HasPrefix(long, s.Target) {
		t.Errorf("target of %d bytes", n)
	}
	if n := len(s.Error); n > 600 || n < 590 || !strings.HasPrefix(long, s.Error) {
		t.Errorf("error of %d bytes", n)
	}
}

// TestSubagentsDoNotPileUp: what waits for a long turn of the session is bounded, and nothing
// of it is lost.
func TestSubagentsDoNotPileUp(t *testing.T) {
	const n = 10_000
	var in strings.Builder
	in.WriteString(`{"type":"user","uuid":"u1","message":{"content":"go"}}` + "\n")
	for i := range n {
		fmt.Fprintf(&in, `{"type":"assistant","isSidechain":true,"uuid":"s%d","message":{"id":"m%d","content":[{"type":"text","text":"x"}]}}`+"\n", i, i)
	}
	r := NewReader(strings.NewReader(in.String()))
	first, err := r.Next()
	must.Be(t, err == nil && first.ID == "u1" && r.Stats().Offset <= 1<<20, "%v %v %v", first, err, r.Stats().Offset)
	if rest, _ := drain(t, r); len(rest) != n || rest[n-1].ID != fmt.Sprintf("s%d", n-1) {
		t.Fatal(len(rest), "turns")
	}
}

// TestHostileLines: no line makes reading slow or deep.
func TestHostileLines(t *testing.T) {
	const n = 200_000
	said := `{"type":"user","uuid":"u1","message":{"content":"said"}}`
	for name, line := range map[string]string{
		"braces":   strings.Repeat("{", n),
		"opened":   strings.Repeat(`{"a":`, n),
		"brackets": strings.Repeat("[", n),
		"rows cut": strings.Repeat(`{"type":"user","uuid":"x","message":`, n/10),
		"quotes":   `{"a":"` + strings.Repeat(`\"`, n),
		"slashes":  `{"a":"` + strings.Repeat(`\`, n) + `"}`,
		"NULs":     strings.Repeat("\x00", n),
	} {
		if turns, s := readAll(t, line+"\n"+said+"\n"); len(turns) != 1 || s.Damaged > 1 {
			t.Errorf("%s: %d turns, %d damaged", name, len(turns), s.Damaged)
		}
	}
	for name, text := range map[string]string{
		"tags":    strings.Repeat("<system-reminder>", n/10),
		"pairs":   strings.Repeat("<ide_x></ide_x>a", n/10),
		"escapes": strings.Repeat("\x1b[31mred", n/10),
		"blanks":  "a" + strings.Repeat(" \n", n) + "b",
	} {
		if turns, _ := readAll(t, `{"type":"user","uuid":"u1","message":{"content":`+quote("a "+text+" b")+`}}`); len(turns) != 1 {
			t.Errorf("%s: %d turns", name, len(turns))
		}
	}
}
