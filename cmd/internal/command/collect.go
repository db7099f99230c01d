package command

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// roomy is the heap size from which on garbage is collected as usual.
const roomy = 512 << 20

// RarelyCollect makes garbage collection rare in a short command: most of its memory lives until it ends.
func RarelyCollect() (restore func()) {
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(-1)
	if limit < roomy {
		debug.SetGCPercent(percent)
		return func() {}
	}
	debug.SetMemoryLimit(roomy)
	restore = sync.OnceFunc(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	runtime.AddCleanup(&struct{ p *int }{}, func(done func()) { done() }, restore)
	return restore
}
