package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/wiki/lint/contradict"
)

// settledJSON is what was settled.
type settledJSON struct {
	ID      string `json:"id"`
	Holds   string `json:"holds"` // 1, 2 or both
	Day     string `json:"day,omitempty"`
	Entry   string `json:"entry,omitempty"` // of the day log
	Changed bool   `json:"changed"`         // false: it was settled so before
}

// settle has a person say which of two claims holds: by the arguments, else on the terminal.
func (a *app) settle(ctx context.Context, v *workspace.Vault, args []string, o lintFlags) error {
	out := []settledJSON{}
	for _, arg := range args { // before anything is written
		if _, _, err := readSettle(arg); err != nil {
			return err
		}
	}
	for _, arg := range args {
		id, c, _ := readSettle(arg)
		s, err := a.settleOne(ctx, v, id, c)
		if err != nil {
			return err
		}
		out = append(out, s)
		if !o.json {
			a.tellSettled(s)
		}
	}
	rep, err := a.disputes(ctx, v)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		if out, err = a.askSettle(ctx, v, rep, o); err != nil {
			return err
		}
	}
	if o.json {
		return a.ui.JSON(struct {
			Schema  int           `json:"schema"`
			Settled []settledJSON `json:"settled"`
			Open    int           `json:"open"`
		}{1, out, len(rep.Disputes)})
	}
	for _, s := range out {
		if s.Changed {
			a.ui.Print("memoria compile brings the articles up to date")
			break
		}
	}
	return nil
}

// readSettle reads ID=1, ID=2 or ID=both.
func readSettle(arg string) (id string, c contradict.Choice, err error) {
	id, what, ok := strings.Cut(arg, "=")
	if ok && id != "" {
		c, err = contradict.ParseChoice(what)
	}
	if !ok || id == "" || err != nil {
		return "", 0, hint(fmt.Errorf("lint --settle %q: it is not of the form ID=1, ID=2 or ID=both", arg), exitUsage, "memoria lint --deep lists the claims that do not agree, and their ids")
	}
	return id, c, nil
}

// disputes are the claims that do not agree, as far as it was asked before.
func (a *app) disputes(ctx context.Context, v *workspace.Vault) (*contradict.Report, error) {
	j, err := a.judge(ctx, v.Vault, nil)
	if err != nil {
		return nil, err
	}
	return j.Run(ctx)
}

// settleOne writes a person's word into the day log.
func (a *app) settleOne(ctx context.Context, v *workspace.Vault, id string, c contradict.Choice) (s settledJSON, err error) {
	rep, err := a.disputes(ctx, v)
	if err != nil {
		return s, err
	}
	s = settledJSON{ID: id, Holds: [...]string{contradict.First: "1", contradict.Second: "2", contradict.Both: "both"}[c]}
	e, fresh, err := rep.Settle(id, c, a.Now().In(v.Config.Zone))
	switch {
	case errors.Is(err, contradict.ErrUnknown):
		return s, hint(fmt.Errorf("lint --settle %s: %w", printable(id), err), exitFailure, "memoria lint --deep lists those there are")
	case err != nil:
		return s, fmt.Errorf("lint --settle %s: %w", printable(id), err)
	case !fresh:
		return s, nil
	}
	day, appended, err := v.Daily().Append(ctx, e)
	if err != nil {
		return s, fmt.Errorf("lint --settle %s: %w", printable(id), err)
	}
	if w, ok := e.Settlement(); ok {
		s.ID = w.Pair
	}
	s.Day, s.Entry, s.Changed = day.String(), e.ID, appended
	return s, nil
}

func (a *app) tellSettled(s settledJSON) {
	if !s.Changed {
		a.ui.Print("%s was settled so before", printable(s.ID))
		return
	}
	a.ui.Print("Settled %s: kept in the log of %s", s.ID, s.Day)
}

// askSettle goes through what is open with the person.
func (a *app) askSettle(ctx context.Context, v *workspace.Vault, rep *contradict.Report, o lintFlags) ([]settledJSON, error) {
	out := []settledJSON{}
	if len(rep.Disputes) == 0 {
		if !o.json {
			a.ui.Print("Nothing is to be settled; memoria lint --deep asks a model for what may be")
		}
		return out, nil
	}
	if !a.asks() || o.json {
		return nil, hint(fmt.Errorf("lint --settle: %s to be settled, and %w", count(len(rep.Disputes), "pair"), errNobody), exitUsage,
			fmt.Sprintf("memoria lint --settle %s=1, =2 or =both settles one; memoria lint --deep lists them", rep.Disputes[0].ID))
	}
	in := bufio.NewReader(a.Stdin)
	for i, d := range rep.Disputes {
		a.ui.Print("%d of %d (%s)", i+1, len(rep.Disputes), d.ID)
		for n, c := range []contradict.Claim{d.First, d.Second} {
			a.ui.Print("  %d  %s", n+1, printable(c.Text))
			a.ui.Print("     %s, %s:%d", strings.Join(c.Sources, " "), printable(c.Path), c.Line)
		}
		if d.Reason != "" {
			a.ui.Print("     %s", printable(d.Reason))
		}
		for asking := true; asking; {
			text, err := a.askLine(ctx, in, "Which holds? [1/2/both/skip/quit] ")
			if err != nil || strings.HasPrefix(text, "q") {
				return out, err
			}
			if text == "" || strings.HasPrefix(text, "s") {
				break
			}
			c, err := contradict.ParseChoice(text)
			if err != nil {
				a.ui.Say("%v", err)
				continue
			}
			s, err := a.settleOne(ctx, v, d.ID, c)
			if err != nil {
				return out, err
			}
			a.tellSettled(s)
			out, asking = append(out, s), false
		}
	}
	return out, nil
}

// askLine asks for one line. It ends with ctx, whatever stdin does.
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
	select {
	case <-ctx.Done():
		io.WriteString(a.Stderr, "\n")
		return "", ctx.Err()
	case r := <-got:
		if r.err != nil && r.text == "" {
			io.WriteString(a.Stderr, "\n")
			return "q", nil
		}
		return strings.ToLower(strings.TrimSpace(r.text)), nil
	}
}
