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
	row := func(text string, sec int) Said {
		return Read(&transcript.Turn{Role: transcript.Person, Text: text, At: at(sec)})
	}
	told := func(text string, sec int) Said {
		return Of(queue.Message{Text: cautious.Text(text), Mark: queue.Mark(text), At: at(sec)}, true)
	}
	wrapped := func(text string, sec int) Said {
		return Of(queue.Message{Text: cautious.Text(text), At: at(sec)}, true)
	}
	answered := func(text string, sec int) Said { return Of(queue.Message{Mark: queue.Mark(text), At: at(sec)}, false) }
	answer := func(text string, sec int) Said {
		return Read(&transcript.Turn{Role: transcript.Agent, Text: text, At: at(sec)})
	}
	long := strings.Repeat("The log tells nothing.\n", 4000)
	clipped := queue.Message{Text: long[:48<<10] + "\n" + cautious.Withheld + "\n" + long[len(long)-(16<<10):], At: at(0)}
	for name, c := range map[string]struct {
		told, rows []Said
		want       []int
	}{
		"alike within a second":        {[]Said{told("yes", 0), told("yes", 0), told("yes", 0)}, []Said{row("yes", 5), row("yes", 5)}, []int{0, 1, -1}},
		"withheld":                     {[]Said{told("to Kilo14 now", 0)}, []Said{row("to Kilo15 now", 0), row("to  Kilo14\nnow", 4)}, []int{1}},
		"withheld, and wrapped":        {[]Said{wrapped("to Kilo14 now", 0), told("to Kilo15 now", 1)}, []Said{row("to Kilo15 now", 4), row("to Kilo14 now", 5)}, []int{1, 0}},
		"long, and wrapped":            {[]Said{Of(clipped, true)}, []Said{row("The log", 0), row(long, 1)}, []int{1}},
		"much later":                   {[]Said{told("yes", 0)}, []Said{row("yes", 300)}, []int{-1}},
		"it had waited for the agent":  {[]Said{told("yes", 300)}, []Said{row("yes", 0)}, []int{0}},
		"rows that do not say when":    {[]Said{told("yes", 0)}, []Said{{Words: WordsOf(transcript.Person, "yes")}}, []int{0}},
		"longer than what was noted":   {[]Said{told("yes", 0)}, []Said{row("yes, please", 0)}, []int{-1}},
		"answers that end alike":       {[]Said{answered("No. "+long, 0), answered("Yes. "+long, 9)}, []Said{answer("Yes. "+long, 0)}, []int{-1, 0}},
		"the nearest":                  {[]Said{answered("Done.", 300)}, []Said{answer("Done.", 0), answer("Done.", 299)}, []int{1}},
		"the last block alone":         {[]Said{answered("Done.\n", 1), answered("b c\n\nDone", 2)}, []Said{answer("a\n\nb\nc\n\nDone.", 0)}, []int{0, -1}},
		"no row, and nothing was told": {nil, []Said{row("yes", 0)}, []int{}},
	} {
		if got := Pair(c.told, c.rows); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	m := queue.Message{Text: "to […] now", At: at(3)}
	if id := PromptID(m); !IsPrompt(id) || !IsID(id) || !OfID(id).At.Equal(m.At) || OfID(id).Shown != queue.Digest(m.Text) {
		t.Errorf("%q tells %+v", id, OfID(id))
	}
}

// The id of a row that has none is told apart.
func TestIsID(t *testing.T) {
	m := queue.Message{Text: "a", Mark: queue.Mark("a"), At: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)}
	for id, want := range map[string]bool{
		ID(m): true, ID(m) + "0": false, "": false, "a1": false,
		"h69e358a00e0991dbf1844958": false, "h870c445947596044fdc12c69": false, // rows of Gemini CLI's without an id
	} {
		if IsID(id) != want {
			t.Errorf("%q: %t, want %t", id, !want, want)
		}
	}
	row := Read(&transcript.Turn{Role: transcript.Agent, Text: "a", At: m.At})
	if id := ID(m); !OfID(id).Is(row) || !OfID(id).At.Equal(m.At) {
		t.Errorf("%q tells %+v", id, OfID(id))
	}
}
