package topic

import (
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/holds"
)

// SettleTruth notes which lines hold, and which line took the place of one that does not, as judge finds out.
func (x *Index) SettleTruth(judge func([]daily.Dated) *holds.Record) {
	r := judge(x.dated)
	byRef := make(map[string]int32, len(r.Fates))
	for i := range x.Lines {
		byRef[x.Lines[i].ref] = int32(i)
	}
	x.Truth = make([]truth, len(x.Lines))
	for i := len(x.Lines) - 1; i >= 0; i-- {
		x.Truth[i] = Nothing
		if x.Lines[i].Loose() {
			continue
		}
		f := r.Of(x.Lines[i].ref)
		x.Truth[i].Tried, x.Truth[i].Gone = f.Tried, f.Gone
		over, ok := byRef[f.ReplacedBy]
		switch l := &x.Lines[i]; {
		case !ok || f.ReplacedBy == "":
		case l.Kind == daily.Action && x.Lines[over].Kind == l.Kind && x.Lines[over].Text == l.Text: // a person's word on a task
			l.Done = x.Lines[over].Done
		default:
			x.Truth[i].ReplacedBy = over
		}
	}
}
