package transcript

import (
	"io"
	"strings"
	"testing"
)

// readAll reads every turn of a transcript.
func readAll(t *testing.T, text string) ([]*Turn, Stats) {
	t.Helper()
	r := NewReader(strings.NewReader(text))
	var turns []*Turn
	for {
		turn, err := r.Next()
		if err == io.EOF {
			return turns, r.Stats()
		}
		if err != nil {
			t.Fatal(err)
		}
		turns = append(turns, turn)
	}
}

func TestMessageOverSeveralRows(t *testing.T) {
	turns, _ := readAll(t, `{"type":"user","uuid":"u1","message":{"role":"user","content":"do it"}}
{"type":"assistant","uuid":"a1","message":{"id":"m1","content":[{"type":"text","text":"First."}]}}
{"type":"assistant","uuid":"a2","message":{"id":"m1","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls"}}]}}
{"type":"user","uuid":"u2","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"x","is_error":false}]}}
{"type":"assistant","uuid":"a3","message":{"id":"m1","content":[{"type":"text","text":"Second."}]}}
`)
	if len(turns) != 2 || turns[1].Text != "First.\n\nSecond." || turns[1].ID != "a1" || turns[1].Last != "a3" || len(turns[1].Steps) != 1 {
		t.Fatalf("got %+v", turns)
	}
}
