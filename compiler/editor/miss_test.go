package editor

import (
	"context"
	"fmt"
	"testing"

	"github.com/agent-admin/memoria/compiler/editor/form"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

// many returns entries on as many days.
func many(n int) (out []daily.Dated) {
	for i := range n {
		out = append(out, entry(i+1, fmt.Sprintf("2026-03-%02d", i+1), fmt.Sprintf("decision: Keep the WAL of harbour %d in SQLite", i+1)))
	}
	return out
}

// A model that never answers in the form is not asked about each entry: the rest stays pending, and is asked about in
// one batch once the model works again. The same run does not start again.
func TestMisses(t *testing.T) {
	m := &asktest.Model{Say: func(ask.Question, int) (string, error) { return "I would rather not.", nil }}
	v := newVault(t, m)
	must.Equal(t, v.revise(many(9)), plain(t, many(9)), "v.revise(many(9))")
	n := v.Tally()
	must.Hold(t, n.Calls == 2*missesMost && n.Aside == missesMost-1 && n.Owed == 9-n.Aside && v.Stopped() != nil, "%+v, stopped for %v", n, v.Stopped())
	if len(v.files()) != missesMost { // two set aside, one pending, and no answer
		t.Errorf("files are %v", v.files())
	}
	if v.revise(many(9)); len(m.Asked) != 2*missesMost || v.Stopped() == nil {
		t.Errorf("asked %d times", len(m.Asked))
	}
	mended := &asktest.Model{Say: func(ask.Question, int) (string, error) { return form.Nothing, nil }}
	a := &Author{Base: v.Base, Asker: ask.Asker{Replies: v.Replies, Model: mended}}
	_, err := a.Revise(context.Background(), many(9), nil, noNews)
	must.Hold(t, err == nil && len(mended.Asked) == 1 && a.Tally().Entries == 7 && !a.Owes(), "%v: asked %d times, %+v", err, len(mended.Asked), a.Tally())
}

// Entries without a usable answer do not prevent others from being asked about.
func TestMissesInARow(t *testing.T) {
	m := &asktest.Model{Say: func(_ ask.Question, n int) (string, error) {
		if n <= 4 || n%2 > 0 {
			return "I would rather not.", nil
		}
		return form.Nothing, nil
	}}
	v := newVault(t, m)
	v.revise(many(3)) // the batch and its first entry fail, the others are repaired
	n := v.Tally()
	must.Hold(t, v.Stopped() == nil && n.Entries == 2 && n.Aside == 1 && n.Owed == 0, "%+v, stopped for %v", n, v.Stopped())
}
