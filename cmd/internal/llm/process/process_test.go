//go:build unix

package process

import (
	"context"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// TestStops: whoever interrupts does not wait for a program that will not hear of it, or for one that left its group and
// holds the pipes.
func TestStops(t *testing.T) {
	for name, script := range map[string]string{
		"deaf": `trap "" TERM INT HUP; echo; sleep 9; sleep 9`,
		"left": `setsid sleep 9 & echo; wait`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, stop := context.WithCancel(context.Background())
			var began time.Time
			time.AfterFunc(300*time.Millisecond, func() { began = time.Now(); stop() })
			_, err := Run(ctx, Command{Argv: []string{"/bin/sh", "-c", script}, Timeout: time.Minute, Max: 100})
			took := time.Since(began)
			must.Hold(t, err == ErrLate && took <= 1800*time.Millisecond, "it ended %v after the interrupt: %v", took, err)
		})
	}
}
