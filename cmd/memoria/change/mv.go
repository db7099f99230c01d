package change

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/refactor"
	"github.com/agent-admin/memoria/wiki"
)

// changeFlags are the flags of mv, merge and undo.
type changeFlags struct{ dryRun bool }

func (a *app) changeFlags(c *cobra.Command, o *changeFlags) {
	c.Flags().BoolVar(&o.dryRun, "dry-run", false, "show what would be changed, write nothing")
	a.JSONFlag(c)
}

// A changer changes pages, or with dry returns what it would change.
type changer func(ctx context.Context, v *workspace.Vault, args []string, dry bool) (*journal.Change, error)

func (a *app) mvCmd() *cobra.Command {
	return a.changeCmd("mv", command.Takes(2, 2, "two names", `quote a name that has spaces in it: memoria mv "Sidecar locks" "Lock files"`),
		func(ctx context.Context, v *workspace.Vault, args []string, dry bool) (*journal.Change, error) {
			return refactor.Move(ctx, v.Compiler().Journal(), args[0], args[1], dry)
		})
}

func (a *app) mergeCmd() *cobra.Command {
	return a.changeCmd("merge", command.Takes(2, 2, "two names", "name the page that goes, then the one that stays"),
		func(ctx context.Context, v *workspace.Vault, args []string, dry bool) (*journal.Change, error) {
			return refactor.Merge(ctx, v.Compiler().Journal(), args[0], args[1], dry)
		})
}

func (a *app) changeCmd(name string, args cobra.PositionalArgs, do changer) *cobra.Command {
	var o changeFlags
	c := command.New(name, a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		return a.change(ctx, v, name, args, o, do)
	}))
	c.Args = args
	a.changeFlags(c, &o)
	return c
}

// change makes one change of pages and reports it.
func (a *app) change(ctx context.Context, v *workspace.Vault, name string, args []string, o changeFlags, do changer) error {
	ch, err := do(ctx, v, args, o.dryRun)
	if err != nil {
		return changeHint(name, err)
	}
	if a.AsJSON {
		err = a.UI.JSON(struct {
			DryRun bool `json:"dry_run"`
			changeJSON
		}{o.dryRun, changeOf(*ch)})
	} else {
		a.tellChange(ch, o.dryRun)
	}
	if n := len(ch.Left); n > 0 && !o.dryRun {
		err = errors.Join(err, exit.Hint(fmt.Errorf("%s: %s left, because somebody changed it", ch.What, say.Count(n, "file")), exit.Failure))
	}
	return err
}

// changeHint adds to an error of mv, merge and undo what was attempted.
func changeHint(what string, err error) error {
	var none *wiki.UnresolvedError
	switch {
	case errors.As(err, &none):
		return exit.Hint(fmt.Errorf("%s: no page is called %q", what, none.Target), exit.Failure, "name a page by its title, its file name or its path in the vault")
	case command.As[*refactor.RefusedError](err), command.As[*wiki.SlugError](err), command.As[*wiki.AmbiguousError](err), command.As[*journal.NothingToUndoError](err):
		return fmt.Errorf("%s: %w", what, err)
	}
	return err
}
