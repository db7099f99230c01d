package forgotten

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// In a shared vault a machine tells the others what it forgot, in controls of its own log (daily.Forgot). Each of them
// forgets it in what is its own, and says so in its log (daily.ForgotDone). All readers hide it at once.

// A Notice is a forget as a machine told it.
type Notice struct {
	ID      string // of the controls of one forget
	Machine string
	By      string // the id of the machine
	Who     string
	At      time.Time
	Scope   Scope // what it took out of logs and articles
	Hides   *List // what must not come back
}

// what is the form of a notice in a control: hashes and ids.
type what struct {
	Scope *Scope `json:"scope"`
	Hides *List  `json:"hides"`
}

// Told is what the logs of a shared vault say about forgetting.
type Told struct {
	Notices  []Notice                   // by machine and id
	Done     map[string]map[string]bool // the notices that a machine has carried out
	Machines []string                   // that have logs, sorted

	grants entry.Grants
	owners map[daily.Date]string // of the logs, by id
}

// Speaker returns who told the notice.
func (n *Notice) Speaker() daily.Speaker {
	return daily.Speaker{Who: n.Who, Machine: n.Machine, ID: n.By}
}

// ReadTold reads it. In a vault that is not shared it is empty. Where nobody knows which controls this
// machine wrote itself, all are taken for true.
func ReadTold(store *daily.Store) (*Told, error) {
	t := &Told{Done: map[string]map[string]bool{}, owners: map[daily.Date]string{}}
	if _, err := store.Dir.Lstat(layout.SharedVault); errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	logs, err := controls(store)
	if err != nil {
		return nil, err
	}
	t.grants = daily.GrantsOf(logs)
	by := map[[2]string]*Notice{}
	for _, l := range logs {
		d := l.Date
		t.owners[d] = l.Owner
		if m := d.Machine(); m != "" && !slices.Contains(t.Machines, m) {
			t.Machines = append(t.Machines, m)
		}
		for _, c := range l.Controls {
			if c.Verb == daily.Forgot || c.Verb == daily.ForgotDone {
				t.add(by, l, c)
			}
		}
	}
	slices.Sort(t.Machines)
	for _, key := range slices.SortedFunc(maps.Keys(by), func(a, b [2]string) int { return slices.Compare(a[:], b[:]) }) {
		t.Notices = append(t.Notices, *by[key])
	}
	return t, nil
}

func (t *Told) add(by map[[2]string]*Notice, l *daily.Log, c daily.Control) {
	machine := l.Date.Machine()
	if c.Verb == daily.ForgotDone {
		if t.Done[machine] == nil {
			t.Done[machine] = map[string]bool{}
		}
		t.Done[machine][c.Of] = true
		return
	}
	key := [2]string{machine, c.Of}
	n := by[key]
	if n == nil {
		n = &Notice{ID: c.Of, Machine: machine, By: l.Owner, Who: c.Who, At: c.At, Hides: &List{}}
		by[key] = n
	}
	switch {
	case c.Entry != "" && c.Line == "":
		n.Hides.Entries.add(rowkey.Of(c.Entry).String())
	case c.Entry != "":
		n.Hides.block(c.Entry, c.Line)
	}
	w := what{&Scope{}, &List{}}
	if json.Unmarshal([]byte(c.What), &w) != nil || w.Scope == nil || w.Hides == nil {
		return // the other controls of the forget are obeyed
	}
	for key, until := range w.Hides.Sessions { // nothing that was said later was forgotten
		if until.After(c.At.Add(time.Second)) { // it is told to the second
			w.Hides.Sessions[key] = c.At
		}
	}
	w.Scope.Theirs, w.Scope.Of = false, nil
	n.Scope.Add(*w.Scope)
	n.Hides.Merge(w.Hides)
}

// Hides returns what must not be shown of what a machine wrote, by its id: what l hides, and the notices of this machine and
// of those that it trusts.
func (t *Told) Hides(l *List, id string) *List {
	all := &List{}
	all.Merge(l)
	for _, n := range t.Notices {
		if t.grants.May(n.By, id) {
			all.Merge(n.Hides)
		}
	}
	return all
}

// May reports whether a machine, by its id, may take back what a log says.
func (t *Told) May(by string, d daily.Date) bool { return t.grants.May(by, t.owners[d]) }

