package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"strings"
)

// errNobody says that a question has nobody to answer it.
var errNobody = errors.New("there is no terminal to ask on")

// asks reports whether somebody can be asked.
func (a *app) asks() bool {
	f, ok := a.Stdin.(*os.File)
	return ok && isTerminal(f)
}

// confirm asks the person; only y and yes agree. It ends with ctx, whatever stdin does.
func (a *app) confirm(ctx context.Context, question string) (bool, error) {
	if !a.asks() {
		return false, errNobody
	}
	a.ui.Clear()
	io.WriteString(a.Stderr, question+" [y/N] ")
	type reply struct {
		text string
		err  error
	}
	got := make(chan reply, 1)
	go func() {
		s, err := bufio.NewReader(a.Stdin).ReadString('\n')
		got <- reply{s, err}
	}()
	select {
	case <-ctx.Done():
		io.WriteString(a.Stderr, "\n")
		return false, ctx.Err()
	case r := <-got:
		if r.err != nil && r.text == "" { // it was closed
			io.WriteString(a.Stderr, "\n")
			return false, errNobody
		}
		switch strings.ToLower(strings.TrimSpace(r.text)) {
		case "y", "yes":
			return true, nil
		}
		return false, nil
	}
}

// showChange shows what a person who was not asked has not seen yet, and reports whether that is all
// there is to say: in a dry run.
func (a *app) showChange(out installed, o installFlags) (dry bool) {
	if o.yes || o.dryRun || !out.Changed {
		for _, w := range out.Warnings {
			a.ui.Warn("%s", w)
		}
		if out.Diff != "" {
			a.ui.Print("%s", strings.TrimSuffix(out.Diff, "\n"))
		}
	}
	if o.dryRun && out.Changed {
		a.ui.Say("a dry run: nothing was written")
		return true
	}
	return false
}
