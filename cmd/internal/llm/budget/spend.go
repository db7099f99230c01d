package budget

import (
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/ask"
)

// A Share is the sum of one day, job or model.
type Share struct {
	Name string `json:"name"`
	Sum
}

// A Spend sums up the calls of a vault.
type Spend struct {
	Day   Sum     `json:"today"`
	Month Sum     `json:"month"`
	Days  []Share `json:"days"` // of the month and the one before, newest first
	Jobs  []Share `json:"jobs"` // of the month
	Used  []Share `json:"models"`

	Failing []Trouble      `json:"failing"` // providers whose last call failed
	Windows map[string]int `json:"windows"` // of providers whose context is smaller than was asked of it this month: the tokens found
}

// A Trouble is a provider whose last call of the month failed.
type Trouble struct {
	By      string      `json:"by"`
	At      time.Time   `json:"at"`
	Outcome ask.Outcome `json:"outcome"`
	Why     string      `json:"why"`
}

// Spend adds up the running month; nil if no call was ever made.
func (l *Ledger) Spend() (*Spend, error) {
	names, err := l.Dir.ReadNames(layout.Calls)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || !slices.ContainsFunc(names, func(n string) bool { return n[0] != '.' && strings.HasSuffix(n, ".jsonl") }) {
		return nil, err
	}
	now := l.Now().In(l.Zone)
	s := &Spend{Windows: map[string]int{}}
	last := map[string]*Call{}
	days, jobs, models := map[string]*Sum{}, map[string]*Sum{}, map[string]*Sum{}
	y, m, _ := now.Date()
	for _, month := range []string{monthOf(time.Date(y, m-1, 1, 0, 0, 0, 0, l.Zone)), monthOf(now)} {
		calls, err := l.calls(month)
		if err != nil {
			return nil, err
		}
		for _, r := range calls {
			at := r.At.In(l.Zone)
			count(days, at.Format(time.DateOnly), r)
			if monthOf(at) != monthOf(now) {
				continue
			}
			s.Month.Add(r)
			if r.End != "" {
				last[r.By] = r
			}
			if n := s.Windows[r.By]; r.Window > 0 && (n == 0 || r.Window < n) {
				s.Windows[r.By] = r.Window
			}
			count(jobs, r.Job, r)
			count(models, r.Model, r)
			if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
				s.Day.Add(r)
			}
		}
	}
	s.Days, s.Jobs, s.Used = shares(days), shares(jobs), shares(models)
	slices.Reverse(s.Days)
	s.Failing = []Trouble{}
	for _, by := range slices.Sorted(maps.Keys(last)) {
		if r := last[by]; r.End == ask.Fatal || r.End == ask.Retry {
			s.Failing = append(s.Failing, Trouble{by, r.Ended, r.End, r.Why})
		}
	}
	return s, nil
}

func count(in map[string]*Sum, name string, r *Call) {
	if in[name] == nil {
		in[name] = &Sum{}
	}
	in[name].Add(r)
}

// shares returns the shares sorted by name.
func shares(m map[string]*Sum) []Share {
	out := []Share{}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		out = append(out, Share{name, *m[name]})
	}
	return out
}
