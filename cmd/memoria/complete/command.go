package complete

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
)

// Shells are the shells that there are scripts for.
var Shells = []string{"bash", "zsh", "fish", "powershell"}

// Command returns the command that prints the scripts, which stands in for cobra's own.
func Command(root *cobra.Command) *cobra.Command {
	c := command.New("completion", func(c *cobra.Command, args []string) error {
		out := c.OutOrStdout()
		switch args[0] {
		case "bash":
			return root.GenBashCompletionV2(out, true)
		case "zsh":
			return root.GenZshCompletion(out)
		case "fish":
			return root.GenFishCompletion(out, true)
		default:
			return root.GenPowerShellCompletionWithDesc(out)
		}
	})
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) == 1 && slices.Contains(Shells, args[0]) {
			return nil
		}
		err := errors.New("completion: which shell?")
		if len(args) == 1 {
			err = fmt.Errorf("completion: there is no script for the shell %q", args[0])
		}
		return exit.Hint(err, exit.Usage, "memoria completion "+strings.Join(Shells, ", or "))
	}
	return c
}
