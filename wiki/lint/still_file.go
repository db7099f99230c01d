package lint

import (
	"time"

	"github.com/agent-admin/memoria/fsutil/pack"
	"github.com/agent-admin/memoria/wiki"
)

// last reads what the last run saw, nil when that is of no use.
func (c *checker) last() *still {
	run, r := c.open(stillName)
	if r == nil {
		return nil
	}
	d := decoder{Reader: r}
	s := &still{run: run, all: r.String(), logs: r.String(), private: r.String(), mark: r.String(), told: d.told()}
	d.room = make([]Finding, 0, r.Len())
	s.now, s.disk = d.findings(""), d.findings("")
	if !r.Done() {
		return nil
	}
	return s
}

func (s *still) pack(w *pack.Writer) {
	for _, sum := range []string{s.all, s.logs, s.private, s.mark} {
		w.String(sum)
	}
	e := newEncoder(w)
	e.told(s.told)
	w.Len(len(s.now) + len(s.disk))
	e.findings("", s.now)
	e.findings("", s.disk)
}

func (e encoder) told(t Told) {
	e.Len(len(t.Logs))
	for _, g := range t.Logs {
		e.String(string(g.Day))
		e.Uint(uint64(g.State))
		e.String(g.Until)
		e.Bool(g.Before)
		e.Len(g.Entries)
		e.Int(int64(g.Lost))
	}
	e.Len(len(t.Proposals))
	for _, p := range t.Proposals {
		e.String(p.Path)
		e.Len(p.Line)
		e.String(p.Text)
	}
	e.Len(len(t.Notes))
	for _, n := range t.Notes {
		e.Strings([]string{n.Check, n.Path, n.Text, n.Hint})
	}
	e.Bool(t.Pages)
	e.time(t.From)
	e.time(t.Until)
}

func (d *decoder) told() (t Told) {
	if n := d.Len(); n > 0 {
		t.Logs = make([]Log, n)
		for i := range t.Logs {
			t.Logs[i] = Log{
				Day: wiki.Date(d.String()), State: LogState(d.Uint()), Until: d.String(), Before: d.Bool(), Entries: int(d.Uint()), Lost: int(d.Int()),
			}
		}
	}
	for n := d.Len(); n > 0 && !d.Failed(); n-- {
		t.Proposals = append(t.Proposals, Proposal{d.String(), int(d.Uint()), d.String()})
	}
	for n := d.Len(); n > 0 && !d.Failed(); n-- {
		if s := d.Strings(); len(s) == 4 {
			t.Notes = append(t.Notes, Note{s[0], s[1], s[2], s[3]})
		}
	}
	t.Pages, t.From, t.Until = d.Bool(), d.time(), d.time()
	return t
}

func (e encoder) time(t time.Time) {
	e.Bool(!t.IsZero())
	if !t.IsZero() {
		e.Int(t.Unix())
		e.Int(int64(t.Nanosecond()))
	}
}

func (d *decoder) time() time.Time {
	if !d.Bool() {
		return time.Time{}
	}
	return time.Unix(d.Int(), d.Int())
}
