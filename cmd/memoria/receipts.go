package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// receiptsJSON is the answer of `status --receipts --json`.
type receiptsJSON struct {
	Schema   int            `json:"schema"`
	Sessions []givenSession `json:"sessions"`
	Memories []givenMemory  `json:"memories"`
}

type givenSession struct {
	Session string              `json:"session"`
	Last    time.Time           `json:"last"`
	Given   map[receipt.Way]int `json:"given"`
	Used    map[receipt.Use]int `json:"used"`
}

type givenMemory struct {
	ID     string              `json:"id"`
	What   string              `json:"what"` // where it stands; "" for what is gone
	Text   string              `json:"text"`
	Given  int                 `json:"sessions_given"`
	Used   int                 `json:"sessions_used"`
	Unused bool                `json:"unused"` // often enough given and never used to count less
	Last   time.Time           `json:"last"`
	Ways   map[receipt.Way]int `json:"ways"`
}

// receipts tells what sessions were given, and what they had a use for.
func (a *app) receipts(ctx context.Context, v *workspace.Vault, asJSON bool) error {
	book, err := receipt.Load(v.Dir)
	if err != nil {
		return fmt.Errorf("status: %w", err)
	}
	names, err := a.memories(ctx, v)
	if err != nil {
		return fmt.Errorf("status: %w", err)
	}
	out := receiptsJSON{1, []givenSession{}, []givenMemory{}}
	for _, s := range book.Sessions {
		g := givenSession{s.ID, s.Last, s.Ways, map[receipt.Use]int{}}
		for _, how := range s.Used {
			g.Used[how]++
		}
		out.Sessions = append(out.Sessions, g)
	}
	slices.SortFunc(out.Sessions, func(x, y givenSession) int {
		return cmp.Or(y.Last.Compare(x.Last), cmp.Compare(x.Session, y.Session))
	})
	for _, m := range book.List() {
		n, ok := names[m.ID]
		if !ok { // a point of a page is the page's id and a number
			page, _, _ := strings.Cut(m.ID, ".")
			n = names[page]
		}
		out.Memories = append(out.Memories, givenMemory{m.ID, n[0], n[1], m.Given, m.Used, book.Unused(m.ID, receipt.UnusedIn), m.Last, m.Ways})
	}
	if asJSON {
		return a.ui.JSON(out)
	}
	a.tellReceipts(out)
	return nil
}

// memories are the places and words of what receipts name, by its id.
func (a *app) memories(ctx context.Context, v *workspace.Vault) (map[string][2]string, error) {
	out := map[string][2]string{}
	logs, _, err := v.Daily().Logs(ctx)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, l := range logs {
		for _, e := range l.Entries {
			out["e"+e.ID] = [2]string{l.Date.String(), e.Title}
			for _, b := range e.Bullets {
				if b.Block != "" {
					out[receipt.BlockID(l.Date.String(), b.Block)] = [2]string{e.Target(b), b.Text}
				}
			}
		}
	}
	w, err := v.Wiki().Load(ctx)
	if err != nil {
		return nil, err
	}
	for _, p := range w.Pages() {
		out[receipt.PageID(p.Path)] = [2]string{p.Path, p.Title()}
	}
	return out, nil
}

const receiptsShown = 20

func (a *app) tellReceipts(r receiptsJSON) {
	if len(r.Memories) == 0 {
		a.ui.Print("Nothing was given to a session yet")
		return
	}
	used, unused := 0, 0
	for _, m := range r.Memories {
		if m.Used > 0 {
			used++
		}
		if m.Unused {
			unused++
		}
	}
	a.ui.Print("%s given to %s: %d of use, %d never of use in %d sessions or more", count(len(r.Memories), "memory"), count(len(r.Sessions), "session"), used, unused, receipt.UnusedIn)
	for _, m := range r.Memories[:min(len(r.Memories), receiptsShown)] {
		what := m.What
		if what == "" {
			what = m.ID + " (gone since)"
		}
		a.ui.Print("%4d given %4d used  %s  %s", m.Given, m.Used, printable(what), printable(clip(m.Text, 60)))
	}
	if n := len(r.Memories) - receiptsShown; n > 0 {
		a.ui.Print("and %d more (memoria status --receipts --json)", n)
	}
}
