package manual

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/fsutil"
)

// Command returns the command that writes the pages, which packages are made with.
func Command(root *cobra.Command, a *command.App) *cobra.Command {
	c := command.New("man", func(_ *cobra.Command, args []string) error {
		day, err := date(a)
		if err != nil {
			return err
		}
		dir, err := fsutil.CreateDir(a.Finder().Abs(args[0]), 0o755)
		if err != nil {
			return err
		}
		defer dir.Close()
		for _, p := range Pages(root, day) {
			if _, err := dir.WriteFile(p.Name, p.Text, 0o644); err != nil {
				return err
			}
		}
		return nil
	})
	c.Hidden = true
	c.Args = command.Takes(1, 1, "one folder", "memoria man DIR")
	return c
}

// date returns the day of the pages: that of SOURCE_DATE_EPOCH (https://reproducible-builds.org/specs/source-date-epoch),
// else of the commit, else today.
func date(a *command.App) (time.Time, error) {
	if s := a.Getenv("SOURCE_DATE_EPOCH"); s != "" {
		n, err := strconv.ParseInt(s, 10, 64)
		if err != nil {
			return time.Time{}, exit.Hint(fmt.Errorf("man: SOURCE_DATE_EPOCH is %q", s), exit.Usage, "it is a number of seconds since 1970")
		}
		return time.Unix(n, 0), nil
	}
	if t, err := time.Parse(time.RFC3339, command.Build().Date); err == nil {
		return t, nil
	}
	return a.Now(), nil
}
