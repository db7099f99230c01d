package workspace

import (
	"context"
	"errors"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil"
)

// Another compile, which may be that of the worker, is waited for compileWaits seconds, and looked for tries times in each.
const (
	compileWaits = 60
	tries        = 10
)

// CompileSoon compiles as c does, but for a minute waits for another run to end: a command that wrote entries has done
// them, and a worker that compiles at the moment is no reason to leave it with an error.
func CompileSoon(ctx context.Context, c *compiler.Compiler, o compiler.Options) (compiler.Report, error) {
	rep, err := c.Compile(ctx, o)
	for n := 0; errors.Is(err, fsutil.ErrLocked) && n < compileWaits*tries && ctx.Err() == nil; n++ {
		time.Sleep(time.Second / tries)
		rep, err = c.Compile(ctx, o)
	}
	return rep, err
}
