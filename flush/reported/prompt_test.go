package reported

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/flush/redact/cautious"
	"github.com/agent-admin/memoria/flush/transcript"
)

// A prompt of a hook is the row in its words, the first for the first, whatever the hook withheld.
func TestPair(t *testing.T) {
	at := func(sec int) time.Time { return time.Date(2026, 3, 2, 9, 0, sec, 0, time.UTC) }
	row := func(text string, sec int) Typed { return Typed{WordsOf(text), at(sec)} }
	told := func(text string, sec int) Typed {
		return Of(queue.Message{Text: cautious.Text(text), Mark: queue.Digest(text), At: at(sec)})
	}
	wrapped := func(text string, sec int) Typed { return Of(queue.Message{Text: cautious.Text(text), At: at(sec)}) }
	long := strings.Repeat("The log tells nothing.\n", 4000)
	clipped := queue.Message{Text: long[:48<<10] + "\n" + cautious.Withheld + "\n" + long[len(long)-(16<<10):], At: at(0)}
	for name, c := range map[string]struct {
		told, rows []Typed
		want       []int
	}{
		"alike within a second":        {[]Typed{told("yes", 0), told("yes", 0), told("yes", 0)}, []Typed{row("yes", 5), row("yes", 5)}, []int{0, 1, -1}},
		"withheld":                     {[]Typed{told("to Kilo14 now", 0)}, []Typed{row("to Kilo15 now", 0), row("to  Kilo14\nnow", 4)}, []int{1}},
		"withheld, and wrapped":        {[]Typed{wrapped("to Kilo14 now", 0), told("to Kilo15 now", 1)}, []Typed{row("to Kilo15 now", 4), row("to Kilo14 now", 5)}, []int{1, 0}},
		"long, and wrapped":            {[]Typed{Of(clipped)}, []Typed{row("The log", 0), row(long, 1)}, []int{1}},
		"much later":                   {[]Typed{told("yes", 0)}, []Typed{row("yes", 300)}, []int{-1}},
		"it had waited for the agent":  {[]Typed{told("yes", 300)}, []Typed{row("yes", 0)}, []int{0}},
		"rows that do not say when":    {[]Typed{told("yes", 0)}, []Typed{{Words: WordsOf("yes")}}, []int{0}},
		"longer than what was noted":   {[]Typed{told("yes", 0)}, []Typed{row("yes, please", 0)}, []int{-1}},
		"no row, and nothing was told": {nil, []Typed{row("yes", 0)}, []int{}},
	} {
		if got := Pair(c.told, c.rows); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	m := queue.Message{Text: "to […] now", At: at(3)}
	if id := PromptID(m); !IsPrompt(id) || !IsID(id) || !TypedOf(id).At.Equal(m.At) || TypedOf(id).Shown != queue.Digest(m.Text) {
		t.Errorf("%q tells %+v", PromptID(m), TypedOf(PromptID(m)))
	}
}

// The id of a row that has none, and the ids of messages that earlier versions gave, are told apart.
func TestIsID(t *testing.T) {
	m := queue.Message{Text: "a", Mark: queue.Mark("a"), At: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	id := ID(m)
	for id, want := range map[string]bool{
		id: true, "h" + id[1:]: true, "v" + id[1:]: true, id + "0": false, "": false, "a1": false,
		"h69e358a00e0991dbf1844958": false, "h870c445947596044fdc12c69": false, // rows of Gemini CLI's without an id
	} {
		if IsID(id) != want {
			t.Errorf("%q: %t, want %t", id, !want, want)
		}
	}
	if MarkOf("v"+id[1:]) != MarkOf(id) || MarkOf(id) != EndingOf(&transcript.Turn{Role: transcript.Agent, Text: "a"}).Marks[0] {
		t.Error(MarkOf(id))
	}
}
