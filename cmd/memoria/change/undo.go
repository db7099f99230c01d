package change

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/fsutil/layout"
)

func (a *app) undoCmd() *cobra.Command {
	var o changeFlags
	var list bool
	c := command.New("undo", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		opts := journal.UndoOptions{DryRun: o.dryRun}
		if len(args) == 1 {
			n, err := strconv.Atoi(strings.TrimPrefix(args[0], "#"))
			if err != nil || n <= 0 {
				return exit.Hint(fmt.Errorf("undo: %q is not the number of a change", args[0]), exit.Usage, "memoria undo --list shows their numbers")
			}
			opts.ID = n
		}
		if list {
			return a.listChanges(v)
		}
		return a.change(ctx, v, "undo", nil, o, func(ctx context.Context, v *workspace.Vault, _ []string, _ bool) (*journal.Change, error) {
			return v.Compiler().Journal().Undo(ctx, opts)
		})
	}))
	c.Long = strings.ReplaceAll(c.Long, "{kept}", strconv.Itoa(journal.KeptChanges))
	c.Args = command.Takes(0, 1, "one change", "memoria undo --list shows their numbers")
	a.changeFlags(c, &o)
	c.Flags().BoolVar(&list, "list", false, "list what can be taken back, the newest first")
	return c
}

// changeJSON is a change in an answer.
type changeJSON struct {
	ID      int            `json:"id,omitempty"`
	What    string         `json:"what"`
	Args    []string       `json:"args"`
	At      time.Time      `json:"at,omitzero"`
	Undone  bool           `json:"undone"`
	Resumed bool           `json:"resumed"`
	Edits   []changedJSON  `json:"edits"`
	Left    []journal.Note `json:"left"`
	Notes   []journal.Note `json:"notes"`
}

type changedJSON struct {
	Path string `json:"path"`
	Verb string `json:"verb"`
	From string `json:"from,omitempty"`
}

func changeOf(ch journal.Change) changeJSON {
	out := changeJSON{ID: ch.ID, What: ch.What, Args: say.List(ch.Args), At: ch.At, Undone: ch.Undone, Resumed: ch.Resumed,
		Edits: []changedJSON{}, Left: say.List(ch.Left), Notes: say.List(ch.Notes)}
	for _, e := range ch.Edits {
		out.Edits = append(out.Edits, changedJSON{e.Path, string(e.Verb), e.From()})
	}
	return out
}

// tellChange says what a change did.
func (a *app) tellChange(ch *journal.Change, dry bool) {
	if ch.Resumed {
		a.UI.Say("%s was cut off before, and is done now", ch.What)
	}
	switch {
	case len(ch.Edits) == 0 && len(ch.Left) == 0 && ch.What == "undo":
		a.UI.Print("Nothing to take back: the pages are as they were")
	case len(ch.Edits) == 0 && len(ch.Left) == 0:
		a.UI.Print("Nothing to do: it is called so already")
	}
	a.tellEdits(ch)
	for _, n := range ch.Left {
		a.UI.Warn("%s", say.Printable(n.String()))
	}
	switch {
	case dry:
		a.UI.Say("a dry run: nothing was written")
	case len(ch.Edits) == 0:
	case ch.What == "undo" && len(ch.Args) == 1 && ch.Args[0] == "compile":
		a.UI.Print("Took back the compile. Its logs count as done: memoria compile --all compiles them again")
	case ch.What == "undo":
		a.UI.Print("Took back %s", spelled(ch.Args))
	default:
		a.UI.Print("memoria undo takes it back")
	}
}

// tellEdits lists the files that a change writes, and its notes.
func (a *app) tellEdits(ch *journal.Change) {
	for _, e := range ch.Edits {
		if strings.HasPrefix(e.Path, layout.Folder+"/") {
			continue
		}
		from := ""
		if e.From() != "" {
			from = say.Printable(e.From()) + " -> "
		}
		a.UI.Print("%-7s %s%s", e.Verb, from, say.Printable(e.Path))
	}
	for _, n := range ch.Notes {
		a.UI.Print("note    %s", say.Printable(n.String()))
	}
}

// listChanges shows the journal.
func (a *app) listChanges(v *workspace.Vault) error {
	list, err := v.Compiler().Journal().Changes()
	if err != nil {
		return err
	}
	if a.AsJSON {
		out := struct {
			Changes []changeJSON `json:"changes"`
		}{[]changeJSON{}}
		for _, ch := range list {
			out.Changes = append(out.Changes, changeOf(ch))
		}
		return a.UI.JSON(out)
	}
	list = slices.DeleteFunc(list, func(ch journal.Change) bool { return ch.What == "undo" }) // each change says whether it stands
	if len(list) == 0 {
		a.UI.Print("No change is there to be taken back")
	}
	for _, ch := range list {
		undone := map[bool]string{true: ", taken back"}[ch.Undone]
		a.UI.Print("%4d  %s  %s (%s%s)", ch.ID, ch.At.In(v.Config.Zone).Format("2006-01-02 15:04"), spelled(append([]string{ch.What}, ch.Args...)), say.Count(len(changeOf(ch).Edits), "file"), undone)
	}
	return nil
}

// spelled is a command as a person types it.
func spelled(words []string) string {
	var out []string
	for i, w := range words {
		w = say.Printable(w)
		if w == "" || i > 0 && strings.ContainsAny(w, " \t'\"$`\\") {
			w = strconv.Quote(w)
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}
