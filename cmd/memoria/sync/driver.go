package sync

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync"
)

func (a *app) driverCmd() *cobra.Command {
	c := command.New("merge-driver", func(c *cobra.Command, args []string) error {
		clean, err := sync.Driver{Dir: a.Dir, Env: os.Environ()}.Merge(c.Context(), args[0], args[1], args[2], args[3])
		if err == nil && !clean {
			err = exit.Hint(fmt.Errorf("merge-driver: %s has conflict marks", args[3]), exit.Failure, "choose between the sides, then git add it")
		}
		return err
	})
	c.Args = command.Takes(4, 4, "three files and a path", "git calls it; memoria sync --setup tells git so")
	return c
}