// redact returns a function that takes out of entries what l and the notices hide of them; with the id of this machine l hides
// only what is its own or nobody's.
func (t *Told) redact(l *List, me string) daily.Redact {
	lists := map[string]*List{}
	hides := func(id string) {
		if lists[id] == nil && (me == "" || id == me || id == "") {
			lists[id] = t.Hides(l, id)
		} else if lists[id] == nil {
			lists[id] = t.Hides(nil, id)
		}
	}
	for _, id := range t.owners {
		hides(id)
	}
	for _, n := range t.Notices {
		hides(n.By)
	}
	return func(d daily.Dated) (daily.Dated, int) {
		of := lists[t.owners[d.Date]]
		if of == nil || d.End == 0 && me != "" { // nor does what stands in no log yet come into one
			of = l
		}
		d, n := of.Redact(d)
		if by := lists[d.Said.ID]; by != nil && by != of { // somebody else's log has what the machine said that forgot it
			left, more := by.Redact(d)
			return left, n + more
		}
		return d, n
	}
}

// Pending returns the notices of others that a machine has not carried out.
func (t *Told) Pending(machine string) (out []Notice) {
	return pick.Where(t.Notices, func(n Notice) bool { return n.ID != "" && n.Machine != machine && !t.Done[machine][n.ID] })
}

// Tell returns the controls that tell others the open forget of l, none if the logs tell it already. lines are those
// of its entries.
func (t *Told) Tell(l *List, whole map[string]bool, lines []Line, who string, at time.Time) ([]daily.Control, error) {
	known := &List{}
	for _, n := range t.Notices {
		known.Merge(n.Hides)
	}
	news := l.Minus(known)
	if news.Empty() {
		return nil, nil
	}
	scope := *l.Open
	scope.Theirs = false
	text, err := json.Marshal(what{&scope, news})
	if err != nil {
		return nil, fmt.Errorf("tell what is forgotten: %w", err)
	}
	id := fsutil.Hash(text)[:12]
	at = at.UTC().Truncate(time.Second)
	var out []daily.Control
	for _, name := range slices.Sorted(maps.Keys(whole)) {
		out = append(out, daily.Control{Verb: daily.Forgot, Entry: name, Of: id, At: at, Who: who})
	}
	for _, x := range lines {
		if x.Bullet.Block != "" {
			out = append(out, daily.Control{Verb: daily.Forgot, Entry: x.Of.ID, Line: x.Bullet.Block, Of: id, At: at, Who: who})
		}
	}
	return append(out, daily.Control{Verb: daily.Forgot, Of: id, At: at, Who: who, What: string(text)}), nil
}

// Merge adds what o holds, but for its open forget.
func (l *List) Merge(o *List) {
	if o == nil {
		return
	}
	for key, until := range o.Sessions {
		if l.Sessions == nil {
			l.Sessions = map[string]time.Time{}
		}
		if was, ok := l.Sessions[key]; !ok || was.Before(until) {
			l.Sessions[key] = until
		}
	}
	if len(o.Rows) > 0 && l.Rows == nil {
		l.Rows = rows{}
	}
	maps.Copy(l.Rows, o.Rows)
	for h := range o.Lines {
		l.Lines.add(h)
	}
	for h := range o.Entries {
		l.Entries.add(h)
	}
	for h := range o.Sections {
		l.Sections.add(h)
	}
	for h := range o.blocks {
		l.blocks.add(h)
	}
}

// Minus returns what l holds and o does not, without the open forget.
func (l *List) Minus(o *List) *List {
	out := &List{Lines: l.Lines.minus(o.Lines), Entries: l.Entries.minus(o.Entries), Sections: l.Sections.minus(o.Sections), Sessions: map[string]time.Time{}, Rows: maps.Clone(l.Rows)}
	for key, until := range l.Sessions {
		if was, ok := o.Sessions[key]; !ok || was.Before(until) {
			out.Sessions[key] = until
		}
	}
	maps.DeleteFunc(out.Rows, func(k rowkey.Key, _ bool) bool { return o.Rows[k] })
	return out
}

func (s set) minus(o set) set {
	out := maps.Clone(s)
	maps.DeleteFunc(out, func(h string, _ bool) bool { return o[h] })
	return out
}

// block adds a line of an entry by its block id.
func (l *List) block(id, block string) { l.blocks.add(id + "^" + block) }
