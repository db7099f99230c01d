package compiler

import (
	"context"

	"github.com/agent-admin/memoria/fsutil/layout"
)

// SetWrote sets a function that is called after each write of a run. If it returns an error the run stops there, as
// in a crash.
func (c *Compiler) SetWrote(f func(name string) error) { c.wrote = f }

const (
	StateName = layout.Compiled
)

// Rests reports whether a run knows without reading a page that there is nothing to do.
func Rests(c *Compiler) bool { return c.knownIdle(context.Background(), Options{}) != nil }

// Apply applies a plan, under the compile lock. If the vault has changed since the plan was made the error is a
// *MovedError and nothing was written.
func (c *Compiler) Apply(ctx context.Context, p *Plan) (Report, error) {
	unlock, err := c.lock()
	if err != nil {
		return Report{}, err
	}
	defer unlock()
	return c.apply(ctx, p)
}
