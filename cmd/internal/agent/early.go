package agent

import (
	"os"
	"path/filepath"
	"strings"
)

// init is the whole program for the two commands that an agent waits for. It runs before the packages
// of the rest are set up, which takes longer than the hook's work; see the package comment. What it
// does not take, wrong usage or a hook called by hand, goes the way of all commands and ends in the
// same Run; and so does the answer to an agent that nothing is prepared for.
func init() {
	c, ok := parseCall(os.Args)
	if !ok {
		return
	}
	switch {
	case c.detach:
		exe, _ := os.Executable()
		detach(exe, c.vault, os.Environ()) // nobody is left to tell
	case os.Getenv(ChildVariable) != "":
	case c.vault == "" || IsTerminal(os.Stdin):
		return
	default:
		if asked = FromOS(c.agent, c.event, c.vault, nil).Run(); asked != nil {
			return
		}
	}
	os.Exit(0)
}

// A call is a command line that init can answer.
type call struct {
	agent, event string
	vault        string // absolute; "" where it has to be searched for
	detach       bool
}

// parseCall understands `memoria hook AGENT EVENT` with --vault anywhere, and `memoria flush --detach
// --vault DIR`, each exactly so.
func parseCall(args []string) (c call, ok bool) {
	if len(args) < 2 {
		return c, false
	}
	var words []string
	for i := 1; i < len(args); i++ {
		switch a := args[i]; {
		case a == "--vault" && i+1 < len(args):
			i++
			c.vault = args[i]
		case strings.HasPrefix(a, "--vault="):
			c.vault = strings.TrimPrefix(a, "--vault=")
		case a == flagDetach:
			c.detach = true
		case strings.HasPrefix(a, "-") || a == "" || len(words) == 3:
			return c, false
		default:
			words = append(words, a)
		}
	}
	if c.vault == "" && !c.detach {
		c.vault = os.Getenv("MEMORIA_VAULT")
	}
	if c.vault != "" {
		abs, err := filepath.Abs(c.vault)
		if err != nil || strings.HasPrefix(c.vault, "~") {
			return c, false
		}
		c.vault = abs
	}
	switch {
	case c.detach:
		return c, len(words) == 1 && words[0] == "flush" && c.vault != ""
	case len(words) == 3 && words[0] == "hook":
		c.agent, c.event = words[1], words[2]
		return c, true
	}
	return c, false
}
