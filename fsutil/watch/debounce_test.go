package watch

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// heard runs debounce with a quiet period of 1 s and a ceiling of 5 s, has words come in at the times
// of in, and returns the times at which words came out.
func heard(t *testing.T, in []time.Duration) (out []time.Duration) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		stirs, looks := make(chan struct{}, 1), make(chan struct{}, 1)
		began := time.Now()
		go debounce(ctx, stirs, looks, time.Second, 5*time.Second)
		go func() {
			for {
				select {
				case <-looks:
					out = append(out, time.Since(began))
				case <-ctx.Done():
					return
				}
			}
		}()
		for _, at := range in {
			time.Sleep(at - time.Since(began))
			poke(stirs)
		}
		time.Sleep(8 * time.Hour)
		cancel()
		synctest.Wait()
	})
	return out
}

func every(from, to, step time.Duration) (out []time.Duration) {
	for at := from; at < to; at += step {
		out = append(out, at)
	}
	return out
}

func TestDebounce(t *testing.T) {
	const s, ms = time.Second, time.Millisecond
	for _, c := range []struct {
		name string
		in   []time.Duration
		want []time.Duration
	}{
		{"nothing", nil, nil},
		{"one word", []time.Duration{s}, []time.Duration{2 * s}},
		{"a burst is one", []time.Duration{s, 1100 * ms, 1200 * ms}, []time.Duration{2200 * ms}},
		{"two that lie apart are two", []time.Duration{s, 3 * s}, []time.Duration{2 * s, 4 * s}},
		// A noisy directory cannot put off a look for ever.
		{"the ceiling", every(s, 12*s, 400*ms), []time.Duration{6 * s, 11200 * ms, 12800 * ms}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := heard(t, c.in)
			must.Be(t, len(got) == len(c.want), "looks at %v, want %v", got, c.want)
			for i := range got {
				must.Hold(t, got[i] == c.want[i], "looks at %v, want %v", got, c.want)
			}
		})
	}
}

// A look that nobody takes stands for all that happen until it is taken.
func TestLooksDoNotPileUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		stirs, looks := make(chan struct{}, 1), make(chan struct{}, 1)
		go debounce(ctx, stirs, looks, time.Second, 5*time.Second)
		for range 10 {
			poke(stirs)
			time.Sleep(2 * time.Second)
		}
		<-looks
		time.Sleep(time.Hour)
		select {
		case <-looks:
			t.Error("a second look waits")
		default:
		}
		cancel()
		synctest.Wait()
	})
}
