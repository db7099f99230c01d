package command

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// roomy is how much memory a short command takes before garbage is collected.
const roomy = 512 << 20

// RarelyCollect makes garbage collection rare in a short command: only when its memory is used up, as long as half of it is
// garbage then.
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
	var watch func(struct{})
	watch = func(struct{}) { // after a collection
		var m runtime.MemStats
		if runtime.ReadMemStats(&m); m.HeapAlloc > roomy/2 {
			restore()
			return
		}
		runtime.AddCleanup(&struct{ p *int }{}, watch, struct{}{})
	}
	watch(struct{}{})
	return restore
}
