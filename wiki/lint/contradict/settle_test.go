package contradict

import (
	"errors"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

var noon = time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)

// What a person settled is no finding any more, is asked about no more, and doing it twice changes
// nothing, though all that was kept is lost. A second thought is another word.
func TestSettle(t *testing.T) {
	for _, c := range []Choice{First, Second, Both} {
		v := newVault(t)
		first, second := gateway(v)
		r := v.run(honest())
		id := r.Disputes[0].ID
		e, fresh, err := r.Settle(id[:4], c, noon)
		must.Be(t, err == nil && fresh && e.Agent == "person" && e.Project == "app", "%v %v %+v", err, fresh, e)
		want := [][]string{First: {first.Text}, Second: {second.Text}, Both: {first.Text, second.Text}}[c]
		for i, b := range e.Bullets {
			must.Hold(t, len(e.Bullets) == len(want) && b.Text == want[i], "%d: %+v", c, e.Bullets)
		}
		v.settle(e)
		lost := newVaultLike(t, v)
		m := honest()
		if r = lost.run(m); len(r.Disputes) != 0 {
			t.Errorf("%d: %+v", c, r.Disputes)
		}
		for _, q := range m.Asked {
			for _, text := range claimsIn(q) {
				must.Hold(t, (c != First || text != second.Text) && (c != Second || text != first.Text), "%d: asked about %s", c, text)
			}
		}
		if _, fresh, err := r.Settle(id, c, noon); err != nil || fresh {
			t.Errorf("%d: again: %v %v", c, err, fresh)
		}
		other := c%Both + 1
		e2, fresh, err := r.Settle(id, other, noon)
		must.Be(t, err == nil && fresh && (e2.ID != e.ID || e2.Session != e.Session) && e2.At.After(e.At), "%d: another word: %v %v %+v", c, err, fresh, e2)
		v.settle(e2)
		r = v.run(nil)
		if _, fresh, err := r.Settle(id, other, noon); err != nil || fresh {
			t.Errorf("%d: another word again: %v %v", c, err, fresh)
		}
		if _, fresh, err := r.Settle(id, c, noon); err != nil || !fresh {
			t.Errorf("%d: back: %v %v", c, err, fresh)
		}
		// What was said again is the claim that it says again, and no new one.
		if other == Both {
			v.pages["Gateway"] = nil
			for i, b := range e2.Bullets {
				d, _ := daily.Read(e2, time.UTC)
				v.pages["Gateway"] = append(v.pages["Gateway"], wiki.Point{Text: b.Text, Cites: []wiki.Cite{{Date: wiki.Date(d.Date.String()), Block: d.Bullets[i].Block}}})
			}
			r := v.run(honest())
			must.Hold(t, len(r.Disputes) == 0 && r.Pairs == 0, "%+v", r)
		}
	}
}

// A settlement comes after what it settles, whatever the clock says; a pair nobody knows is none.
func TestSettleEarly(t *testing.T) {
	v := newVault(t)
	gateway(v)
	r := v.run(honest())
	e, _, err := r.Settle(r.Disputes[0].ID, First, noon.AddDate(-1, 0, 0))
	must.Hold(t, err == nil && e.At.Format("2006-01-02") == "2026-11-24", "%v: %s", err, e.At)
	for _, id := range []string{"", "zz", "0123456789ab"} {
		if _, _, err := r.Settle(id, First, noon); !errors.Is(err, ErrUnknown) {
			t.Errorf("%q: %v", id, err)
		}
	}
}
