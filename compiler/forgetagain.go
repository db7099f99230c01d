package compiler

import (
	"slices"

	"github.com/agent-admin/memoria/daily"
)

// Again takes to the lines of t those, too, that say the same in the entry that stands in for theirs, or
// that theirs stands in for. says tells whether a text says a line.
func (t *Target) Again(says func(text, line string) bool) {
	for _, l := range slices.Clone(t.Lines) {
		for _, o := range t.all {
			if o.Hand || l.Of.Hand || o.ID == l.Of.ID || o.Redoes != l.Of.ID && (l.Of.Redoes == "" || l.Of.Redoes != o.ID) {
				continue
			}
			for _, b := range o.Bullets {
				same := says(b.Text, l.Bullet.Text) || says(l.Bullet.Text, b.Text)
				if same && !slices.ContainsFunc(t.Lines, func(x TargetLine) bool { return x.is(o, b) }) {
					t.Lines = append(t.Lines, TargetLine{*o, b})
				}
			}
		}
	}
}

func (l TargetLine) is(d *daily.Dated, b daily.Bullet) bool {
	return l.Of.ID == d.ID && l.Bullet.Block == b.Block && l.Bullet.Text == b.Text
}
