package command

import (
	"runtime"
	"runtime/debug"
	"sync"
)

// How much memory a short command takes before garbage is collected, in bytes.
const (
	Roomy  = 512 << 20 // one that works on all of a vault
	Narrow = 64 << 20  // one that is asked often
)

// RarelyCollect makes garbage collection rare in a short command: only when its room is used up, as long as half of it is
// garbage then.
func RarelyCollect(room int64) (restore func()) {
	percent, limit := debug.SetGCPercent(-1), debug.SetMemoryLimit(-1)
	if limit < room {
		debug.SetGCPercent(percent)
		return func() {}
	}
	debug.SetMemoryLimit(room)
	restore = sync.OnceFunc(func() {
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	})
	var watch func(struct{})
	watch = func(struct{}) { // after a collection
		var m runtime.MemStats
		if runtime.ReadMemStats(&m); m.HeapAlloc > uint64(room)/2 {
			restore()
			return
		}
		runtime.AddCleanup(&struct{ p *int }{}, watch, struct{}{})
	}
	watch(struct{}{})
	return restore
}
