package look

import (
	"cmp"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/wiki/receipt"
)

const receiptsShown = 20

func (a *app) tellReceipts(r status.Receipts) {
	if len(r.Memories) == 0 {
		a.UI.Print("Nothing was given to a session yet")
		return
	}
	used, unused := 0, 0
	for _, m := range r.Memories {
		if m.Used > 0 {
			used++
		}
		if m.Unused {
			unused++
		}
	}
	a.UI.Print("%s given to %s: %d of use, %d never of use in %d sessions or more", say.Count(len(r.Memories), "memory"), say.Count(len(r.Sessions), "session"), used, unused, receipt.UnusedIn)
	for _, m := range r.Memories[:min(len(r.Memories), receiptsShown)] {
		what := cmp.Or(m.What, m.ID+" (gone since)")
		a.UI.Print("%4d given %4d used  %s  %s", m.Given, m.Used, say.Printable(what), say.Printable(say.Clip(m.Text, 60)))
	}
	if n := len(r.Memories) - receiptsShown; n > 0 {
		a.UI.Print("and %d more (memoria status --receipts --json)", n)
	}
}
