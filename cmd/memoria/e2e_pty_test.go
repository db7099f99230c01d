//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A terminal is the client as a person has it: on a pseudo-terminal, with a keyboard.
type terminal struct {
	s    *person
	cmd  *exec.Cmd
	pty  *os.File
	done chan error

	mu   sync.Mutex
	out  []byte
	last time.Time // of output
}

const (
	keyEnter     = "\r"
	keyEsc       = "\x1b"
	keyClearLine = "\x15"
)

func ioctl(f *os.File, request uintptr, arg unsafe.Pointer) error {
	if _, _, e := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(arg)); e != 0 {
		return e
	}
	return nil
}

// openTerminal opens a pseudo-terminal of 50 lines of 160 columns.
func openTerminal() (pty, tty *os.File, err error) {
	pty, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	var unlock, n int32
	size := [4]uint16{50, 160}
	for _, c := range []struct {
		request uintptr
		arg     unsafe.Pointer
	}{{syscall.TIOCSPTLCK, unsafe.Pointer(&unlock)}, {syscall.TIOCGPTN, unsafe.Pointer(&n)}, {syscall.TIOCSWINSZ, unsafe.Pointer(&size)}} {
		if err := ioctl(pty, c.request, c.arg); err != nil {
			pty.Close()
			return nil, nil, fmt.Errorf("pseudo-terminal: %w", err)
		}
	}
	tty, err = os.OpenFile(fmt.Sprint("/dev/pts/", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		pty.Close()
	}
	return pty, tty, err
}

// terminal starts the client and waits until it takes prompts.
func (s *person) terminal(args ...string) *terminal {
	s.t.Helper()
	pty, tty, err := openTerminal()
	if err != nil {
		s.t.Skip(err)
	}
	defer tty.Close()
	x := &terminal{s: s, cmd: exec.Command(s.client[0], append(s.client[1:len(s.client):len(s.client)], args...)...), pty: pty, done: make(chan error, 1), last: time.Now()}
	x.cmd.Dir, x.cmd.Env = s.project, s.env()
	x.cmd.Stdin, x.cmd.Stdout, x.cmd.Stderr = tty, tty, tty
	x.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	started := len(s.records())
	must.Do(s.t, x.cmd.Start())
	s.t.Cleanup(func() { x.cmd.Process.Kill(); pty.Close() })
	go x.hear()
	s.until("the client's start; screen:\n"+x.screen(), func() bool { return len(s.records()) > started })
	x.settle()
	return x
}

func (x *terminal) hear() {
	b := make([]byte, 1<<16)
	for {
		n, err := x.pty.Read(b)
		x.mu.Lock()
		x.out, x.last = append(x.out, b[:n]...), time.Now()
		x.mu.Unlock()
		if err != nil {
			x.done <- x.cmd.Wait()
			return
		}
	}
}

// settle waits until the screen rests: the client has no other sign of being ready for keys.
func (x *terminal) settle() {
	x.s.until("a screen at rest", func() bool {
		x.mu.Lock()
		defer x.mu.Unlock()
		return time.Since(x.last) > 700*time.Millisecond
	})
}

// press sends keys as they are.
func (x *terminal) press(keys string) {
	x.s.t.Helper()
	if _, err := x.pty.Write([]byte(keys)); err != nil {
		x.s.t.Fatalf("press %q: %v; screen:\n%s", keys, err, x.screen())
	}
}

// enter types a line, sees it on the screen, and presses Enter until the client acts on it. What is
// typed before the client listens is lost, so it is typed anew when it does not show.
func (x *terminal) enter(line string, acts func() bool) {
	x.s.t.Helper()
	words := strings.Fields(line)
	last := words[len(words)-1]
	var pressed, typed time.Time
	shown, from := false, 0
	x.s.until("the client to take "+line+"; screen:\n"+x.screen(), func() bool {
		switch {
		case acts():
			return true
		case !shown && time.Since(typed) > 5*time.Second:
			x.mu.Lock()
			from = len(x.out)
			x.mu.Unlock()
			x.press(keyClearLine)
			time.Sleep(100 * time.Millisecond)
			x.press(line)
			typed = time.Now()
		case !shown:
			shown = strings.Contains(x.plain(from), last)
		case time.Since(pressed) > 5*time.Second:
			time.Sleep(300 * time.Millisecond) // text and Enter at once would be a paste
			x.press(keyEnter)
			pressed = time.Now()
		}
		return false
	})
}

// more tells when another event of that name was seen.
func (s *person) more(event string) func() bool {
	n := s.count(event)
	return func() bool { return s.count(event) > n }
}

// say types a prompt and waits for the end of the turn.
func (x *terminal) say(prompt string) record {
	x.s.t.Helper()
	n := x.s.count("Stop")
	x.enter(prompt, x.s.more("UserPromptSubmit"))
	return x.s.waitFor("Stop", n+1)
}

func (s *person) count(event string) int {
	n := 0
	for _, r := range s.records() {
		if r.Event == event {
			n++
		}
	}
	return n
}

// leave ends the client as a person does.
func (x *terminal) leave() {
	x.s.t.Helper()
	x.settle()
	x.enter("/exit", func() bool { return x.cmd.Process.Signal(syscall.Signal(0)) != nil })
	<-x.done
	if s := x.screen(); strings.Contains(s, "hook [") || strings.Contains(s, "hook error") {
		x.s.t.Errorf("the screen tells of a hook:\n%s", s)
	}
}

var escapes = regexp.MustCompile("\x1b(?:\\[[0-9;?<>=]*[ -/]*[@-~]|\\][^\x07\x1b]*(?:\x07|\x1b\\\\)|[@-Z\\\\-_=>78])")

// plain is what the client wrote from a byte on, without the terminal's control sequences.
func (x *terminal) plain(from int) string {
	x.mu.Lock()
	defer x.mu.Unlock()
	return escapes.ReplaceAllString(strings.ReplaceAll(string(x.out[from:]), "\x1b[1C", " "), "")
}

// screen is the end of it, for people who look for the cause of a failure.
func (x *terminal) screen() string {
	out := x.plain(0)
	return out[max(0, len(out)-3000):]
}
