//go:build linux

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// A window is a client in a terminal.
type window struct {
	g    *guest
	keys *os.File

	mu  sync.Mutex
	out []byte
}

// window starts the client in a terminal. It is killed when the test ends, if it did not before.
func (g *guest) window(args ...string) (w *window, ended chan error) {
	g.Helper()
	pty, tty, err := openTerminal()
	if err != nil {
		g.Skip(err)
	}
	defer tty.Close()
	w, ended = &window{g: g, keys: pty}, make(chan error, 1)
	c := g.command(slices.Concat(g.argv, args)...)
	c.Env = append(c.Env, "TERM=xterm-256color")
	c.Stdin, c.Stdout, c.Stderr = tty, tty, tty
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		g.Fatal(err)
	}
	g.Cleanup(func() { syscall.Kill(-c.Process.Pid, syscall.SIGKILL); pty.Close() })
	go func() {
		for b := make([]byte, 1<<16); ; {
			n, err := pty.Read(b)
			w.mu.Lock()
			w.out = append(w.out, b[:n]...)
			if strings.Contains(string(b[:n]), "\x1b[6n") { // asks where the cursor is
				_, _ = pty.WriteString("\x1b[1;1R")
			}
			w.mu.Unlock()
			if err != nil {
				ended <- c.Wait()
				return
			}
		}
	}()
	return w, ended
}

var space = regexp.MustCompile(`\s+`)

// screen is all that the client wrote, without white space and what steers a terminal.
func (w *window) screen() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return space.ReplaceAllString(escapes.ReplaceAllString(string(w.out), ""), "")
}

// see waits until the client has written some words n times.
func (w *window) see(words string, n int) {
	w.g.Helper()
	for end := time.Now().Add(patience); strings.Count(w.screen(), space.ReplaceAllString(words, "")) < n; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			w.g.Fatalf("%q is not on the screen %d times:\n%s", words, n, w.screen())
		}
	}
	time.Sleep(700 * time.Millisecond) // it takes keys when it rests
}

// press sends keys.
func (w *window) press(keys ...string) {
	for _, k := range keys {
		_, _ = w.keys.WriteString(k)
		time.Sleep(300 * time.Millisecond) // text and Enter at once would be a paste
	}
}

const sayTerminal = "We decided to name branches after their tickets because reviewers search for them."

// trustCodex starts Codex in a terminal, as memoria says, trusts the hooks there, and has a turn. Before that, Codex
// passes over them, and doctor says so.
func trustCodex(g *guest) {
	c := g.command(filepath.Join(g.bin, "memoria"), "doctor", "--vault", g.vault)
	if out, _ := c.CombinedOutput(); strings.Count(string(out), "never trusted") != 1 {
		g.Errorf("doctor, before hooks are trusted:\n%s", out)
	}
	w, ended := g.window("--no-daemon")
	w.see("Trust all and continue", 1)
	w.press("2", keyEnter)
	time.Sleep(2 * time.Second)
	w.press(sayTerminal, keyEnter)
	w.see("It is noted.", 1)
	w.press("/quit", keyEnter)
	select {
	case <-ended:
	case <-time.After(patience):
		g.Fatalf("codex does not end:\n%s", w.screen())
	}
}
