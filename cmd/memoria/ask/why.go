package ask

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki"
)

func (a *app) whyCmd() *cobra.Command {
	c := command.New("why", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		x, err := v.Compiler().Why(ctx, strings.Join(args, " "))
		if err != nil {
			return a.whyHint(err, v)
		}
		return a.Answer(x, func() { a.tellWhy(x) })
	}))
	c.Args = command.SomeWords("why: no target named", "memoria why TITLE takes the title of an article, or a block id like ^k3f9a2c")
	a.JSONFlag(c)
	return c
}

func (a *app) whyHint(err error, v *workspace.Vault) error {
	var nothing *why.NothingError
	if !errors.As(err, &nothing) {
		if command.As[*why.SessionsError](err) || command.As[*wiki.AmbiguousError](err) {
			err = fmt.Errorf("why: %w", err)
		}
		return err
	}
	if r, ok := a.seen(v, nothing.Target); ok {
		return exit.Hint(fmt.Errorf("why: session %s has no entry in the logs, it is %s%s", say.Printable(r.Session), r.State, because(r)), exit.Failure,
			"memoria status says what became of every session")
	}
	return exit.Hint(fmt.Errorf("why: %w", err), exit.Failure, v.Config.Wiki+"/index.md lists every article; memoria status says whether all is compiled")
}

// seen finds the session that a target is the id of, or begins, in the ledger.
func (a *app) seen(v *workspace.Vault, target string) (ledger.Record, bool) {
	records, _, err := v.Ledger().All(a.Now())
	if err != nil {
		return ledger.Record{}, false
	}
	all := pick.Each(records, func(r ledger.Record) why.Session { return why.Session{Agent: r.Agent, ID: r.Session} })
	is, err := why.FindSession(target, all)
	i := slices.IndexFunc(records, func(r ledger.Record) bool { return r.Agent == is.Agent && r.Session == is.ID })
	if err != nil || is.ID == "" || i < 0 {
		return ledger.Record{}, false
	}
	return records[i], true
}

func because(r ledger.Record) string {
	if r.Reason == "" {
		return ""
	}
	return ": " + say.Printable(r.Reason)
}

func (a *app) tellWhy(x why.Explanation) {
	a.Page()
	head := say.Printable(x.Title)
	if x.Path != "" {
		head += "  (" + say.Printable(x.Path) + ")"
	}
	a.UI.Print("%s", a.UI.In(term.Bold, head))
	if x.By != "" {
		by := "written by " + say.Printable(x.By)
		if len(x.Edited) > 0 {
			by += ", edited by " + say.Printable(strings.Join(x.Edited, ", "))
		}
		a.UI.Print("%s", by)
	}
	for _, e := range x.Entries {
		a.UI.Print("%s  %s  (entry %s, %s)", e.At.Format("2006-01-02 15:04"), say.Printable(e.Title), say.Printable(e.ID), say.Printable(e.Path))
	}
	told := map[string]bool{}
	for _, c := range x.Claims {
		a.UI.Print("")
		a.UI.Print("- %s", say.Printable(c.Text))
		if len(c.Sources) == 0 {
			a.UI.Print("    written by hand")
		}
		for _, s := range c.Sources {
			a.tellSource(s, told)
		}
		for _, p := range c.Cited {
			a.UI.Print("    cited in %s", say.Printable(p))
		}
	}
	if x.Kind == "log" {
		a.UI.Print("")
		if slices.ContainsFunc(x.Claims, func(c why.Claim) bool { return c.Uncompiled }) {
			a.UI.Print("No article says it: it is not compiled yet (memoria compile)")
		} else {
			a.UI.Print("No article says it, the logs alone do")
		}
	}
	if x.More > 0 {
		a.UI.Print("")
		a.UI.Print("and %s more: %q is too common, name more of it", say.Count(x.More, "claim"), say.Printable(x.Title))
	}
}

// tellSource tells where a claim comes from. The session is told once for all lines of an entry.
func (a *app) tellSource(s why.Source, told map[string]bool) {
	switch {
	case s.Missing:
		a.UI.Print("    %s: the log has no such line any more", say.Printable(s.Cite))
		return
	case s.Hand:
		a.UI.Print("    %s: %s, kept by hand", say.Printable(s.Cite), say.Printable(s.Title))
		return
	}
	where := say.Printable(s.Project)
	if s.Branch != "" {
		where += "@" + say.Printable(s.Branch)
	}
	a.UI.Print("    %s: %s in %q", say.Printable(s.Cite), s.Kind, say.Printable(s.Title))
	session := fmt.Sprintf("    %s, %s session %s, %s, written by %s", s.At.Format("2006-01-02 15:04"), say.Printable(s.Agent), say.Printable(s.Session), where, say.Printable(s.By))
	if entry := s.Title + session; !told[entry] {
		told[entry] = true
		a.UI.Print("%s", session)
	}
}
