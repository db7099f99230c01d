package summary

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/dialect"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// What the extractive author picks is said word for word, so it is let in; with one character of a
// value changed it is not.
func TestMutants(t *testing.T) {
	var lines, mutants, missed int
	for _, name := range templates.DemoNames() {
		turns := demoTurns(t, name)
		sum, err := (extract.Author{}).Summarise(context.Background(), turns, nil)
		if err != nil {
			t.Fatal(err)
		}
		s := &stretch{Author: &Author{Fallback: extract.Author{}}, turns: readTurns(turns), original: turns}
		var c chunk
		for i := range s.turns {
			c = append(c, unit{turn: i, text: s.turns[i].body()})
		}
		for _, b := range sum.Bullets {
			l := line{kind: b.Kind, done: b.Done, refs: []string{fmt.Sprintf("t%d", s.nearest(b.Text)+1)}, text: b.Text}
			lines++
			if _, why := s.check(c, l, nil); why != "" {
				t.Errorf("%s: %q: %s", name, b.Text, why)
			}
			for _, v := range proof.Values(b.Text) {
				if l.text = strings.Replace(b.Text, v, mutated(v), 1); l.text == b.Text {
					continue
				}
				mutants++
				if _, why := s.check(c, l, nil); why == "" {
					missed++
					t.Logf("%s: let in %q", name, l.text)
				}
			}
		}
	}
	if lines < 40 || mutants < 30 || 20*missed > mutants {
		t.Errorf("%d lines; of %d mutants %d were let in", lines, mutants, missed)
	}
}

func demoTurns(t *testing.T, name string) (out []transcript.Turn) {
	t.Helper()
	r := dialect.New(dialect.Of(templates.Demo(name)), bytes.NewReader(templates.Demo(name)))
	for {
		turn, err := r.Next()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, *turn)
	}
}

// nearest is the turn that shares most words with a text.
func (s *stretch) nearest(text string) (at int) {
	best := 0
	for i := range s.turns {
		n, in := 0, proof.Stems(proof.Folded(s.turns[i].body()))
		for w := range proof.Stems(proof.Folded(text)) {
			if in[w] {
				n++
			}
		}
		if n > best {
			best, at = n, i
		}
	}
	return at
}

// mutated is a text with its last letter or digit changed.
func mutated(s string) string {
	r := []rune(s)
	for i := len(r) - 1; i >= 0; i-- {
		switch {
		case !prose.Joins(r[i]):
			continue
		case r[i] >= '0' && r[i] <= '9':
			r[i] = '0' + (r[i]-'0'+7)%10
		case r[i] == 'k':
			r[i] = 'q'
		default:
			r[i] = 'k'
		}
		return string(r)
	}
	return s
}
