package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/wiki"
)

// changeFlags are what mv, merge and undo were asked for.
type changeFlags struct{ dryRun, json bool }

func (o *changeFlags) add(c *cobra.Command) {
	c.Flags().BoolVar(&o.dryRun, "dry-run", false, "show what would be changed, write nothing")
	c.Flags().BoolVar(&o.json, "json", false, "answer with one JSON object")
}

// twoNames takes two names, or says how they are told apart.
func twoNames(what string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 2 {
			return nil
		}
		return hint(fmt.Errorf("%s takes two names, not %d", c.Name(), len(args)), exitUsage, what)
	}
}

func (a *app) mvCmd() *cobra.Command {
	var o changeFlags
	c := &cobra.Command{
		Use:   "mv OLD NEW",
		Short: "Rename or move a page, with every link to it",
		Long: `Give a page another name, and have every link to it lead there: [[links]] by name, path
or title, with a heading, a block or a text of their own, embeds, links in tables and
properties, and plain Markdown links. OLD is a title, a file name or a path; NEW is a
title, a file name, a path in the vault, or a folder.

The old name stays an alias of the page, so day logs, which are never rewritten, still
find it. Moved back, every byte is as it was. memoria undo takes it back, too.`,
		Example: "  memoria mv \"Sidecar locks\" \"Lock files\"\n  memoria mv notes/locks.md archive/",
		Args:    twoNames(`quote a name that has spaces in it: memoria mv "Sidecar locks" "Lock files"`),
		RunE: func(c *cobra.Command, args []string) error {
			return a.change(c.Context(), o, func(ctx context.Context, comp *compiler.Compiler) (*journal.Change, error) {
				ch, err := refactor.Move(ctx, comp.Journal(), args[0], args[1], o.dryRun)
				return ch, changeHint("mv", err)
			})
		},
	}
	o.add(c)
	return c
}

func (a *app) mergeCmd() *cobra.Command {
	var o changeFlags
	c := &cobra.Command{
		Use:   "merge PAGE INTO",
		Short: "Fold one page into another, with every link to it",
		Long: `Fold PAGE into the page INTO: what it says and INTO does not goes below the same heading
there, its names become aliases, its tags and sources are added, every link to it leads
to INTO, and PAGE is removed. What is said of its subject from then on goes to INTO.
Your own words in either stay. memoria undo takes it back.`,
		Example: "  memoria merge lock-files sidecar-locks",
		Args:    twoNames("name the page that goes, then the one that stays"),
		RunE: func(c *cobra.Command, args []string) error {
			return a.change(c.Context(), o, func(ctx context.Context, comp *compiler.Compiler) (*journal.Change, error) {
				ch, err := refactor.Merge(ctx, comp.Journal(), args[0], args[1], o.dryRun)
				return ch, changeHint("merge", err)
			})
		},
	}
	o.add(c)
	return c
}

// change opens the vault, makes one change of pages and tells of it.
func (a *app) change(ctx context.Context, o changeFlags, do func(context.Context, *compiler.Compiler) (*journal.Change, error)) error {
	v, err := a.open()
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	ch, err := do(ctx, v.Compiler())
	if err != nil {
		return err
	}
	if o.json {
		err = a.ui.JSON(changedOf(ch, o.dryRun))
	} else {
		a.tellChange(ch, o.dryRun)
	}
	if n := len(ch.Left); n > 0 && !o.dryRun {
		err = errors.Join(err, hint(fmt.Errorf("%s: %s left, because somebody changed it", ch.What, count(n, "file")), exitFailure))
	}
	return err
}

// changeHint says how to mend what mv, merge and undo refuse.
func changeHint(what string, err error) error {
	var refused *refactor.RefusedError
	var slug *wiki.SlugError
	var many *wiki.AmbiguousError
	var none *wiki.UnresolvedError
	var nothing *journal.NothingToUndoError
	var hints []string
	switch {
	case err == nil:
		return nil
	case errors.As(err, &refused):
		if refused.Hint != "" {
			hints = append(hints, refused.Hint)
		}
	case errors.As(err, &slug):
		hints = append(hints, "that name breaks on some system, or is memoria's own: take another")
	case errors.As(err, &many):
		hints = append(hints, "name one of them by its path")
	case errors.As(err, &none):
		return hint(fmt.Errorf("%s: no page is called %q", what, none.Target), exitFailure, "name a page by its title, its file name or its path in the vault")
	case errors.As(err, &nothing):
		hints = append(hints, "memoria undo --list shows what can be taken back")
	default:
		return err
	}
	return hint(fmt.Errorf("%s: %w", what, err), exitFailure, hints...)
}
