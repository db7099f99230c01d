package look

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/lint"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/wiki/lint/contradict"
)

// A settleFlag is --settle, which may have a verdict behind a =, besides those that are arguments.
type settleFlag struct {
	on   bool
	said []string
}

func (f *settleFlag) String() string { return strconv.FormatBool(f.on) }
func (f *settleFlag) Type() string   { return "bool" }

func (f *settleFlag) Set(s string) error {
	if on, err := strconv.ParseBool(s); err == nil {
		f.on = on
		return nil
	}
	f.on, f.said = true, append(f.said, s)
	return nil
}

// settle records which of two claims holds: by the arguments, else it asks on the terminal.
func (a *app) settle(ctx context.Context, h *lint.Handler, args []string) error {
	out := []lint.Settled{}
	for _, arg := range args { // before anything is written
		if _, _, err := lint.ParseSettle(arg); err != nil {
			return err
		}
	}
	for _, arg := range args {
		id, c, _ := lint.ParseSettle(arg)
		s, err := h.Settle(ctx, id, c)
		if err != nil {
			return err
		}
		if out = append(out, s); !a.AsJSON {
			a.tellSettled(s)
		}
	}
	rep, err := h.Disputes(ctx)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		if out, err = a.askSettle(ctx, h, rep); err != nil {
			return err
		}
	}
	if a.AsJSON {
		return a.UI.JSON(struct {
			Settled []lint.Settled `json:"settled"`
			Open    int            `json:"open"`
		}{out, len(rep.Disputes)})
	}
	for _, s := range out {
		if s.Changed {
			a.UI.Print("memoria compile brings the articles up to date")
			break
		}
	}
	return nil
}

func (a *app) tellSettled(s lint.Settled) {
	if !s.Changed {
		a.UI.Print("%s was settled so before", say.Printable(s.ID))
		return
	}
	a.UI.Print("Settled %s: kept in the log of %s", s.ID, s.Day)
}

// askSettle asks the person about each open pair.
func (a *app) askSettle(ctx context.Context, h *lint.Handler, rep *contradict.Report) ([]lint.Settled, error) {
	out := []lint.Settled{}
	if len(rep.Disputes) == 0 {
		if !a.AsJSON {
			a.UI.Print("Nothing is to be settled; memoria lint --deep asks a model for what may be")
		}
		return out, nil
	}
	if !a.Asks() || a.AsJSON {
		return nil, exit.Hint(fmt.Errorf("lint --settle: %s to be settled, and %w", say.Count(len(rep.Disputes), "pair"), command.ErrNobody), exit.Usage,
			fmt.Sprintf("memoria lint --settle %s=1, =2 or =both settles one; memoria lint --deep lists them", rep.Disputes[0].ID))
	}
	in := bufio.NewReader(a.Stdin)
	for i, d := range rep.Disputes {
		a.UI.Print("%d of %d (%s)", i+1, len(rep.Disputes), d.ID)
		for n, c := range []contradict.Claim{d.First, d.Second} {
			a.UI.Print("  %d  %s", n+1, say.Printable(c.Text))
			a.UI.Print("     %s, %s:%d", strings.Join(c.Sources, " "), say.Printable(c.Path), c.Line)
		}
		if d.Reason != "" {
			a.UI.Print("     %s", say.Printable(d.Reason))
		}
		for asking := true; asking; {
			text, err := a.AskLine(ctx, in, "Which holds? [1/2/both/skip/quit] ")
			if errors.Is(err, io.EOF) || strings.HasPrefix(text, "q") {
				return out, nil
			}
			if err != nil {
				return out, err
			}
			if text == "" || strings.HasPrefix(text, "s") {
				break
			}
			c, err := contradict.ParseChoice(text)
			if err != nil {
				a.UI.Say("%v", err)
				continue
			}
			s, err := h.Settle(ctx, d.ID, c)
			if err != nil {
				return out, err
			}
			a.tellSettled(s)
			out, asking = append(out, s), false
		}
	}
	return out, nil
}
