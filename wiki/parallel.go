package wiki

import (
	"runtime"
	"sync"
)

func workers() int { return runtime.GOMAXPROCS(0) }

// Each calls f for 0 to n-1 on all processors.
func Each(n int, f func(i int)) {
	k := min(workers(), n)
	var wg sync.WaitGroup
	for first := range k {
		wg.Go(func() {
			for i := first; i < n; i += k {
				f(i)
			}
		})
	}
	wg.Wait()
}
