// Package budget records each call of a model with its cost, and refuses a call that would exceed a limit of the run,
// the day or the month.
package budget

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"sync"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A Ledger records the calls of all processes of a vault: an append-only file per month in .memoria/calls, with one
// line when a call is about to be made and one when it ended. It is safe for use by several goroutines.
type Ledger struct {
	Dir  *fsutil.Dir    // required: the vault
	Zone *time.Location // required: of its days
	Now  func() time.Time

	mu sync.Mutex
}

// A Call is a line of the ledger. A call has a line from before it is made, and one from when it ended; a process
// that was killed between leaves only the first.
type Call struct {
	Version   int       `json:"v"`
	ID        string    `json:"id"`
	At        time.Time `json:"at"`
	Job       string    `json:"job,omitempty"`
	By        string    `json:"by,omitempty"` // Info.Name
	Model     string    `json:"model,omitempty"`
	In        int64     `json:"in"` // tokens: at most, or as they were
	Out       int64     `json:"out"`
	Cached    int64     `json:"cached,omitempty"`
	About     []string  `json:"about,omitempty"`  // ids of sessions
	Micros    *int64    `json:"micros,omitempty"` // nil: unknown
	Estimated bool      `json:"estimated,omitempty"`

	// of the second line
	End    ask.Outcome `json:"end,omitempty"`    // "complete", or the outcome of an Error
	Why    string      `json:"why,omitempty"`    // of a failure
	After  int64       `json:"after,omitempty"`  // seconds that the provider asked to wait
	Set    string      `json:"set,omitempty"`    // the settings it was made with, hashed: of a fatal one, and with Window
	Window int         `json:"window,omitempty"` // of one that was too long: the tokens that the model's context was found to hold
	Took   int64       `json:"ms,omitempty"`

	Ended time.Time `json:"-"` // At of the second line
	most  int64     // In of the first line
}

const callVersion = layout.CallVersion

// Complete is the End of a call that was answered; failures have their outcome there.
const Complete = ask.Outcome("complete")

// Tokens returns the sum of all tokens.
func (r Call) Tokens() int64 { return plus(r.In, r.Out) }

// callsIn reads a month's file. torn reports whether it ends within a line, as a process that was killed
// leaves it: that line does not count.
func callsIn(data []byte) (calls []*Call, torn bool) {
	byID := map[string]*Call{}
	whole := bytes.LastIndexByte(data, '\n') + 1
	for line := range bytes.Lines(data[:whole]) {
		var r Call
		if json.Unmarshal(line, &r) != nil || r.ID == "" || r.Version > callVersion {
			continue // torn by a kill
		}
		old := byID[r.ID]
		switch {
		case old == nil && r.End == "":
			calls = append(calls, &r)
			byID[r.ID] = &r
		case old != nil && r.End != "":
			r.Ended, r.most = r.At, old.In
			r.At, r.Job, r.By, r.About = old.At, old.Job, old.By, old.About
			*old = r
		}
	}
	return calls, whole < len(data)
}

func monthOf(t time.Time) string { return t.Format("2006-01") }

func ledgerName(month string) string { return path.Join(layout.Calls, month+".jsonl") }

// ledgerPatience is how long another process is waited for, which holds the lock for moments.
const ledgerPatience = 20 * time.Second

// append adds a line to a month, under the lock, unless allow, which gets the month's calls so far, returns an error.
// A nil allow permits everything.
func (l *Ledger) append(ctx context.Context, month string, r Call, allow func([]*Call) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, ledgerPatience)
	defer cancel()
	unlock, err := l.Dir.Lock(ctx, layout.LockCalls)
	if err != nil {
		return err
	}
	defer unlock()
	a, err := l.Dir.OpenAppend(ledgerName(month), 0o600)
	if err != nil {
		return err
	}
	defer a.Close()
	data, err := a.Bytes(0)
	if err != nil {
		return err
	}
	calls, torn := callsIn(data)
	if allow != nil {
		if err := allow(calls); err != nil {
			return err
		}
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if torn {
		line = append([]byte("\n"), line...)
	}
	return a.Append(append(line, '\n'))
}

// A WaitError says that a call would exceed the calls per minute.
type WaitError struct{ After time.Duration }

func (e WaitError) Error() string { return fmt.Sprintf("too many calls: wait %s", e.After) }

// Reserve adds a call to the ledger unless allow, which gets the month's calls so far, returns an error.
func (l *Ledger) Reserve(ctx context.Context, r Call, allow func(now time.Time, calls []*Call) error) (id, month string, err error) {
	now := l.Now().In(l.Zone)
	month = monthOf(now)
	r.Version, r.ID, r.At = callVersion, fmt.Sprintf("%016x", rand.Uint64()), now.Truncate(time.Millisecond)
	return r.ID, month, l.append(ctx, month, r, func(calls []*Call) error { return allow(now, calls) })
}

// Settle records how a call ended that Reserve added to the ledger of a month.
func (l *Ledger) Settle(month string, r Call) error {
	r.Version, r.At = callVersion, l.Now().In(l.Zone).Truncate(time.Millisecond)
	// Whoever was interrupted in the call settles it all the same.
	return l.append(context.Background(), month, r, nil)
}

// calls returns the calls of a month, without taking the lock; none if the month has no file.
func (l *Ledger) calls(month string) ([]*Call, error) {
	data, err := l.Dir.ReadFile(ledgerName(month))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	calls, _ := callsIn(data)
	return calls, err
}
