package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/term"
)

// ErrNobody says that nobody can answer a question.
var ErrNobody = errors.New("there is no terminal to ask on")

// Asks reports whether a person can be asked.
func (a *App) Asks() bool {
	f, ok := a.Stdin.(*os.File)
	return ok && term.IsTerminal(f, a.Getenv)
}

// Confirm asks the person; only y and yes agree. It ends with ctx, whatever stdin does.
func (a *App) Confirm(ctx context.Context, question string) (bool, error) {
	if !a.Asks() {
		return false, ErrNobody
	}
	text, err := a.AskLine(ctx, bufio.NewReader(a.Stdin), question+" [y/N] ")
	if errors.Is(err, io.EOF) {
		err = ErrNobody
	}
	return err == nil && (text == "y" || text == "yes"), err
}

// AskLine asks for one line, and returns it in lower case; the error is io.EOF if stdin was closed. It ends with ctx,
// whatever stdin does.
func (a *App) AskLine(ctx context.Context, in *bufio.Reader, question string) (string, error) {
	a.UI.Clear()
	io.WriteString(a.Stderr, question)
	type reply struct {
		text string
		err  error
	}
	got := make(chan reply, 1)
	go func() {
		s, err := in.ReadString('\n')
		got <- reply{s, err}
	}()
	var err error
	select {
	case <-ctx.Done():
		err = ctx.Err()
	case r := <-got:
		if r.err == nil || r.text != "" {
			return strings.ToLower(strings.TrimSpace(r.text)), nil
		}
		err = io.EOF
	}
	io.WriteString(a.Stderr, "\n")
	return "", err
}

// An Agreement is a change that a person is shown and asked about.
type Agreement struct {
	Cmd, Question, Diff string
	Warnings            []string
	Yes                 bool // do not ask
}

// Agreed shows a change and asks, unless that was said beforehand.
func (a *App) Agreed(ctx context.Context, g Agreement) (bool, error) {
	if g.Yes {
		return true, nil
	}
	if a.AsJSON || !a.Asks() {
		return false, Nobody(g.Cmd)
	}
	a.UI.Diff(g.Diff)
	a.UI.Warnings(g.Warnings)
	ok, err := a.Confirm(ctx, g.Question)
	if errors.Is(err, ErrNobody) {
		return false, Nobody(g.Cmd)
	}
	if err == nil && !ok {
		a.UI.Say("nothing was written")
	}
	return ok, err
}

// Nobody returns the error of a command that nobody could agree to.
func Nobody(cmd string) error {
	return exit.Hint(fmt.Errorf("%s: %w", cmd, ErrNobody), exit.Usage,
		"--yes does it without asking; --dry-run shows the change")
}
