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
func Rests(c *Compiler) bool { return c.knownIdle(context.Background(), Options{}) != nil }

// Apply does what a plan says, in the compile lock. If the vault has changed since the plan was
// made the error is a *MovedError and nothing was written.
func (c *Compiler) Apply(ctx context.Context, p *Plan) (Report, error) {
	unlock, err := c.lock()
	if err != nil {
		return Report{}, err
	}
	defer unlock()
	return c.apply(ctx, p)
}
