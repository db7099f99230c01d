package budget

import (
	"errors"
	"io/fs"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Toll is what calls took that are about something: the number of calls, and its share of their tokens and money,
// which a call about several divides among them.
type Toll struct {
	Calls    int     `json:"calls"`
	Tokens   float64 `json:"tokens"`
	Micros   float64 `json:"micros"`   // millionths of a dollar, as far as they are known
	Unpriced int     `json:"unpriced"` // calls whose cost is unknown
}

// Take adds a share of a call.
func (t *Toll) Take(r *Call, share float64) {
	t.Calls++
	t.Tokens += share * float64(r.Tokens())
	if r.Micros == nil {
		t.Unpriced++
	} else {
		t.Micros += share * float64(*r.Micros)
	}
}

// Add adds a share of another toll.
func (t *Toll) Add(o Toll, share float64) {
	t.Calls += o.Calls
	t.Tokens += share * o.Tokens
	t.Micros += share * o.Micros
	t.Unpriced += o.Unpriced
}

// Calls returns all calls since the month of a time, oldest first.
func (l *Ledger) Calls(since time.Time) (all []*Call, err error) {
	names, err := l.Dir.ReadNames(layout.Calls) // in order
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, n := range names {
		month, ok := strings.CutSuffix(n, ".jsonl")
		if err != nil || !ok || n[0] == '.' || month < monthOf(since.In(l.Zone)) {
			continue
		}
		var some []*Call
		some, err = l.calls(month)
		all = append(all, some...)
	}
	return all, err
}
