package lint

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/fsutil/seen"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/lint"
	"github.com/agent-admin/memoria/wiki/lint/contradict"
)

// Judge returns the judge of the vault's claims. Without a client it asks no model.
func (h *Handler) Judge(ctx context.Context, c *llm.Client) (*contradict.Judge, error) {
	v := h.Vault
	w, err := v.Wiki().Load(ctx)
	if err != nil {
		return nil, err
	}
	logs, err := v.Logs(ctx)
	if err != nil {
		return nil, err
	}
	j := &contradict.Judge{Wiki: w, Logs: logs, Asker: ask.Asker{Replies: v.Replies()}}
	if c == nil {
		return j, nil
	}
	c.Insist = true
	j.Model, j.Clean = c, v.Clean()
	j.Tell = func(s string) { v.Log().Printf("lint", "left out of an answer: %s", say.OneLine(say.Printable(s))) }
	return j, nil
}

// Deep counts the questions about claims.
type Deep struct {
	Pairs   int `json:"pairs"`
	Calls   int `json:"calls"`
	Unclear int `json:"unclear"` // no answer on them could be used
	Waiting int `json:"waiting"` // no model was asked about them
}

// Deep adds the contradicting claims to a report, as the model of c judges them. It adds those that are already known
// even if it returns an error. missing is why a named model could not be asked.
func (h *Handler) Deep(ctx context.Context, rep *Report, c *llm.Client, missing error) error {
	j, err := h.Judge(ctx, c)
	if err != nil {
		return err
	}
	found, err := j.Run(ctx)
	if found == nil {
		return err
	}
	levels, _ := lint.ParseLevels(h.Vault.Config.Lint)
	rep.Findings = append(rep.Findings, found.Findings(levels, false)...)
	rep.Deep = &Deep{found.Pairs, found.Calls, found.Unclear, found.Waiting}
	switch {
	case missing != nil:
		return missing
	case c == nil:
		return exit.Hint(errors.New("lint --deep: there is no model to ask"), exit.Provider, "memoria doctor says which models can be had, and what is missing")
	case err == nil || ctx.Err() != nil:
		return err
	}
	return fmt.Errorf("lint --deep: %s nobody was asked about: %w", say.Count(found.Waiting, "pair"), err)
}

// people adds to a report what two people say differently, as of a look at the vault.
func (h *Handler) people(ctx context.Context, rep *Report, at *seen.Look) error {
	known, err := h.Vault.HoldsAt(ctx, at)
	if err != nil || len(known.Disputes) == 0 {
		return err
	}
	found, err := h.Disputes(ctx)
	if err != nil {
		return err
	}
	levels, _ := lint.ParseLevels(h.Vault.Config.Lint)
	rep.Findings = append(rep.Findings, found.Findings(levels, true)...)
	return nil
}

// Disputes returns the contradicting claims that a model found in earlier runs.
func (h *Handler) Disputes(ctx context.Context) (*contradict.Report, error) {
	j, err := h.Judge(ctx, nil)
	if err != nil {
		return nil, err
	}
	return j.Run(ctx)
}

// Settled is a person's decision which of two claims holds.
type Settled struct {
	ID      string `json:"id"`
	Holds   string `json:"holds"` // 1, 2 or both
	Day     string `json:"day,omitempty"`
	Entry   string `json:"entry,omitempty"` // of the day log
	Changed bool   `json:"changed"`         // false: it was settled so before
}

// ParseSettle reads ID=1, ID=2 or ID=both.
func ParseSettle(arg string) (id string, c contradict.Choice, err error) {
	id, what, ok := strings.Cut(arg, "=")
	if ok && id != "" {
		c, err = contradict.ParseChoice(what)
	}
	if !ok || id == "" || err != nil {
		return "", 0, exit.Hint(fmt.Errorf("lint --settle %q: it is not of the form ID=1, ID=2 or ID=both", arg), exit.Usage, "memoria lint --deep lists the claims that do not agree, and their ids")
	}
	return id, c, nil
}

// Settle writes a person's decision into the day log.
func (h *Handler) Settle(ctx context.Context, id string, c contradict.Choice) (s Settled, err error) {
	rep, err := h.Disputes(ctx)
	if err != nil {
		return s, err
	}
	s = Settled{ID: id, Holds: [...]string{contradict.First: "1", contradict.Second: "2", contradict.Both: "both"}[c]}
	fail := func(err error) error { return fmt.Errorf("lint --settle %s: %w", say.Printable(id), err) }
	e, fresh, err := rep.Settle(id, c, h.Vault.Now().In(h.Vault.Config.Zone))
	switch {
	case errors.Is(err, contradict.ErrUnknown):
		return s, exit.Hint(fail(err), exit.Failure, "memoria lint --deep lists those there are")
	case err != nil:
		return s, fail(err)
	case !fresh:
		return s, nil
	}
	day, appended, err := h.Vault.Daily().Append(ctx, e)
	if err != nil {
		return s, fail(err)
	}
	if w, ok := e.Settlement(); ok {
		s.ID = w.Pair
	}
	s.Day, s.Entry, s.Changed = day.Day().String(), e.ID, appended
	return s, nil
}
