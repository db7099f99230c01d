package main

import (
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
)

// tellCompile reports what a run did, in few lines.
func (a *app) tellCompile(v *workspace.Vault, rep compiler.Report) {
	if rep.Changed() {
		a.ui.Print("Compiled %s from %s: %s created, %d updated, %d removed", count(rep.Entries, "entry"), count(rep.Logs, "day log"),
			count(len(rep.Created), "article"), len(rep.Updated), len(rep.Removed))
	} else if rep.Plan != nil && !rep.Plan.Empty() {
		for _, e := range rep.Plan.Edits {
			a.ui.Print("Wrote %s, the articles are up to date", printable(e.Path))
		}
	} else {
		a.ui.Print("The articles are up to date")
	}
	for _, l := range rep.Waiting {
		a.ui.Print("%s waits until %s (memoria compile --file %s does it now)", l.Date, l.Until.In(v.Config.Zone).Format("15:04"), l.Date)
	}
	if rep.Plan != nil {
		for _, n := range rep.Plan.ByHand {
			a.ui.Print("%s", printable(n.String()))
		}
		for _, n := range rep.Plan.Problems {
			a.ui.Warn("%s", printable(n.String()))
		}
		a.tellProposed(rep.Plan.Proposals)
	}
	for _, p := range rep.Conflicts {
		a.ui.Warn("%s: changed meanwhile, left as it is", printable(p))
	}
}

// tellProposed reports the proposals that are new in a run.
func (a *app) tellProposed(list []compiler.Proposal) {
	n := 0
	for _, p := range list {
		if p.New {
			n++
		}
	}
	if n > 0 {
		a.ui.Print("%s where you changed the same lines: yours stay (memoria compile --proposals shows both)", count(n, "proposal"))
	}
}

func (a *app) tellAsked(m *author.Asked) {
	if m == nil || m.Entries+m.Aside == 0 {
		return
	}
	left := ""
	if m.Left > 0 {
		left = fmt.Sprintf(", without %s that did not hold", count(m.Left, "line"))
	}
	asked := "before"
	if m.Calls > 0 {
		asked = times(m.Calls)
	}
	if m.Entries > 0 {
		a.ui.Print("Edited what is new in %s by %s, asked %s%s", count(m.Entries, "entry"), printable(m.Name), asked, left)
	}
	if m.Aside > 0 {
		a.ui.Print("Set aside what it said on %s (memoria queue list)", count(m.Aside, "entry"))
	}
}
