package wiki

import (
	"runtime"
	"sync"
)

func workers() int { return runtime.GOMAXPROCS(0) }

// Each calls f for 0 to n-1 on all processors, with the number of the one.
func Each(n int, f func(worker, i int)) {
	k := min(workers(), n)
	var wg sync.WaitGroup
	for first := range k {
		wg.Go(func() {
			for i := first; i < n; i += k {
				f(first, i)
			}
		})
	}
	wg.Wait()
}
