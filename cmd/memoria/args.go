package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// oneFolder takes the name of one folder, or none.
func oneFolder(c *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	return hint(fmt.Errorf("%s takes one folder, not %d", c.Name(), len(args)), exitUsage, "quote a name that has spaces in it")
}

// noArgs refuses arguments where a command takes none.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	return hint(fmt.Errorf("%s takes no argument, not %q", c.Name(), args[0]), exitUsage, c.CommandPath()+" --help shows what it takes")
}
