package transcript

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A model writes a transcript row by row and says what its turns are.
type model struct {
	t     *rapid.T
	rows  []string
	turns []Turn
	first []int // row at which each turn begins
	ids   int
	calls []string // calls of the last message without a result
}

func (m *model) id(kind string) string {
	m.ids++
	return fmt.Sprintf("%s%d", kind, m.ids)
}

func (m *model) row(format string, args ...any) {
	m.rows = append(m.rows, fmt.Sprintf(format, args...))
}

func (m *model) begin(turn Turn) {
	m.turns = append(m.turns, turn)
	m.first = append(m.first, len(m.rows))
}

func (m *model) last() *Turn { return &m.turns[len(m.turns)-1] }

var modelWords = []string{"yes", "No, use `tabs`.", "a \"quoted\" thing", "zwei\nZeilen", "なるほど", "🚀 \\ backslash", "[image] of it", "1 < 2 > 0"}

func (m *model) words(label string) string {
	return fmt.Sprintf("%s %d", rapid.SampledFrom(modelWords).Draw(m.t, label), len(m.rows))
}

func (m *model) person(t *rapid.T) {
	m.calls = nil
	id, text := m.id("u"), m.words("said")
	m.begin(Turn{ID: id, Last: id, Session: "s", Role: Person, Text: text})
	m.row(`{"type":"user","uuid":%q,"sessionId":"s","message":{"content":%s}}`, id, quote(text))
}

// agent writes one message of some blocks, each a row, with results between them.
func (m *model) agent(t *rapid.T) {
	m.calls = nil
	message, words := m.id("m"), false
	for range rapid.IntRange(1, 4).Draw(t, "blocks") {
		id := m.id("a")
		block := ""
		switch rapid.SampledFrom([]string{"text", "tool", "thinking"}).Draw(t, "block") {
		case "text":
			text := m.words("answer")
			block = `{"type":"text","text":` + quote(text) + `}`
			if words {
				m.last().Text += "\n\n" + text
				m.last().Last = id
			} else {
				m.begin(Turn{ID: id, Last: id, Session: "s", Role: Agent, Text: text})
				words = true
			}
		case "tool":
			call := m.id("t")
			if len(m.turns) > 0 {
				m.last().Steps = append(m.last().Steps, Step{ID: call, Tool: "Edit", Target: "/w/" + call, File: true, Edit: true})
			}
			m.calls = append(m.calls, call)
			block = fmt.Sprintf(`{"type":"tool_use","id":%q,"name":"Edit","input":{"new_string":"x","file_path":"/w/%s"}}`, call, call)
		case "thinking":
			block = `{"type":"thinking","thinking":"hm"}`
		}
		m.row(`{"type":"assistant","uuid":%q,"sessionId":"s","message":{"id":%q,"content":[%s]}}`, id, message, block)
		if rapid.Bool().Draw(t, "result between") {
			m.result(t, false)
		}
	}
}

// result answers one of the open calls.
func (m *model) result(t *rapid.T, decide bool) {
	if len(m.calls) == 0 {
		return
	}
	call := m.calls[0]
	m.calls = m.calls[1:]
	var step *Step
	for i := range m.turns {
		for j := range m.turns[i].Steps {
			if m.turns[i].Steps[j].ID == call {
				step = &m.turns[i].Steps[j]
			}
		}
	}
	id, content, failed := m.id("r"), `"fine"`, false
	outcome := rapid.IntRange(0, 3).Draw(t, "outcome")
	if outcome == 3 && !decide {
		outcome = 2
	}
	switch outcome {
	case 1:
		content, failed = `[{"type":"text","text":"<tool_use_error>broke</tool_use_error>"}]`, true
		if step != nil {
			step.Failed, step.Error = true, "broke"
		}
	case 2, 3:
		content, failed = `"The user doesn't want to proceed with this tool use. STOP"`, true
		if step != nil {
			step.Failed, step.Error = true, Rejected
		}
		if outcome == 3 {
			reason := m.words("reason")
			content = quote("The user doesn't want to proceed with this tool use. To tell you how to proceed, the user said:\n" + reason)
			question := ""
			if step != nil {
				question = "Edit " + step.Target
			}
			m.begin(Turn{ID: id, Last: id, Session: "s", Role: Choice, Text: reason, Question: question, Rejected: true})
		}
	}
	m.row(`{"type":"user","uuid":%q,"sessionId":"s","toolUseResult":"x","message":{"content":[{"type":"tool_result","is_error":%v,"tool_use_id":%q,"content":%s}]}}`,
		id, failed, call, content)
}

