package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

// Only what the model denies in the form of the answer is denied.
func TestAsk(t *testing.T) {
	said := []Said{{"t1 the person says", "we keep SQLite"}, {"t2 the person says", "no Postgres"}}
	lines := []Line{{"SQLite stays", []int{0}}, {"Postgres is used", []int{1}}}
	for _, c := range []struct {
		answer string
		no     []bool
		err    error
	}{
		{asktest.Envelope("1: yes", "2: no"), []bool{false, true}, nil},
		{asktest.Envelope("- 2: No.", "1: **yes**"), []bool{false, true}, nil},
		{asktest.Envelope("2: no"), []bool{false, true}, nil},
		{asktest.Envelope("2: maybe"), []bool{false, false}, ask.ErrForm},
		{asktest.Envelope("3: no"), []bool{false, false}, ask.ErrForm},
		{asktest.Envelope("1: no", "fact [t1]: x"), []bool{false, false}, ask.ErrForm},
		{"2: no", []bool{false, false}, ask.ErrForm},
		{"=== MARK\n2: no", []bool{false, false}, ask.ErrCut},
	} {
		m := asktest.Answering(c.answer)
		no, _, err := Ask(context.Background(), ask.Asker{Model: m}, said, lines)
		must.Hold(t, errors.Is(err, c.err) && (err == nil) == (c.err == nil) && fmt.Sprint(no) == fmt.Sprint(c.no), "%q: %v, %v", c.answer, no, err)
	}
}

// A question has the words that its lines rest on, of long ones those that say most of them; each once, and no others.
func TestWords(t *testing.T) {
	long := strings.Repeat("Some more words of the course of the work.\n", 2000)
	said := []Said{
		{"t1 the agent says", "We could keep SQLite. " + long + "Or there is Postgres, which needs a server.\n" + long},
		{"t2 the person says", "ok\n" + long},
		{"t3 the agent says", "The kiln is cold."},
	}
	m := asktest.Answering(asktest.Envelope("1: yes"))
	if _, _, err := Ask(context.Background(), ask.Asker{Model: m}, said, []Line{{"Postgres needs a server", []int{0, 1}}}); err != nil {
		t.Fatal(err)
	}
	asked := m.Asked[0].Prompt
	for _, want := range []string{"t1 the agent says:\nWe could keep SQLite.\n", "[…]\nOr there is Postgres, which needs a server.\n", "t2 the person says:\nok\n", "note 1, on t1 t2: Postgres needs a server\n"} {
		must.Hold(t, strings.Count(asked, want) == 1, "%q is not in the question once:\n%.2000s", want, asked)
	}
	must.Hold(t, !strings.Contains(asked, "kiln") && m.Asked[0].Size() <= wordsMost+4<<10, "%d bytes: %.2000s", m.Asked[0].Size(), asked)
	if _, _, err := Ask(context.Background(), ask.Asker{Model: m}, said, []Line{{Text: "A kiln is used"}}); err != nil || !strings.Contains(m.Asked[1].Prompt, "The kiln is cold.\n\nnote 1, on all: ") {
		t.Errorf("%v: %.200s", err, m.Asked[1].Prompt)
	}
}
