package status

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// Receipts are the notes that sessions were given and which they used: the output of memoria status --receipts
// --json.
type Receipts struct {
	Sessions []GivenSession `json:"sessions"`
	Memories []GivenMemory  `json:"memories"`
}

// A GivenSession is a session that was given notes.
type GivenSession struct {
	Session string              `json:"session"`
	Last    time.Time           `json:"last"`
	Given   map[receipt.Way]int `json:"given"`
	Used    map[receipt.Use]int `json:"used"`
}

// A GivenMemory is a note that sessions were given.
type GivenMemory struct {
	ID     string              `json:"id"`
	What   string              `json:"what"` // where it stands; "" for what is gone
	Text   string              `json:"text"`
	Given  int                 `json:"sessions_given"`
	Used   int                 `json:"sessions_used"`
	Unused bool                `json:"unused"` // often enough given and never used to count less
	Last   time.Time           `json:"last"`
	Ways   map[receipt.Way]int `json:"ways"`
}

// ReceiptsOf reads the receipts of a vault.
func ReceiptsOf(ctx context.Context, v *workspace.Vault) (out Receipts, err error) {
	out = Receipts{[]GivenSession{}, []GivenMemory{}}
	book, err := receipt.Load(v.Dir)
	if err != nil {
		return out, fmt.Errorf("status: %w", err)
	}
	names, err := memories(ctx, v)
	if err != nil {
		return out, fmt.Errorf("status: %w", err)
	}
	for _, s := range book.Sessions {
		g := GivenSession{s.ID, s.Last, s.Ways, map[receipt.Use]int{}}
		for _, how := range s.Used {
			g.Used[how]++
		}
		out.Sessions = append(out.Sessions, g)
	}
	sorting.By(out.Sessions, func(x, y GivenSession) int {
		return cmp.Or(y.Last.Compare(x.Last), cmp.Compare(x.Session, y.Session))
	})
	for _, m := range book.List() {
		if m.Given+m.Used == 0 { // a person asked
			continue
		}
		n, ok := names[m.ID]
		if !ok { // a point of a page is the page's id and a number
			page, _, _ := strings.Cut(m.ID, ".")
			n = names[page]
		}
		out.Memories = append(out.Memories, GivenMemory{m.ID, n[0], n[1], m.Given, m.Used, book.Unused(m.ID, receipt.UnusedIn), m.Last, m.Ways})
	}
	return out, nil
}

// memories returns the places and words of what receipts name, by its id.
func memories(ctx context.Context, v *workspace.Vault) (map[string][2]string, error) {
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
