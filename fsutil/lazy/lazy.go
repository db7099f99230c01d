// Package lazy makes what is costly when it is first used, so that a program starts without it.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp returns a function that compiles an expression when it is first called. It panics if that is none.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
