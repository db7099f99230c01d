package verify

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

// Only what the model denies in the form of the answer is denied.
func TestAsk(t *testing.T) {
	lines := []Line{{"SQLite stays", "we keep SQLite"}, {"Postgres is used", "no Postgres"}}
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
		no, _, err := Ask(context.Background(), ask.Asker{Model: m}, lines)
		if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) || fmt.Sprint(no) != fmt.Sprint(c.no) {
			t.Errorf("%q: %v, %v", c.answer, no, err)
		}
	}
	m := asktest.Answering(asktest.Envelope("1: yes"))
	if _, _, err := Ask(context.Background(), ask.Asker{Model: m}, []Line{{"a", strings.Repeat("word ", 2000)}}); err != nil || m.Asked[0].Size() > 5<<10 {
		t.Errorf("%v, %d bytes", err, m.Asked[0].Size())
	}
}
