package compiler_test

import (
	"testing"
	"time"
)

// A folder that is removed directly after a run, before the watch checks what it wrote, is reported like any other,
// and so is its return.
func TestWatchFolderGoneBehindARun(t *testing.T) {
	watching(t, time.Hour, func(w *watched) {
		w.then = func() {
			w.then = nil
			w.rename("wiki", "elsewhere")
		}
		w.log("2026-03-02", []string{"the `queue` is new"})
		w.pass(time.Minute)
		w.counted(1, "a new log")
		if len(w.faults) != 1 {
			w.t.Errorf("told %q", w.faults)
		}
		w.rename("elsewhere", "wiki")
		w.pass(time.Minute)
		w.counted(1, "with it again")
		if len(w.faults) != 2 || w.faults[1] != "over" {
			w.t.Errorf("told %q", w.faults)
		}
	})
}
