package complete

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
)

// Shells are the shells that there are scripts for.
var Shells = []string{"bash", "zsh", "fish", "powershell"}

// cobra's script for bash asks the package bash-completion for the words of the line. Few systems have it from the start.
const (
	needsPackage = `    _get_comp_words_by_ref "$@" cur prev words cword
`
	standsAlone = `    if declare -F _get_comp_words_by_ref >/dev/null 2>&1; then
        _get_comp_words_by_ref "$@" cur prev words cword
    else
        __memoria_words
    fi
    case $cur in
        [\"\']*) cur=${cur:1} words[cword]=${cur:+$(printf %q "$cur")} ;; # an open quote is no part of a word
    esac
}

# The words up to the cursor, with those joined again that bash took apart at = and :
__memoria_words()
{
    local rest=${COMP_LINE:0:COMP_POINT} blank word i
    words=() cword=-1
    for ((i = 0; i <= COMP_CWORD; i++)); do
        blank=${rest%%[![:blank:]]*}
        rest=${rest#"$blank"}
        word=${COMP_WORDS[i]}
        ((i < COMP_CWORD)) || word=$rest
        rest=${rest#"$word"}
        if ((i > 0)) && [[ -z $blank && (${COMP_WORDS[i-1]} == *[=:] || $word == [=:]*) ]]; then
            words[cword]+=$word
        else
            words[++cword]=$word
        fi
    done
    cur=${words[cword]}
    prev=
    ((cword == 0)) || prev=${words[cword-1]}
`
)

// Command returns the command that prints the scripts, which stands in for cobra's own.
func Command(root *cobra.Command) *cobra.Command {
	c := command.New("completion", func(c *cobra.Command, args []string) error {
		out := c.OutOrStdout()
		switch args[0] {
		case "bash":
			var b strings.Builder
			if err := root.GenBashCompletionV2(&b, true); err != nil {
				return err
			}
			_, err := io.WriteString(out, strings.Replace(b.String(), needsPackage, standsAlone, 1))
			return err
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
