package change

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/forget"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/target"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki"
)

// forgetFlags are the flags of forget.
type forgetFlags struct {
	dryRun, yes, claims, again, cut bool
}

func (a *app) forgetCmd() *cobra.Command {
	var o forgetFlags
	c := command.New("forget", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		return a.forget(ctx, v, strings.Join(args, " "), o)
	}))
	c.Args = func(_ *cobra.Command, args []string) error {
		if o.again && len(args) > 0 {
			return exit.Hint(errors.New("forget: --again takes no target: it is about all that was forgotten"), exit.Usage)
		}
		if len(args) == 0 && !o.again {
			return exit.Hint(errors.New("forget: no target named"), exit.Usage, "memoria why WORDS finds the line that says them, and its id")
		}
		return nil
	}
	fl := c.Flags()
	fl.BoolVar(&o.dryRun, "dry-run", false, "show what would go and what stays, write nothing")
	fl.BoolVar(&o.yes, "yes", false, "do it without asking")
	fl.BoolVar(&o.claims, "claims", false, "where TARGET is an article, forget every line that it cites")
	fl.BoolVar(&o.again, "again", false, "take out what was forgotten and is back, as in a log that was restored")
	fl.BoolVar(&o.cut, "cut", false, "in a shared vault, take it out of the logs of other machines too: of those that are gone and will not do it")
	a.JSONFlag(c)
	return c
}

func (a *app) forget(ctx context.Context, v *workspace.Vault, name string, o forgetFlags) error {
	h := a.ForgetHandler(v)
	p, err := h.Plan(ctx, forget.Request{Name: name, Claims: o.claims, Again: o.again, Theirs: o.cut})
	if err != nil {
		return forgetHint(name, err)
	}
	if o.dryRun {
		if !a.AsJSON {
			defer a.UI.Say("a dry run: nothing was written")
		}
		return a.tellForget(p, o)
	}
	if p.Nothing() {
		return a.tellForget(p, o)
	}
	if !o.yes {
		if !a.AsJSON {
			a.showForget("Forgetting", p)
		}
		switch agreed, err := a.Confirm(ctx, "Forget it for good? This cannot be undone."); {
		case errors.Is(err, command.ErrNobody):
			return exit.Hint(fmt.Errorf("forget %q: %w", name, err), exit.Usage, "memoria forget --yes does it without asking; --dry-run shows what would go")
		case err != nil:
			return err
		case !agreed:
			a.UI.Say("nothing was written")
			return nil
		}
	}
	if err := h.Do(ctx, p); errors.As(err, new(*forget.UnfinishedError)) {
		code, _ := command.Explain(err)
		return exit.Hint(err, code, "memoria compile, or the same command again, does the rest")
	} else if err != nil {
		return err
	}
	if !o.yes && !a.AsJSON {
		a.UI.Print("Forgot it. %s", LeftOf(p))
		return nil
	}
	return a.tellForget(p, o)
}

// ForgetJSON is the answer of `forget --json`.
type ForgetJSON struct {
	DryRun  bool           `json:"dry_run"`
	Kind    string         `json:"kind"`
	Target  string         `json:"target"`
	Removed []forget.Item  `json:"removed"`
	Stays   []forget.Stay  `json:"stays"`
	Asked   []forget.Asked `json:"asked_by,omitempty"`
}

// tellForget says what went, or in a dry run would go.
func (a *app) tellForget(p *forget.Plan, o forgetFlags) error {
	if a.AsJSON {
		return a.UI.JSON(ForgetJSON{o.dryRun, p.Kind, p.Name, say.List(p.Removed), say.List(p.Stays), p.Asked})
	}
	doing := "Forgot"
	if o.dryRun {
		doing = "Forgetting"
	}
	a.showForget(doing, p)
	return nil
}

// showForget lists what goes and what stays.
func (a *app) showForget(doing string, p *forget.Plan) {
	what := "the " + p.Kind + " " + say.Printable(p.Name)
	if p.Kind == "again" && len(p.Asked) > 0 {
		what = "what others forgot of what was said here, and " + p.Name
	} else if p.Kind == "again" {
		what = p.Name
	}
	switch {
	case len(p.Removed) > 0:
		a.UI.Print("%s %s", doing, what)
	case slices.ContainsFunc(p.Stays, func(s forget.Stay) bool { return s.Line > 0 }):
		a.UI.Print("%s %s: nothing that can be taken out says it", doing, what)
	default:
		a.UI.Print("%s %s: the vault has no words of it", doing, what)
	}
	for _, x := range p.Asked {
		a.UI.Print("  asked for by %s on %s, whom this machine does not trust: %s", say.Printable(cmp.Or(x.Who, "nobody")), say.Printable(x.Machine), say.Count(x.Forgets, "forget"))
	}
	for _, x := range p.Removed {
		a.UI.Print("  %s: %s", say.Printable(x.Where), say.Printable(x.What))
	}
	if len(p.Stays) > 0 {
		a.UI.Print("What stays:")
	}
	for _, s := range p.Stays {
		where := s.Path
		if s.Line > 0 {
			where = fmt.Sprintf("%s:%d", s.Path, s.Line)
		}
		a.UI.Print("  %s: %s", say.Printable(where), say.Printable(s.Why))
	}
}

// LeftOf says in a sentence what stays.
func LeftOf(p *forget.Plan) string {
	n := pick.Count(p.Stays, func(s forget.Stay) bool { return s.Line > 0 && !s.Remembered() })
	switch {
	case n > 0:
		return say.Count(n, "line") + " of the vault say it still, as listed"
	case len(p.Stays) > 0:
		return "What stays is listed above"
	}
	return "Nothing of it is left"
}

func forgetHint(name string, err error) error {
	wrapped := fmt.Errorf("forget: %w", err)
	if is, ok := errors.AsType[*target.ArticleError](err); ok {
		hints := []string{"memoria why " + vault.Quote(name) + " names the lines it rests on, which can be forgotten one by one",
			"memoria forget --claims " + vault.Quote(name) + " forgets them all; to be rid of the article alone, delete its file"}
		if is.Project != "" {
			hints = append(hints, "memoria forget "+vault.Quote("project:"+is.Project)+" forgets all that was said in the project")
		}
		return exit.Hint(wrapped, exit.Failure, hints...)
	}
	switch {
	case command.As[*target.ManyError](err), command.As[*target.DayError](err), command.As[*target.LogError](err), command.As[*why.SessionsError](err), command.As[*why.NothingError](err), command.As[*wiki.AmbiguousError](err):
		return wrapped
	}
	return err
}
