package compiler

import (
	"context"

	"github.com/agent-admin/memoria/fsutil/layout"
)

// SetWrote has f called behind each write of a run. An error of f stops the run there, as a crash
// would.
func (c *Compiler) SetWrote(f func(name string) error) { c.wrote = f }

const (
	StateName = layout.Compiled
)

// Rests reports whether a run knows without a look at any page that there is nothing to do.
func Rests(c *Compiler) bool { return c.resting(context.Background(), Options{}) != nil }
