package watch

import (
	"context"
	"time"
)

// debounce passes a signal on once in has been quiet for a while, or once the ceiling has passed
// since the first signal that was not passed on. While nothing comes in, no timer runs.
func debounce(ctx context.Context, in <-chan struct{}, out chan<- struct{}, quiet, ceiling time.Duration) {
	var calm, late <-chan time.Time // nil while nothing waits
	for {
		select {
		case <-ctx.Done():
			return
		case <-in:
			calm = time.After(quiet)
			if late == nil {
				late = time.After(ceiling)
			}
			continue
		case <-calm:
		case <-late:
		}
		calm, late = nil, nil
		poke(out)
	}
}
