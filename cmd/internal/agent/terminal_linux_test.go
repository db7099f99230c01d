package agent

import (
	"os"
	"syscall"
	"testing"
)

func TestIsTerminal(t *testing.T) {
	for _, name := range []string{"/dev/null", "/dev/zero", "/dev/urandom", "terminal_linux_test.go", "."} {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if IsTerminal(f) {
			t.Errorf("%s is one", name)
		}
		f.Close()
		if IsTerminal(f) {
			t.Errorf("%s is one, closed", name)
		}
	}
	pty, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer pty.Close()
	if !IsTerminal(pty) {
		t.Error("a terminal is none")
	}
}

// Devices that never end, as standard input, hold nothing up and get no word.
func TestProcessDevices(t *testing.T) {
	for _, name := range []string{"/dev/zero", "/dev/urandom", "/dev/full"} {
		w := newWorld(t)
		f, err := os.Open(name)
		if err != nil {
			t.Skip(err)
		}
		defer f.Close()
		silent(t, name, w.hookProcess(t, "SessionEnd", f))
		if n := len(w.jobs(t)); n > 0 {
			t.Errorf("%s: %d sessions are queued", name, n)
		}
	}
}
