// Package complete says what the shell offers for the words of a command line: commands and flags by cobra, and names
// in the vault by what a command calls its argument (PAGE, SESSION, PROJECT) or a flag its value.
package complete

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/handler/migrate"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki"
)

// A source lists what may stand in a place, for the beginning of a word that was typed.
type source func(n *names, begun string) []string

// words are the sources by what a command calls its argument, or the help of a flag its value.
var words = map[string]source{
	"PAGE": pages, "OLD": pages,
	"TARGET": func(n *names, begun string) []string {
		return slices.Concat(pages(n, begun), days(n, begun), sessions(n, begun))
	},
	"SESSION": sessions,
	"ENTRY": func(n *names, begun string) []string {
		return n.logged(begun, func(e *daily.Dated) string { return e.ID })
	},
	"DAY": days, "WHEN": days,
	"PROJECT": projects,
	"AGENT":   fixed(agents.Names()...),
	"PLACE":   fixed("wiki", "daily", "notes"),
	"SHELL":   fixed(Shells...),
}

// flags are the sources by the name of a flag, where the word for its value does not say enough.
var flags = map[string]source{
	"agent":    words["AGENT"],
	"color":    fixed("auto", "always", "never"),
	"from":     fixed(migrate.Names()...),
	"project":  projects,
	"provider": fixed(vault.Providers...),
	"session":  sessions,
	"source":   fixed("startup", "resume", "clear", "compact"),
}

// arguments are the sources of commands whose arguments, however many, the word for them does not tell apart.
var arguments = map[string]source{
	"memoria open":         func(n *names, begun string) []string { return slices.Concat(pages(n, begun), days(n, begun)) },
	"memoria search":       filters,
	"memoria tasks done":   tasks(true),
	"memoria tasks reopen": tasks(false),
	"memoria queue drop":   jobs,
	"memoria queue retry":  jobs,
}

// filters completes the value of a filter, in the last word of a query that may stand in quotes.
func filters(n *names, begun string) (out []string) {
	at := strings.LastIndexAny(begun, " \t") + 1
	name, value, ok := strings.Cut(begun[at:], ":")
	from := map[string]source{
		"in": words["PLACE"], "project": projects, "agent": words["AGENT"], "type": fixed(string(wiki.Concept), string(wiki.Connection), string(wiki.QA)), "after": days, "before": days,
	}[strings.ToLower(name)]
	if !ok || from == nil {
		return nil
	}
	return pick.Each(from(n, value), func(s string) string { return begun[:len(begun)-len(value)] + s })
}

// Files and folders are completed by the shell, and nothing else is: no command takes a file where it does not say so.
var paths = map[string]cobra.ShellCompDirective{
	"FILE": cobra.ShellCompDirectiveDefault, "PATH": cobra.ShellCompDirectiveDefault,
	"DIR": cobra.ShellCompDirectiveFilterDirs, "FOLDER": cobra.ShellCompDirectiveFilterDirs,
}

// Attach makes all commands below root complete their arguments and the values of their flags.
func Attach(root *cobra.Command, a *command.App) {
	root.CompletionOptions.SetDefaultShellCompDirective(cobra.ShellCompDirectiveNoFileComp)
	root.PersistentFlags().VisitAll(func(f *pflag.Flag) { attachFlag(root, a, f) })
	for _, c := range root.Commands() {
		attach(c, a)
	}
}

func attach(c *cobra.Command, a *command.App) {
	if args := operands(c.Use); len(args) > 0 && len(c.ValidArgs) == 0 {
		c.ValidArgsFunction = func(_ *cobra.Command, given []string, begun string) ([]string, cobra.ShellCompDirective) {
			i, exact := len(given), arguments[c.CommandPath()]
			if last := args[len(args)-1]; i >= len(args) && (last.many || exact != nil) {
				i = len(args) - 1
			}
			if i >= len(args) {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return offer(a, args[i].word, exact, begun)
		}
	}
	c.Flags().VisitAll(func(f *pflag.Flag) { attachFlag(c, a, f) })
	for _, sub := range c.Commands() {
		attach(sub, a)
	}
}

func attachFlag(c *cobra.Command, a *command.App, f *pflag.Flag) {
	if f.Value.Type() == "bool" {
		return
	}
	word, _ := pflag.UnquoteUsage(f)
	// An error says that the command completes the flag by itself.
	_ = c.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return offer(a, word, flags[f.Name], begun)
	})
}

// offer lists what a word stands for, or what of it is more exact.
func offer(a *command.App, word string, exact source, begun string) ([]string, cobra.ShellCompDirective) {
	if d, ok := paths[word]; ok {
		return nil, d
	}
	from := exact
	if from == nil {
		from = words[word]
	}
	if from == nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	n := &names{app: a}
	defer n.close()
	list := slices.DeleteFunc(from(n, begun), func(s string) bool { // what a shell would show as it is
		name, _, _ := strings.Cut(s, "\t")
		return say.Printable(name) != name
	})
	return list, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
}

// An operand is an argument in how a command is called: "[PATH…]" may come many times.
type operand struct {
	word string
	many bool
}

func operands(use string) (out []operand) {
	for _, w := range strings.Fields(use)[1:] {
		w = strings.Trim(w, "[]")
		short := strings.TrimRight(strings.TrimSuffix(w, "…"), ".")
		o := operand{short, short != w}
		if o.word == "INTO" && len(out) > 0 { // merge PAGE INTO
			o.word = out[0].word
		}
		out = append(out, o)
	}
	return out
}

// fixed is a source of the same words always.
func fixed(list ...string) source {
	return func(_ *names, begun string) (out []string) {
		return pick.Where(list, func(s string) bool { return strings.HasPrefix(s, begun) })
	}
}