func (m *model) noise(t *rapid.T) {
	m.rows = append(m.rows, rapid.SampledFrom([]string{
		`{"type":"progress","data":{"message":{"type":"user","message":{"content":"not said"}}},"uuid":"p","sessionId":"s"}`,
		`{"type":"file-history-snapshot","messageId":"m","snapshot":{}}`,
		`{"type":"user","isMeta":true,"uuid":"x","sessionId":"s","message":{"content":"not said"}}`,
		`{"type":"user","uuid":"x","sessionId":"s","message":{"content":"<task-notification>not said</task-notification>"}}`,
		`{"type":"user","uuid":"x","sessionId":"s","isCompactSummary":true,"message":{"content":"not said"}}`,
		`{"type":"assistant","isApiErrorMessage":true,"uuid":"x","sessionId":"s","message":{"id":"e","content":[{"type":"text","text":"not said"}]}}`,
		`{"type":"system","subtype":"turn_duration","sessionId":"s"}`,
		`{"type":"of the future","words":"not said","sessionId":"s"}`,
		`{"type":"user","uuid":"torn","message":{"content":"not sa`,
		`// a comment`, ``,
	}).Draw(t, "noise"))
}

func (m *model) text() string { return strings.Join(m.rows, "\n") + "\n" }

func drawModel(t *rapid.T) *model {
	m := &model{t: t}
	for range rapid.IntRange(0, 25).Draw(t, "rows") {
		switch rapid.IntRange(0, 4).Draw(t, "who") {
		case 0:
			m.person(t)
		case 1, 2:
			m.agent(t)
		case 3:
			for len(m.calls) > 0 {
				m.result(t, true)
			}
		case 4:
			m.noise(t)
		}
	}
	return m
}

// TestModel reads generated transcripts and expects exactly the turns they were made from;
// from a later line on, the turns that begin there.
func TestModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := drawModel(t)
		compare := func(got []*Turn, want []Turn) {
			if len(got) != len(want) {
				t.Fatalf("%d turns, want %d, in\n%s", len(got), len(want), m.text())
			}
			for i := range want {
				plain := *got[i]
				plain.Rows, plain.Begin, plain.End = nil, 0, 0
				if !reflect.DeepEqual(plain, want[i]) {
					t.Fatalf("turn %d: got\n%+v\nwant\n%+v\nin\n%s", i, plain, want[i], m.text())
				}
			}
		}
		got, _ := readAllRapid(t, m.text())
		compare(got, m.turns)
		for _, turn := range got {
			checkPlaces(t, m.text(), turn)
		}

		// a cut inside an agent's message leaves its later words, and questions unknown
		cut := rapid.IntRange(0, len(m.rows)).Draw(t, "cut")
		rest := strings.Join(m.rows[cut:], "\n")
		got, _ = readAllRapid(t, rest)
		var want []Turn
		for i, turn := range m.turns {
			if m.first[i] >= cut {
				want = append(want, turn)
			}
		}
		if len(got) == len(want)+1 && got[0].Role == Agent {
			whole := m.turns[len(m.turns)-len(want)-1]
			must.Be(t, strings.HasSuffix(whole.Text, got[0].Text) && whole.Last == got[0].Last, "a rest of a message: %+v of %+v", got[0], whole)
			got = got[1:]
		}
		for i := range min(len(got), len(want)) {
			if got[i].Question == "" {
				want[i].Question = ""
			}
		}
		compare(got, want)
	})
}

// checkPlaces expects the lines of a turn where it says they are, and that a turn cut in two is
// what two readers make of it.
func checkPlaces(t *rapid.T, text string, turn *Turn) {
	for _, place := range append([]Row{{ID: turn.ID, Begin: turn.Begin}, {ID: turn.Last, End: turn.End}}, turn.Rows...) {
		line := text[place.Begin:]
		if place.End > 0 {
			line = text[:place.End]
			line = line[strings.LastIndexByte(strings.TrimSuffix(line, "\n"), '\n')+1:]
		}
		must.Be(t, strings.HasPrefix(line[strings.Index(line, `"uuid":`):], `"uuid":`+quote(place.ID)), "row %s is not where it is said to be: %q", place.ID, line)
	}
	for n := 1; n < len(turn.Rows); n++ {
		head, tail := turn.Cut(n)
		first, _ := readAllRapid(t, text[:turn.Rows[n].Begin])
		if got := first[len(first)-1]; got.ID != head.ID || got.Text != head.Text || got.Last != head.Last || got.End != head.End {
			t.Fatalf("cut before row %d: head %+v, want %+v", n, head, *got)
		}
		r := NewReader(strings.NewReader(text[turn.Rows[n].Begin:]))
		r.Continue(false)
		want := must.Get(r.Next())(t)
		want.Begin, want.End = want.Begin+turn.Rows[n].Begin, want.End+turn.Rows[n].Begin
		for i := range want.Rows {
			want.Rows[i].Begin += turn.Rows[n].Begin
			want.Rows[i].End += turn.Rows[n].Begin
		}
		if len(tail.Steps) == 0 {
			tail.Steps = want.Steps[:0]
		}
		must.Be(t, reflect.DeepEqual(tail, *want), "cut before row %d: tail\n%+v\nwant\n%+v", n, tail, *want)
	}
}

func readAllRapid(t *rapid.T, text string) (turns []*Turn, s Stats) {
	r := NewReader(strings.NewReader(text))
	for {
		turn, err := r.Next()
		if err != nil {
			return turns, r.Stats()
		}
		turns = append(turns, turn)
	}
}
