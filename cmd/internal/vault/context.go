package vault

import (
	"fmt"
	"strconv"
	"strings"
)

// The most that an agent is shown, in characters as it counts them: Claude Code cuts what a hook says
// at 10,000, and shows a preview of less.
const (
	ContextMost = 9000 // when a session begins
	RecallMost  = 1500 // beside a prompt
)

// room reads a setting that is on, off, or a number of characters.
func room(key, s string, most int, into *int, bad func(key, why string)) {
	switch strings.ToLower(s) {
	case "":
	case "on", "true", "yes":
		*into = most
	case "off", "false", "no":
		*into = 0
	default:
		n, err := strconv.Atoi(s)
		if err != nil || n < 200 || n > most {
			bad(key, fmt.Sprintf("%q is not on, off, or a number of characters from 200 to %d", s, most))
			return
		}
		*into = n
	}
}
