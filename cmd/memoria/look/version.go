package look

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
)

func (a *app) versionCmd() *cobra.Command {
	var asJSON bool
	c := command.New("version", func(*cobra.Command, []string) error {
		info := command.Build()
		return a.UI.Answer(asJSON, info, func() { a.UI.Print("%s", strings.TrimSuffix(info.String(), "\n")) })
	})
	command.JSONFlag(c, &asJSON)
	return c
}
