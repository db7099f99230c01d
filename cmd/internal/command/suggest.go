package command

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/exit"
)

// otherwise returns a hint for a word that is not a command, or "".
func otherwise(word string) string {
	return map[string]string{
		"list":      "memoria queue list shows what waits, memoria status what was captured",
		"log":       "a vault's daily/ has the logs; .memoria/logs/memoria.log in it tells what hooks and workers did",
		"logs":      "a vault's daily/ has the logs; .memoria/logs/memoria.log in it tells what hooks and workers did",
		"rebuild":   "memoria flush --rebuild SESSION writes entries again that the logs lost",
		"scan":      "memoria flush --scan looks for sessions that no hook reported",
		"retry":     "memoria queue retry puts jobs back",
		"drop":      "memoria queue drop ID forgets a job",
		"links":     "memoria related PAGE shows what a page links to, and what links to it",
		"backlinks": "memoria related PAGE shows what a page links to, and what links to it",
		"find":      "memoria search WORDS finds what articles and logs say",
		"config":    "a vault's settings are in its .memoria/config.yaml, yours in ~/.config/memoria/config.yaml",
		"proposals": "memoria compile --proposals shows the changes that wait",
	}[word]
}

// UnknownCommand returns the error for an unknown command.
func UnknownCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := fmt.Errorf("unknown command %q", args[0])
	var hints []string
	if way := otherwise(args[0]); way != "" {
		hints = append(hints, way)
	} else if like := root.SuggestionsFor(args[0]); len(like) > 0 {
		hints = append(hints, "did you mean memoria "+like[0]+"?")
	}
	return exit.Hint(err, exit.Usage, append(hints, "memoria help shows every command")...)
}

// FlagError rewrites the library's errors of flags, which are for programmers.
func FlagError(c *cobra.Command, err error) error {
	var value, name string
	if n, _ := fmt.Sscanf(err.Error(), "invalid argument %q for %q flag:", &value, &name); n == 2 {
		_, long, _ := strings.Cut(name, "--") // of "-n, --dry-run" too
		kind := ""
		if f := c.Flags().Lookup(long); f != nil {
			name, kind = "--"+long, f.Value.Type()
		}
		switch kind {
		case "duration":
			return exit.Hint(fmt.Errorf("%s: %s %q is not a length of time", c.Name(), name, value), exit.Usage, "write it like 90s, 30m or 2h")
		case "int", "int64", "uint":
			return exit.Hint(fmt.Errorf("%s: %s %q is not a whole number", c.Name(), name, value), exit.Usage, "write it like "+name+" 10")
		case "limits":
			return exit.Hint(fmt.Errorf("%s: %s %q is no limit, or not only limits", c.Name(), name, value), exit.Usage, `write it like "20 calls", "100k tokens" or "0.50 usd"`)
		case "bool":
			return exit.Hint(fmt.Errorf("%s: %s takes no value, or true or false, not %q", c.Name(), name, value), exit.Usage)
		}
	}
	return exit.Hint(err, exit.Usage, c.CommandPath()+" --help shows its flags")
}
