package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/wiki"
)

func (a *app) whyCmd() *cobra.Command {
	var asJSON bool
	c := command("why", a.inVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		x, err := v.Compiler().Why(ctx, strings.Join(args, " "))
		switch {
		case err != nil:
			return a.whyHint(err, v)
		case asJSON:
			return a.ui.JSON(x)
		}
		a.tellWhy(x)
		return nil
	}))
	c.Args = someWords("why: no target named", "memoria why TITLE takes the title of an article, or a block id like ^k3f9a2c")
	jsonFlag(c, &asJSON)
	return c
}

func (a *app) whyHint(err error, v *workspace.Vault) error {
	var nothing *why.NothingError
	if !errors.As(err, &nothing) {
		if as[*why.SessionsError](err) || as[*wiki.AmbiguousError](err) {
			err = fmt.Errorf("why: %w", err)
		}
		return err
	}
	if r, ok := a.seen(v, nothing.Target); ok {
		return hint(fmt.Errorf("why: session %s has no entry in the logs, it is %s%s", printable(r.Session), r.State, because(r)), exitFailure,
			"memoria status says what became of every session")
	}
	return hint(fmt.Errorf("why: %w", err), exitFailure, v.Config.Wiki+"/index.md lists every article; memoria status says whether all is compiled")
}

// seen finds the session that a target is the id of, or begins, in the ledger.
func (a *app) seen(v *workspace.Vault, target string) (r ledger.Record, ok bool) {
	records, _, err := v.Ledger().All(a.Now())
	if err != nil || len(target) < workspace.LeastPrefix {
		return r, false
	}
	for _, x := range records {
		if strings.HasPrefix(strings.ToLower(x.Session), strings.ToLower(target)) {
			r, ok = x, true
		}
	}
	return r, ok
}

func because(r ledger.Record) string {
	if r.Reason == "" {
		return ""
	}
	return ": " + printable(r.Reason)
}

func (a *app) tellWhy(x why.Explanation) {
	head := printable(x.Title)
	if x.Path != "" {
		head += "  (" + printable(x.Path) + ")"
	}
	a.ui.Print("%s", head)
	if x.By != "" {
		by := "written by " + printable(x.By)
		if len(x.Edited) > 0 {
			by += ", edited by " + printable(strings.Join(x.Edited, ", "))
		}
		a.ui.Print("%s", by)
	}
	for _, e := range x.Entries {
		a.ui.Print("%s  %s  (entry %s, %s)", e.At.Format("2006-01-02 15:04"), printable(e.Title), printable(e.ID), printable(e.Path))
	}
	for _, c := range x.Claims {
		a.ui.Print("")
		a.ui.Print("- %s", printable(c.Text))
		if len(c.Sources) == 0 {
			a.ui.Print("    written by hand")
		}
		for _, s := range c.Sources {
			a.tellSource(s)
		}
		for _, p := range c.Cited {
			a.ui.Print("    cited in %s", printable(p))
		}
	}
	if x.Kind == "log" {
		a.ui.Print("")
		if slices.ContainsFunc(x.Claims, func(c why.Claim) bool { return c.Uncompiled }) {
			a.ui.Print("No article says it: it is not compiled yet (memoria compile)")
		} else {
			a.ui.Print("No article says it, the logs alone do")
		}
	}
	if x.More > 0 {
		a.ui.Print("")
		a.ui.Print("and %s more: %q is too common, name more of it", count(x.More, "claim"), printable(x.Title))
	}
}

func (a *app) tellSource(s why.Source) {
	switch {
	case s.Missing:
		a.ui.Print("    %s: the log has no such line any more", printable(s.Cite))
		return
	case s.Hand:
		a.ui.Print("    %s: %s, kept by hand", printable(s.Cite), printable(s.Title))
		return
	}
	where := printable(s.Project)
	if s.Branch != "" {
		where += "@" + printable(s.Branch)
	}
	a.ui.Print("    %s: %s in %q", printable(s.Cite), s.Kind, printable(s.Title))
	a.ui.Print("    %s, %s session %s, %s, written by %s", s.At.Format("2006-01-02 15:04"), printable(s.Agent), printable(s.Session), where, printable(s.By))
}
