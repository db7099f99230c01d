package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/term"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/related"
)

func (a *app) relatedCmd() *cobra.Command {
	var limit int
	c := command.New("related", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		f, err := v.Related(ctx)
		if err != nil {
			return fmt.Errorf("related: %w", err)
		}
		name := strings.Join(args, " ")
		p, err := f.Wiki.Resolve(name)
		var many *wiki.AmbiguousError
		switch {
		case errors.As(err, &many):
			return exit.Hint(fmt.Errorf("related: %q may be %s", name, say.Printable(strings.Join(many.Candidates, " or "))), exit.Failure, "name one of them by its path")
		case err != nil || p.Article == nil:
			return unknownPage("related", name, f.Wiki)
		}
		out := f.Around(p, limit)
		return a.Answer(out, func() { a.tellAround(out) })
	}))
	c.Args = command.SomeWords("related: no page named", "memoria related TITLE takes the title of an article")
	a.JSONFlag(c)
	command.LimitFlag(c, &limit, 10, "at most `N` in each list; 0 shows all")
	return c
}

// maxLike is how many similar names are suggested for an unknown page.
const maxLike = 4

// unknownPage returns the error that no page has the name, with the pages that may be meant.
func unknownPage(command, name string, w *wiki.Wiki) error {
	hints := []string{"memoria search " + vault.Quote(name) + " finds what says it"}
	var like []string
	for _, p := range w.Like(name, maxLike) {
		if wiki.Fold(p.Title()) == wiki.Fold(name) { // else it would have been found
			hints = append([]string{say.Printable(name) + " is the heading of " + p.Path + " and no name of it; memoria " + command + " " + vault.Quote(p.Path) + " takes its path"}, hints...)
			continue
		}
		like = append(like, say.Printable(p.Title()))
	}
	if len(like) > 0 {
		hints = append([]string{"there is " + strings.Join(like, ", ")}, hints...)
	} else {
		hints = append(hints, w.Dir()+"/index.md lists every article")
	}
	return exit.Hint(fmt.Errorf("%s: no page is called %q", command, name), exit.Failure, hints...)
}

func (a *app) tellAround(x related.Around) {
	a.Page()
	a.UI.Print("%s  %s", a.UI.In(term.Bold, say.Printable(x.Page.Title)), a.UI.In(term.Faint, "("+say.Printable(x.Page.Path)+")"))
	if len(x.Neighbours) > 0 {
		a.UI.Print("\nNeighbours:")
	}
	for _, n := range x.Neighbours {
		ways := strings.Join(n.Ways, ", ")
		if len(n.Days) > 0 {
			ways += " " + strings.Join(n.Days, " ")
		}
		a.UI.Print("  %s  (%s)", say.Printable(n.Title), say.Printable(n.Path))
		a.UI.Print("      %s", ways)
	}
	a.tellMore(x.More.Neighbours)
	a.tellMentions("Backlinks", x.Backlinks, x.More.Backlinks)
	a.tellMentions("Named without a link", x.Mentions, x.More.Mentions)
	if len(x.Neighbours)+len(x.Backlinks)+len(x.Mentions) == 0 {
		a.UI.Say("nothing links to %s, and it links to nothing", say.Printable(x.Page.Title))
	}
}

func (a *app) tellMentions(title string, list []related.Mention, more int) {
	if len(list) > 0 {
		a.UI.Print("\n%s:", title)
	}
	for _, m := range list {
		a.UI.Print("  %s:%d", say.Printable(m.Path), m.Line)
		if m.Text != "" {
			a.UI.Print("      %s", say.Printable(m.Text))
		}
	}
	a.tellMore(more)
}

func (a *app) tellMore(n int) {
	if n > 0 {
		a.UI.Print("  and %s more (--limit 0 shows all)", say.Thousands(n))
	}
}
