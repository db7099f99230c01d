package compiler

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pack"
)

// A rest is what the compiler remembers of a vault with nothing to do: how its files looked, and what
// there was to tell. While they look the same, and no log has waited long enough, there still is
// nothing, and a run finds that out without reading a page. It follows from the vault and can be
// deleted at any time.
type rest struct {
	sight string       // of the vault: see wiki.Store.Look
	state fsutil.Stamp // of the state file, zero when there is none
	pages fsutil.Stamp // of the folder of kept texts; the same
	from  time.Time    // the last compile of a log that waits: before that the clock was set back
	until time.Time    // when the first of them has waited long enough; zero when none waits

	logs            []LogPlan
	notes, problems []journal.Note
}

const (
	restName    = layout.CacheIdle
	restVersion = "idle/1"
)

// restKey holds all that a plan depends on beside the files and the time.
func (c *Compiler) restKey() string {
	return strings.Join([]string{restVersion, recipe(c.Author), c.Interval.String(), c.index(), c.Now().Location().String()}, "\n")
}

// resting returns the plan of a vault in which there is nothing to do, nil if there may be something.
func (c *Compiler) resting(ctx context.Context, o Options) *Plan {
	if o.All || len(o.Only)+len(o.named) > 0 || c.owes() {
		return nil
	}
	data, err := c.Vault.ReadFile(restName)
	if err != nil {
		return nil
	}
	now := c.Now()
	r := unpackRest(pack.Open(data, c.restKey()), now.Location())
	if r == nil || !r.until.IsZero() && (o.Now || now.Before(r.from) || !now.Before(r.until)) {
		return nil
	}
	compiled, pages, ok := c.stateStamps()
	if !ok || compiled != r.state || pages != r.pages {
		return nil
	}
	if sight, _, err := c.Wiki.Glance(ctx); err != nil || sight != r.sight {
		return nil
	}
	return &Plan{Logs: r.logs, Notes: r.notes, Problems: r.problems, idle: true}
}

// stateStamps looks at the files that runs leave. It is not ok when something of a run that did not end
// is there.
func (c *Compiler) stateStamps() (compiled, pages fsutil.Stamp, ok bool) {
	list, err := c.Vault.Stamps(path.Dir(layout.Compiled), func(name string, typ fs.FileMode) bool {
		return name == path.Base(layout.Compiled) || name == path.Base(layout.Pages)
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return compiled, pages, false
	}
	for _, f := range list {
		switch {
		case fsutil.IsTemp(f.Name), f.Name == path.Base(layout.CompilePending):
			return compiled, pages, false
		case f.Name == path.Base(layout.Compiled):
			compiled = f.Stamp
		case f.Name == path.Base(layout.Pages):
			pages = f.Stamp
		}
	}
	return compiled, pages, true
}

// rest remembers that a plan found nothing to do. That it cannot be remembered is no harm.
func (c *Compiler) rest(p *Plan, o Options) {
	if c.tick == 0 || p.idle || p.ran || p.resumed || !p.Empty() || p.sight == "" || p.young > 0 ||
		o.All || o.Now || len(o.Only)+len(o.named) > 0 {
		return
	}
	r := &rest{sight: p.sight, logs: p.Logs, notes: p.Notes, problems: p.Problems}
	var ok bool
	r.state, r.pages, ok = c.stateStamps()
	for _, s := range []fsutil.Stamp{r.state, r.pages} {
		ok = ok && (s == fsutil.Stamp{} || s.Settled(c.tick))
	}
	for _, l := range p.Logs {
		switch {
		case l.Compiled:
			ok = false
		case l.State == state.Waiting:
			if r.until.IsZero() || l.Until.Before(r.until) {
				r.until = l.Until
			}
			if at := l.Until.Add(-c.Interval); at.After(r.from) {
				r.from = at
			}
		}
	}
	if ok {
		_, _ = c.Vault.WriteFileNoSync(restName, r.pack(c.restKey()), 0o600)
	}
}

func (r *rest) pack(key string) []byte {
	w := pack.New(key)
	w.String(r.sight)
	for _, s := range []fsutil.Stamp{r.state, r.pages} {
		w.Int(s.Size)
		w.Int(s.ModTime)
		w.Int(s.Change)
		w.Uint(s.Inode)
	}
	packTime(w, r.from)
	packTime(w, r.until)
	w.Len(len(r.logs))
	for _, l := range r.logs {
		w.String(l.Date.String())
		w.Uint(uint64(l.State))
		packTime(w, l.Until)
		for _, n := range []int{l.Entries, l.Fresh, l.Lost, l.Unclosed, l.Torn} {
			w.Int(int64(n))
		}
	}
	for _, notes := range [][]journal.Note{r.notes, r.problems} {
		w.Len(len(notes))
		for _, n := range notes {
			w.String(n.Path)
			w.String(n.Text)
		}
	}
	return w.Bytes()
}

// unpackRest returns nil for what is no rest.
func unpackRest(r *pack.Reader, zone *time.Location) *rest {
	if r == nil {
		return nil
	}
	out := &rest{sight: r.String()}
	for _, s := range []*fsutil.Stamp{&out.state, &out.pages} {
		*s = fsutil.Stamp{Size: r.Int(), ModTime: r.Int(), Change: r.Int(), Inode: r.Uint()}
	}
	out.from, out.until = unpackTime(r, zone), unpackTime(r, zone)
	for n := r.Len(); n > 0 && !r.Failed(); n-- {
		d, err := daily.ParseDate(r.String())
		if err != nil {
			return nil
		}
		l := LogPlan{Date: d, State: state.Staleness(r.Uint()), Until: unpackTime(r, zone)}
		for _, n := range []*int{&l.Entries, &l.Fresh, &l.Lost, &l.Unclosed, &l.Torn} {
			*n = int(r.Int())
		}
		out.logs = append(out.logs, l)
	}
	for _, notes := range []*[]journal.Note{&out.notes, &out.problems} {
		for n := r.Len(); n > 0 && !r.Failed(); n-- {
			*notes = append(*notes, journal.Note{Path: r.String(), Text: r.String()})
		}
	}
	if !r.Done() {
		return nil
	}
	return out
}

func packTime(w *pack.Writer, t time.Time) {
	w.Bool(!t.IsZero())
	if !t.IsZero() {
		w.Int(t.Unix())
		w.Int(int64(t.Nanosecond()))
	}
}

func unpackTime(r *pack.Reader, zone *time.Location) time.Time {
	if !r.Bool() {
		return time.Time{}.In(zone)
	}
	sec, nsec := r.Int(), r.Int()
	return time.Unix(sec, nsec).In(zone)
}

// ticking is the compiler at a run that may bring the caches up to date.
func (c *Compiler) ticking() *Compiler {
	own := *c
	own.tick, _ = c.Vault.Tick(layout.CacheTick)
	own.Wiki.Tick = own.tick
	return &own
}
