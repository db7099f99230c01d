package compile

import (
	"context"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/proposal"
)

// proposalsJSON is the answer of `compile --proposals --json`, and of --accept and --dismiss.
type proposalsJSON struct {
	Accepted  []proposal.Proposal `json:"accepted"`
	Dismissed []proposal.Proposal `json:"dismissed"`
	Proposals []proposal.Proposal `json:"proposals"`
}

// proposals accepts or dismisses proposals, and shows the rest.
func (a *app) proposals(ctx context.Context, v *workspace.Vault, o compileFlags) error {
	c := v.Compiler()
	out := proposalsJSON{Accepted: []proposal.Proposal{}, Dismissed: []proposal.Proposal{}}
	var failed error
	if len(o.accept) > 0 {
		done, err := c.Desk().Accept(ctx, o.accept...)
		out.Accepted, failed = say.List(done), err
	}
	if len(o.dismiss) > 0 && failed == nil {
		done, err := c.Desk().Dismiss(ctx, o.dismiss...)
		out.Dismissed, failed = say.List(done), err
	}
	waiting, err := c.Desk().List(ctx)
	if err != nil {
		return err
	}
	out.Proposals = say.List(waiting)
	if a.AsJSON {
		if err := a.UI.JSON(out); err != nil {
			return err
		}
		return failed
	}
	for _, p := range out.Accepted {
		did := map[bool]string{true: "Put your line back", false: "Took memoria's line"}[p.Mine]
		a.UI.Print("%s in %s, %s", did, say.Printable(p.Path), p.Where())
	}
	for _, p := range out.Dismissed {
		kept := map[bool]string{true: "the line of another machine", false: "yours"}[p.Mine]
		a.UI.Print("Kept %s in %s, %s", kept, say.Printable(p.Path), p.Where())
	}
	if o.proposals {
		a.showProposals(waiting)
	}
	return failed
}

// showProposals prints proposals as diffs of the pages.
func (a *app) showProposals(list []proposal.Proposal) {
	if len(list) == 0 {
		a.UI.Print("No proposal is waiting")
		return
	}
	for _, p := range list {
		gave := map[bool]string{true: "  yours gave way"}[p.Mine]
		a.UI.Print("%s:%d: %s  %s%s", say.Printable(p.Path), p.Line, p.Where(), p.ID, gave)
		a.showSide("-", p.Theirs)
		a.showSide("+", p.Ours)
	}
	mine := func(p proposal.Proposal) bool { return p.Mine }
	if slices.ContainsFunc(list, mine) {
		a.UI.Print("Where yours (+) gave way to a line of another machine (-): memoria compile --accept ID puts yours back; --dismiss ID keeps the other for good")
	}
	if slices.ContainsFunc(list, func(p proposal.Proposal) bool { return !mine(p) }) {
		a.UI.Print("Yours (-) stays until you take memoria's (+) with memoria compile --accept ID; --dismiss ID keeps yours for good")
	}
}

func (a *app) showSide(sign, text string) {
	if text == "" {
		return
	}
	for l := range strings.SplitSeq(text, "\n") {
		a.UI.Print("  %s %s", sign, command.PrintableLine(l))
	}
}
