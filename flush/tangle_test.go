package flush

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A capture was killed behind the archive, a fork with the same rows was captured since, and the index of rows
// is lost. Made anew, it gives the rows to the session that has an entry of them, whichever file is read first,
// and the archive holds each once; also where the one that was killed is never captured again.
func TestForkOfAKilledCapture(t *testing.T) {
	for _, c := range []struct {
		killed, fork string
		again        bool
	}{{"A", "B", true}, {"B", "A", true}, {"A", "C", true}, {"C", "A", false}, {"A", "B", false}} {
		t.Run(c.killed+c.fork, func(t *testing.T) {
			b := newBench(t)
			session := func(id string) *script {
				return (&script{path: id + ".jsonl"}).say("u1 "+id+" 10:00 keep one", "u2 "+id+" 10:01 keep two")
			}
			b.end((&script{path: "Z.jsonl"}).say("z1 Z 09:00 keep zero")) // so that there is an index
			killed, fork := session(c.killed), session(c.fork)
			killed.say("u3 " + c.killed + " 10:02 keep three")
			b.f.step = func(string) error { return errCrash }
			_, err := b.f.Capture(context.Background(), Capture{Source: killed.source(), Session: c.killed, Final: true}, testNow)
			must.Be(t, errors.Is(err, errCrash), "%v", err)
			b.f.step = nil
			b.end(fork)
			b.lose(layout.Rows)
			want := "Z:z1..z1 " + c.fork + ":u1..u2"
			rows := []string{c.fork, c.fork, c.killed, "Z"}
			if c.again {
				b.end(killed)
				want += " " + c.killed + ":u3..u3"
			}
			b.end(fork.say("u4 " + c.fork + " 10:04 keep four"))
			b.end((&script{path: "Y.jsonl"}).say("y1 Y 11:00 keep last"))
			want += " " + c.fork + ":u4..u4 Y:y1..y1"
			must.Equal(t, b.spans(), want, "spans")
			held, twice := b.archived()
			must.Hold(t, twice == nil && slices.Equal([]string{held["u1"], held["u2"], held["u3"], held["z1"]}, rows), "twice %v; %v", twice, held)
		})
	}
}
