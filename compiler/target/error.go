package target

import (
	"fmt"
	"strings"
)

// An ArticleError says that a name is that of an article, which is only derived from the logs.
type ArticleError struct {
	Path   string
	Claims int
}

func (e *ArticleError) Error() string {
	return fmt.Sprintf("%q is an article: it says what %s of the logs say", e.Path, count(e.Claims, "line", "lines"))
}

// A ManyError says that a name means several things.
type ManyError struct {
	Target string
	Names  []string
}

func (e *ManyError) Error() string {
	return fmt.Sprintf("%q is %s: %s", e.Target, count(len(e.Names), "thing", "things"), strings.Join(e.Names, ", "))
}

// many returns an error if there is more than one name.
func many(target string, names []string) error {
	if len(names) > 1 {
		return &ManyError{target, names}
	}
	return nil
}

// A DayError says that a name is a day, which is too much to forget at once.
type DayError ManyError

func (e *DayError) Error() string {
	return fmt.Sprintf("%q is a day, with %s: %s", e.Target, count(len(e.Names), "entry", "entries"), strings.Join(e.Names, ", "))
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
