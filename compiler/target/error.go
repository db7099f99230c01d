package target

import (
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/wiki/prose"
)

// An ArticleError says that a name is that of an article, which is only derived from the logs.
type ArticleError struct {
	Path    string
	Claims  int
	Project string // of that name, "" if there is none
}

func (e *ArticleError) Error() string {
	return fmt.Sprintf("%q is an article: it says what %s of the logs say", e.Path, prose.Count(e.Claims, "line"))
}

// A ManyError says that a name means several things.
type ManyError struct {
	Target string
	Names  []string
}

func (e *ManyError) Error() string {
	return fmt.Sprintf("%q is %s: %s", e.Target, prose.Count(len(e.Names), "thing"), strings.Join(e.Names, ", "))
}

// many returns an error if there is more than one name.
func many(target string, names []string) error {
	if len(names) > 1 {
		return &ManyError{target, names}
	}
	return nil
}

// A LogError says that there is no log of a machine and day.
type LogError struct {
	Name string
	Logs []string // those that the day has
}

func (e *LogError) Error() string {
	return fmt.Sprintf("there is no log %q: that day has %s", e.Name, strings.Join(e.Logs, ", "))
}

// A DayError says that a name is a day, which is too much to forget at once.
type DayError ManyError

func (e *DayError) Error() string {
	return fmt.Sprintf("%q is a day, with %s: %s", e.Target, prose.Count(len(e.Names), "entry"), strings.Join(e.Names, ", "))
}
