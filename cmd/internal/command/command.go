package command

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"sync"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
)

// helpText says what each command does. A command begins with "== " and how it is called; then come a
// line for the list of commands, the text, and examples, which stand two characters in.
//
//go:embed help.txt
var helpText string

// helpOf are the parts of helpText by how a command is called, without its arguments.
var helpOf = sync.OnceValue(func() map[string]string {
	out := map[string]string{}
	for part := range strings.SplitSeq("\n"+strings.TrimSuffix(helpText, "\n"), "\n== ") {
		name, _, _ := strings.Cut(part, "\n")
		if i := strings.IndexFunc(name, func(r rune) bool { return r == '[' || unicode.IsUpper(r) }); i > 0 {
			name = strings.TrimSpace(name[:i])
		}
		out[name] = strings.TrimSuffix(part, "\n")
	}
	return out
})

// New returns the command that helpText describes under a name. Unless Args is set it takes no arguments.
func New(name string, run func(*cobra.Command, []string) error) *cobra.Command {
	use, text, _ := strings.Cut(helpOf()[name], "\n")
	use = use[strings.LastIndexByte(name, ' ')+1:]
	c := &cobra.Command{Use: use, Args: noArgs, RunE: run}
	c.Short, text, _ = strings.Cut(text, "\n\n")
	if i := strings.LastIndex("\n\n"+text, "\n\n  "); i >= 0 {
		text, c.Example = strings.TrimSuffix(text[:max(0, i-2)], "\n"), ("\n\n" + text)[i+2:]
	}
	c.Long = text
	return c
}

// InVault returns a RunE function that opens the vault and calls f with it.
func (a *App) InVault(f func(ctx context.Context, v *workspace.Vault, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		v, err := a.Open()
		if err != nil {
			return err
		}
		defer v.Dir.Close()
		return f(c.Context(), v, args)
	}
}

// JSONFlag adds the flag --json.
func (a *App) JSONFlag(c *cobra.Command) {
	c.Flags().BoolVar(&a.AsJSON, "json", false, "answer with one JSON object")
}

// Answer writes v as JSON where that is asked for, or has it told.
func (a *App) Answer(v any, tell func()) error {
	if a.AsJSON {
		return a.UI.JSON(v)
	}
	tell()
	return nil
}

// LimitFlag adds the flag --limit, -n, which is 0 or more.
func LimitFlag(c *cobra.Command, to *int, usual int, usage string) {
	c.Flags().IntVarP(to, "limit", "n", usual, usage)
	check := c.PreRunE
	c.PreRunE = func(c *cobra.Command, args []string) error {
		if check != nil {
			if err := check(c, args); err != nil {
				return err
			}
		}
		if *to >= 0 {
			return nil
		}
		return exit.Hint(fmt.Errorf("%s: --limit is 0 or more", called(c)), exit.Usage)
	}
}

// ProjectFlag adds the flag --project, -p, of one project.
func ProjectFlag(c *cobra.Command, to *string) {
	c.Flags().StringVarP(to, "project", "p", "", "only of the project called `NAME`; . is that of this folder")
}

// A ModelFlags holds the flags that choose the author of a run.
type ModelFlags struct{ Provider, Budget string }

// Add adds the flags; provider is the help of --provider.
func (o *ModelFlags) Add(c *cobra.Command, provider string) {
	c.Flags().StringVar(&o.Provider, "provider", "", provider)
	o.AddBudget(c, "what models may be asked in this run: `LIMITS` such as \"20 calls, 0.50 usd\"")
}

// AddBudget adds the flag --budget, which is checked whether or not there is a model to ask.
func (o *ModelFlags) AddBudget(c *cobra.Command, usage string) {
	c.Flags().Var((*limitsFlag)(&o.Budget), "budget", usage)
}

// A limitsFlag holds limits as they were written.
type limitsFlag string

func (f *limitsFlag) String() string { return string(*f) }
func (f *limitsFlag) Type() string   { return "limits" }

func (f *limitsFlag) Set(s string) error {
	_, err := budget.ParseLimits(s)
	*f = limitsFlag(s)
	return err
}

// noArgs returns an error if there are arguments.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return exit.Hint(fmt.Errorf("%s takes no argument, not %q", c.Name(), args[0]), exit.Usage, c.CommandPath()+" --help shows what it takes")
}

// OneFolder checks that there is at most one argument, the name of a folder.
func OneFolder(c *cobra.Command, args []string) error {
	return Takes(0, 1, "one folder", "quote a name that has spaces in it")(c, args)
}

// Takes checks that there are so many arguments, what in words; how is the hint of the error.
func Takes(least, most int, what, how string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= most {
			return nil
		}
		return exit.Hint(fmt.Errorf("%s takes %s, not %d", called(c), what, len(args)), exit.Usage, how)
	}
}

// Group checks that a command which only holds others has no argument; how is the hint of the error.
func Group(how string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return nil
		}
		return exit.Hint(fmt.Errorf("%s knows no %q", called(c), args[0]), exit.Usage, how)
	}
}

// called returns how a command is called, without the name of the program.
func called(c *cobra.Command) string {
	return strings.TrimPrefix(c.CommandPath(), c.Root().Name()+" ")
}

// SomeWords checks that the arguments are not blank; missing and how are the error and its hint.
func SomeWords(missing, how string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if strings.TrimSpace(strings.Join(args, " ")) != "" {
			return nil
		}
		return exit.Hint(errors.New(missing), exit.Usage, how)
	}
}
