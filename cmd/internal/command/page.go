package command

import (
	"bytes"
	"cmp"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
)

// A page holds back an answer until it is longer than the screen, and then has the person's pager show it. Messages
// stay between the lines of the answer.
type page struct {
	ui     *UI
	pager  *exec.Cmd
	height int
	held   []held
	lines  int
	in     io.WriteCloser // of the pager, once it runs
	given  bytes.Buffer   // what the pager got, for the case that there is none
	to     io.Writer      // both of these
	out    io.Writer
}

// held is a part of an answer, or of the messages.
type held struct {
	text    []byte
	message bool
}

// Page has a pager show what is printed from now on, if it does not fit on the screen.
func (a *App) Page() {
	u := a.UI
	if !u.Screen.Is() || a.NoPager || u.page != nil {
		return
	}
	if p := a.pager(); p != nil {
		u.page = &page{ui: u, pager: p, height: u.Screen.Height, out: u.Out}
		u.Out = u.page
	}
}

// pager returns the program of MEMORIA_PAGER or PAGER, else less; nil if there is none, or it is cat.
func (a *App) pager() *exec.Cmd {
	said := strings.TrimSpace(cmp.Or(a.Getenv("MEMORIA_PAGER"), a.Getenv("PAGER")))
	var c *exec.Cmd
	switch path, err := exec.LookPath("less"); {
	case said == "cat" || said == "" && err != nil:
		return nil
	case said == "":
		c = exec.Command(path)
	default:
		c = Program(said)
	}
	c.Env = os.Environ()
	if a.Getenv("LESS") == "" {
		c.Env = append(c.Env, "LESS=FRX")
	}
	c.Stdout, c.Stderr = a.Stdout, a.Stderr
	return c
}

// Program returns a program that a person names in a variable as PAGER or EDITOR: with arguments, and on a shell's terms.
func Program(said string, args ...string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		f := append(strings.Fields(said), args...)
		return exec.Command(f[0], f[1:]...)
	}
	return exec.Command("sh", append([]string{"-c", said + ` "$@"`, "sh"}, args...)...)
}

// Hand gives the terminal to a program until it ends. Ctrl-C is the program's.
func (a *App) Hand(c *exec.Cmd) error {
	c.Stdin, c.Stdout, c.Stderr = a.Stdin, a.Stdout, a.Stderr
	signal.Ignore(os.Interrupt)
	return c.Run()
}

// messages returns where messages are written.
func (u *UI) messages() io.Writer {
	if u.page != nil && u.Redraw {
		return (*messages)(u.page)
	}
	return u.Err
}

type messages page

func (m *messages) Write(b []byte) (int, error) { return (*page)(m).add(b, true) }

func (p *page) Write(b []byte) (int, error) { return p.add(b, false) }

func (p *page) add(b []byte, message bool) (int, error) {
	if p.in != nil {
		return p.to.Write(b)
	}
	p.held = append(p.held, held{bytes.Clone(b), message})
	if p.lines += bytes.Count(b, []byte("\n")); p.lines < p.height {
		return len(b), nil
	}
	if in, err := p.pager.StdinPipe(); err == nil && p.pager.Start() == nil {
		signal.Ignore(os.Interrupt) // the pager's own key
		p.in, p.to = in, io.MultiWriter(&p.given, in)
	}
	return len(b), p.release()
}

// release writes what was held back.
func (p *page) release() (err error) {
	for _, h := range p.held {
		to := p.out
		switch {
		case p.in != nil:
			to = p.to
		case h.message:
			to = p.ui.Err
		}
		if _, failed := to.Write(h.text); err == nil {
			err = failed
		}
	}
	p.held = nil
	return err
}

// EndPage writes what a page holds back, and waits until the person leaves the pager.
func (u *UI) EndPage() {
	p := u.page
	if p == nil {
		return
	}
	u.page, u.Out = nil, p.out
	if p.in == nil {
		u.lose(p.release())
		return
	}
	p.in.Close()
	// How a pager ends says nothing about the answer, but a shell says by these that it could not run it.
	if err := new(exec.ExitError); errors.As(p.pager.Wait(), &err) && (err.ExitCode() == 126 || err.ExitCode() == 127) {
		_, failed := p.out.Write(p.given.Bytes())
		u.lose(failed)
	}
}
