package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
)

// errNobody says that nobody can answer a question.
var errNobody = errors.New("there is no terminal to ask on")

// asks reports whether a person can be asked.
func (a *app) asks() bool {
	f, ok := a.Stdin.(*os.File)
	return ok && isTerminal(f)
}

// confirm asks the person; only y and yes agree. It ends with ctx, whatever stdin does.
func (a *app) confirm(ctx context.Context, question string) (bool, error) {
	if !a.asks() {
		return false, errNobody
	}
	text, err := a.askLine(ctx, bufio.NewReader(a.Stdin), question+" [y/N] ")
	if errors.Is(err, io.EOF) {
		err = errNobody
	}
	return err == nil && (text == "y" || text == "yes"), err
}

// askLine asks for one line, and returns it in lower case; the error is io.EOF if stdin was closed. It ends with ctx,
// whatever stdin does.
func (a *app) askLine(ctx context.Context, in *bufio.Reader, question string) (string, error) {
	a.ui.Clear()
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

// An agreement is a change that a person is shown and asked about.
type agreement struct {
	cmd, question, diff string
	warnings            []string
	yes, json           bool // do not ask; print JSON
}

// agreed shows a change and asks, unless that was said beforehand.
func (a *app) agreed(ctx context.Context, g agreement) (bool, error) {
	if g.yes {
		return true, nil
	}
	if g.json || !a.asks() {
		return false, nobody(g.cmd)
	}
	a.ui.Print("%s", strings.TrimSuffix(g.diff, "\n"))
	a.ui.Warnings(g.warnings)
	ok, err := a.confirm(ctx, g.question)
	if errors.Is(err, errNobody) {
		return false, nobody(g.cmd)
	}
	if err == nil && !ok {
		a.ui.Say("nothing was written")
	}
	return ok, err
}

func nobody(cmd string) error {
	return hint(fmt.Errorf("%s %s: %w", cmd, claude.Name, errNobody), exitUsage,
		"--yes does it without asking; --dry-run shows the change")
}
