package command

import (
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/proposal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// TellCompile reports what a run did, in few lines.
func (a *App) TellCompile(v *workspace.Vault, rep compiler.Report) {
	if n := len(rep.Absorbed.Entries); n > 0 {
		a.UI.Print("Took in %s from copies of logs that a sync tool made", say.Count(n, "entry"))
	}
	undone := takenBack(rep)
	changed := fmt.Sprintf("%s created, %d updated, %d removed", say.Count(len(rep.Created), "article"), len(rep.Updated), len(rep.Removed))
	switch {
	case rep.Changed() && rep.Logs == 0:
		a.UI.Print("The logs have nothing new: %s", changed)
	case rep.Changed():
		a.UI.Print("Compiled %s from %s: %s", say.Count(rep.Entries, "entry"), say.Count(rep.Logs, "day log"), changed)
	case rep.Logs == 0 && rep.Plan != nil && !rep.Plan.Empty():
		wrote := say.Printable(rep.Plan.Edits[0].Path)
		if n := len(rep.Plan.Edits) - 1; n > 0 {
			wrote += " and " + say.Count(n, "page") + " beside it"
		}
		a.UI.Print("Wrote %s, the articles are up to date", wrote)
	case undone == 0:
		a.UI.Print("The articles are up to date")
	}
	if undone > 0 {
		a.UI.Print("Left out %s whose compile was taken back (memoria compile --all compiles them again)", say.Count(undone, "day log"))
	}
	for _, l := range rep.Waiting {
		a.UI.Print("%s waits until %s (memoria compile --file %s does it now)", l.Date, l.Until.In(v.Config.Zone).Format("15:04"), l.Date)
	}
	if rep.Plan != nil {
		for _, n := range rep.Plan.ByHand {
			a.UI.Print("%s", say.Printable(n.String()))
		}
		for _, n := range rep.Plan.Problems {
			a.UI.Warn("%s", say.Printable(n.String()))
		}
		a.tellProposed(rep.Plan.Proposals)
	}
	for _, u := range v.Unended() {
		a.UI.Warn("%s; %s", u.Text, u.Mend)
	}
	for _, p := range rep.Conflicts {
		a.UI.Warn("%s: changed meanwhile, left as it is", say.Printable(p))
	}
}

// takenBack counts the logs that a run left out because their compile was undone.
func takenBack(rep compiler.Report) (n int) {
	if rep.Plan == nil {
		return 0
	}
	for _, l := range rep.Plan.Logs {
		if l.State == state.Undone {
			n++
		}
	}
	return n
}

// tellProposed reports the proposals that are new in a run.
func (a *App) tellProposed(list []proposal.Proposal) {
	n := pick.Count(list, func(p proposal.Proposal) bool { return p.New })
	if n > 0 {
		a.UI.Print("%s where you changed the same lines: yours stay (memoria compile --proposals shows both)", say.Count(n, "proposal"))
	}
}

// TellAsked reports what models were asked in a run, if any.
func (a *App) TellAsked(m *author.Asked) {
	if m == nil || m.Entries+m.Aside == 0 {
		return
	}
	left := ""
	if m.Left > 0 {
		left = fmt.Sprintf(", without %s that did not hold", say.Count(m.Left, "line"))
	}
	asked := "before"
	if m.Calls > 0 {
		asked = say.Times(m.Calls)
	}
	if m.Entries > 0 {
		a.UI.Print("Edited what is new in %s by %s, asked %s%s", say.Count(m.Entries, "entry"), say.Printable(m.Name), asked, left)
	}
	if m.Aside > 0 {
		a.UI.Print("Set aside what it said on %s (memoria queue list)", say.Count(m.Aside, "entry"))
	}
}
