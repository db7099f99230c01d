package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/query"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki/search"
)

func (a *app) queryCmd() *cobra.Command {
	var filter search.Filter
	var model command.ModelFlags
	var limit int
	var fileBack bool
	c := command.New("query", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		client, failed := a.Hire(v, model).Client()
		if _, _, ok := command.ExplainModel(failed); failed != nil && !ok {
			return failed
		}
		h := &query.Handler{Vault: v, Dir: a.Dir, Client: client, Filter: filter, Limit: limit, FileBack: fileBack, Say: a.UI.Say, Warn: a.UI.Warn}
		out, asked, err := h.Answer(ctx, strings.Join(args, " "))
		if err != nil {
			return err
		}
		failed = cmp.Or(failed, asked)
		if err := a.Answer(out, func() { a.tellAnswer(out, client != nil || failed != nil) }); err != nil {
			return err
		}
		if failed != nil && len(out.Passages) > 0 {
			return fmt.Errorf("query: the passages are shown instead: %w", failed)
		}
		return failed
	}))
	c.Args = command.SomeWords("query: no question", `memoria query "how are releases signed?"`)
	c.PreRunE = func(*cobra.Command, []string) error {
		if limit < 1 {
			return exit.Hint(errors.New("query: --limit is 1 or more"), exit.Usage)
		}
		return knownPlaces("query", filter.In)
	}
	f := c.Flags()
	placeFlags(c, &filter.In, &filter.Projects)
	command.LimitFlag(c, &limit, 5, "without a model, show at most `N` passages")
	f.BoolVar(&fileBack, "file-back", false, "keep the answer as an article of the wiki")
	model.Add(c, "what answers: `NAME` of a provider, or extractive for passages alone")
	a.JSONFlag(c)
	return c
}

func (a *app) tellAnswer(out *query.Answer, model bool) {
	for _, note := range out.Notes {
		a.UI.Say("%s", say.Printable(note))
	}
	if len(out.Passages) == 0 {
		a.UI.Print("Not in the wiki: nothing in it answers that.")
		return
	}
	if len(out.LeftOut) > 0 && len(out.Sentences) > 0 {
		a.UI.Warn("left out %s of the model's answer that its sources do not bear out", say.Count(len(out.LeftOut), "line"))
	}
	if len(out.Sentences) == 0 {
		if !model {
			a.UI.Say("no model was asked: these are the passages nearest to the question")
		}
		if !out.Sure {
			a.UI.Print("Nothing answers that plainly; the nearest:")
		}
		for _, p := range out.Passages {
			a.UI.Print("- %s%s", past(p), say.Printable(p.Text))
			a.UI.Print("    %s", sourceOf(p))
		}
	}
	for _, s := range out.Sentences {
		marks := pick.Each(s.On, func(n int) string { return fmt.Sprint(n + 1) })
		a.UI.Print("%s [%s]", say.Printable(s.Text), strings.Join(marks, ", "))
	}
	if len(out.Sentences) > 0 {
		a.UI.Print("")
		for i, p := range out.Passages {
			a.UI.Print("%d  %s", i+1, sourceOf(p))
		}
	}
	if out.Filed != "" {
		a.UI.Print("Kept in %s", say.Printable(out.Filed))
	}
}

func past(p query.Passage) string {
	if p.Past {
		return "(not any more) "
	}
	return ""
}

// sourceOf returns the place of a passage and its sources, and whose it is if others are of other projects.
func sourceOf(p query.Passage) string {
	s := fmt.Sprintf("%s (%s)", p.Title, strings.Join(append([]string{fmt.Sprintf("%s:%d", p.Path, p.Line)}, p.Whose...), ", "))
	if len(p.Cites) > 0 {
		s += " from [[" + strings.Join(p.Cites, "]], [[") + "]]"
	}
	return say.Printable(s)
}
