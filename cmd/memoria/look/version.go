package look

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
)

func (a *app) versionCmd() *cobra.Command {
	c := command.New("version", func(*cobra.Command, []string) error {
		info := command.Build()
		return a.Answer(info, func() { a.UI.Print("%s", strings.TrimSuffix(info.String(), "\n")) })
	})
	a.JSONFlag(c)
	return c
}
