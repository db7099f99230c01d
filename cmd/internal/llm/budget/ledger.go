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
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A Ledger is the calls of a vault, of all its processes: a file a month in .memoria/calls, a line for
// each thing that happens, only ever appended to. It is safe for use by several goroutines.
type Ledger struct {
	Dir  *fsutil.Dir    // required: the vault
	Zone *time.Location // required: of its days
	Now  func() time.Time

	mu    sync.Mutex
	files map[string]*ledgerFile // by month
}

const (
	ledgerDir  = layout.Calls
	ledgerLock = layout.LockCalls
	ledgerPerm = 0o600
)

// A Call is a line of the ledger. A call has one when it is about to be made, and one when it ended;
// a process that was killed between leaves it the first alone.
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
	Micros    *int64    `json:"micros,omitempty"` // nil: unknown
	Estimated bool      `json:"estimated,omitempty"`

	// of the second line
	End   ask.Outcome `json:"end,omitempty"`   // "complete", or the outcome of an Error
	Why   string      `json:"why,omitempty"`   // of a failure
	After int64       `json:"after,omitempty"` // seconds that the provider asked to wait
	Set   string      `json:"set,omitempty"`   // of a fatal one: the settings it was made with, hashed
	Took  int64       `json:"ms,omitempty"`

	Ended time.Time `json:"-"` // At of the second line
}

const (
	callVersion = layout.CallVersion
	Complete    = ask.Outcome("complete") // beside the outcomes of failures
)

func (r Call) Tokens() int64 { return r.In + r.Out }

// A ledgerFile is what was read of a month.
type ledgerFile struct {
	read  int64 // bytes
	torn  bool  // they end within a line
	calls []*Call
	byID  map[string]*Call
}

func (f *ledgerFile) take(b []byte) {
	whole := bytes.LastIndexByte(b, '\n') + 1
	f.torn = whole < len(b)
	f.read += int64(whole)
	for line := range bytes.Lines(b[:whole]) {
		var r Call
		if json.Unmarshal(line, &r) != nil || r.ID == "" || r.Version > callVersion {
			continue // torn by a kill
		}
		old := f.byID[r.ID]
		switch {
		case old == nil && r.End == "":
			f.calls = append(f.calls, &r)
			f.byID[r.ID] = &r
		case old != nil && r.End != "":
			r.Ended = r.At
			r.At, r.Job, r.By = old.At, old.Job, old.By
			*old = r
		}
	}
}

func monthOf(t time.Time) string { return t.Format("2006-01") }

func ledgerName(month string) string { return path.Join(ledgerDir, month+".jsonl") }

// load reads what was appended to a month's file since it was read last. Everything up to the last
// whole line counts; the lock need not be held.
func (l *Ledger) load(month string) (*ledgerFile, *fsutil.Appender, error) {
	a, err := l.Dir.OpenAppend(ledgerName(month), ledgerPerm)
	if err != nil {
		return nil, nil, err
	}
	f := l.files[month]
	if f == nil || f.read > a.Size() { // cut by somebody: what is gone is gone
		f = &ledgerFile{byID: map[string]*Call{}}
		if l.files == nil {
			l.files = map[string]*ledgerFile{}
		}
		l.files[month] = f
	}
	b, err := a.Bytes(f.read)
	if err != nil {
		a.Close()
		return nil, nil, err
	}
	f.take(b)
	return f, a, nil
}

func (l *Ledger) append(a *fsutil.Appender, f *ledgerFile, r Call) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if f.torn { // whoever wrote that was killed
		line = append([]byte("\n"), line...)
	}
	if err := a.Append(line); err != nil {
		return err
	}
	b, err := a.Bytes(f.read)
	if err == nil {
		f.take(b)
	}
	return err
}

// ledgerPatience is how long another process is waited for, which holds the lock for moments.
const ledgerPatience = 20 * time.Second

// locked calls do with the calls of the running month, which nobody else adds to meanwhile.
func (l *Ledger) locked(ctx context.Context, month string, do func(*ledgerFile, *fsutil.Appender) error) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, ledgerPatience)
	defer cancel()
	unlock, err := l.Dir.Lock(ctx, ledgerLock)
	if err != nil {
		return err
	}
	defer unlock()
	f, a, err := l.load(month)
	if err != nil {
		return err
	}
	defer a.Close()
	return do(f, a)
}

// A WaitError says that a call would be one too many in a minute.
type WaitError struct{ After time.Duration }

func (e WaitError) Error() string { return fmt.Sprintf("too many calls: wait %s", e.After) }

// Reserve puts a call in the ledger if allow lets it, which sees the month's calls so far.
func (l *Ledger) Reserve(ctx context.Context, r Call, allow func(now time.Time, calls []*Call) error) (id, month string, err error) {
	now := l.Now().In(l.Zone)
	month = monthOf(now)
	r.Version, r.ID, r.At = callVersion, fmt.Sprintf("%016x", rand.Uint64()), now.Truncate(time.Millisecond)
	err = l.locked(ctx, month, func(f *ledgerFile, a *fsutil.Appender) error {
		if err := allow(now, f.calls); err != nil {
			return err
		}
		return l.append(a, f, r)
	})
	return r.ID, month, err
}

// Settle says how the call ended that Reserve put in the ledger of a month.
func (l *Ledger) Settle(month string, r Call) error {
	r.Version, r.At = callVersion, l.Now().In(l.Zone).Truncate(time.Millisecond)
	// Whoever was interrupted in the call settles it all the same.
	return l.locked(context.Background(), month, func(f *ledgerFile, a *fsutil.Appender) error { return l.append(a, f, r) })
}

// calls are those of a month, without the lock; none where the month has no file.
func (l *Ledger) calls(month string) ([]*Call, error) {
	if _, err := l.Dir.Stat(ledgerName(month)); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	f, a, err := l.load(month)
	if err != nil {
		return nil, err
	}
	a.Close()
	return f.calls, nil
}

// months are those that have a file, oldest first.
func (l *Ledger) months() ([]string, error) {
	names, err := l.Dir.ReadNames(ledgerDir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var months []string
	for _, n := range names {
		if m, ok := strings.CutSuffix(n, ".jsonl"); ok && !strings.HasPrefix(m, ".") {
			months = append(months, m)
		}
	}
	return months, err
}
