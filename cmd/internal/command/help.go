package command

import (
	"bytes"
	"cmp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/term"
)

// HelpCmd shows what a command takes.
func HelpCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show what a command takes",
		RunE: func(c *cobra.Command, args []string) error {
			root := c.Root()
			found, _, err := root.Find(args)
			if err != nil {
				return err
			}
			if found == root && len(args) > 0 {
				return UnknownCommand(root, args)
			}
			found.InitDefaultHelpFlag()
			found.InitDefaultVersionFlag()
			return found.Help()
		},
	}
}

// TellHelp shows what a command takes. On a terminal its text is set to the width, and its headings are bold.
func (a *App) TellHelp(c *cobra.Command) {
	wide := a.UI.Screen.Width
	about, out := strings.TrimRight(cmp.Or(c.Long, c.Short), "\n"), c.OutOrStdout()
	var b bytes.Buffer
	c.SetOut(&b)
	_ = c.Usage() // into memory
	c.SetOut(out)
	a.Page()
	if about != "" {
		a.UI.Print("%s\n", reflow(about, wide))
	}
	for line := range strings.Lines(b.String()) {
		line = strings.TrimRight(line, "\n")
		if strings.HasSuffix(line, ":") && !strings.HasPrefix(line, " ") {
			line = a.UI.In(term.Bold, line)
		}
		a.UI.Print("%s", line)
	}
}

// reflow joins the lines of each paragraph, so that they are wrapped to a screen; in a pipe they stay.
func reflow(text string, wide int) string {
	if wide == 0 {
		return text
	}
	parts := strings.Split(text, "\n\n")
	for i, p := range parts {
		if !strings.Contains(p, "\n ") {
			parts[i] = strings.ReplaceAll(p, "\n", " ")
		}
	}
	return strings.Join(parts, "\n\n")
}
