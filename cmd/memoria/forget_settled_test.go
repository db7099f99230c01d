package main

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestForgetTakesSettlement: a person's word on two claims goes with one of them, as a dry run says, it
// is told, and the claim that stays is not said to be what stays of the forgotten.
func TestForgetTakesSettlement(t *testing.T) {
	m := newMemory(t)
	e, words := m.forgettable()
	over, holds := e.Bullets[0], e.Bullets[1]
	for n, s := range []daily.Settlement{{Past: []string{e.Ref(over)}, Holds: []string{e.Ref(holds)}}, {Past: []string{e.Ref(holds)}, Holds: []string{e.Ref(over)}}} {
		s.Pair, s.N = "0123456789", n+1
		w := s.Entry(e.Project, []daily.Bullet{[]daily.Bullet{holds, over}[n]}, m.now.Add(time.Duration(n)*time.Minute))
		if _, _, err := (&daily.Store{Dir: m.vault, Zone: time.UTC}).Append(context.Background(), w); err != nil {
			t.Fatal(err)
		}
	}
	m.do("compile")
	answer := m.alike(e.Target(over))
	m.gone(e.Target(over), words[:1], answer)
	told := slices.DeleteFunc(answer.Removed, func(g forget.Item) bool { return !strings.HasSuffix(g.What, "1 line: it settled what is forgotten") })
	must.Hold(t, len(told) == 2, "the answer names %+v", answer.Removed)
	for _, s := range answer.Stays {
		must.Hold(t, s.Why != "says the same", "%+v is said to say it", s)
	}
	var left int
	for _, o := range m.entries() {
		if w, ok := o.Settlement(); ok && w.Pair == "0123456789" && len(o.Bullets) == 0 {
			left++
		}
	}
	must.Hold(t, left == 2, "%d markers are left of two", left)
	must.Text(t, m.do("forget", "--again", "--yes"), "again, it").Has("the vault has no words of it")
}
