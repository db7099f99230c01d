// Package forgotten keeps forgotten words from coming back, even after the logs, the archive and all state
// were lost. It stores hashes and times, and no words.
package forgotten

import (
	"cmp"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil"
)

// A List is what was forgotten in a vault. A nil List holds nothing.
type List struct {
	Sessions map[string]time.Time `json:"sessions,omitempty"` // by hash: until when a session was forgotten; zero where only parts of it were
	Lines    set                  `json:"lines,omitempty"`    // with their session
	Rows     rows                 `json:"rows,omitempty"`
	Entries  set                  `json:"entries,omitempty"`  // forgotten as a whole
	Sections set                  `json:"sections,omitempty"` // and sections that a person wrote by hand
	Open     *Scope               `json:"open,omitempty"`     // of a forget that has not ended

	blocks set // lines by entry and block id, as other machines told them
}

// A set of hashes is a sorted list in the file.
type set map[string]bool

func (s set) MarshalJSON() ([]byte, error) { return json.Marshal(slices.Sorted(maps.Keys(s))) }

func (s *set) UnmarshalJSON(data []byte) error {
	var list []string
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	for _, h := range list {
		s.add(h)
	}
	return nil
}

func (s *set) add(hash string) {
	if *s == nil {
		*s = set{}
	}
	(*s)[hash] = true
}

// Rows are sorted in the file, eight bytes each, in base 64.
type rows map[rowkey.Key]bool

func (r rows) MarshalText() ([]byte, error) {
	raw := make([]byte, 0, 8*len(r))
	for _, k := range slices.Sorted(maps.Keys(r)) {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(k))
	}
	return base64.RawStdEncoding.AppendEncode(nil, raw), nil
}

func (r *rows) UnmarshalText(text []byte) error {
	raw, err := base64.RawStdEncoding.Strict().AppendDecode(nil, text)
	if err != nil || len(raw)%8 != 0 {
		return errors.Join(err, errors.New("the rows are not whole"))
	}
	*r = make(rows, len(raw)/8)
	for ; len(raw) >= 8; raw = raw[8:] {
		(*r)[rowkey.Key(binary.LittleEndian.Uint64(raw))] = true
	}
	return nil
}

// Redact returns a function that takes what was forgotten out of entries of the logs, which a log restored
// from a backup may contain. It is nil where nothing was forgotten. With the id of this machine it is as all machines of a shared
// vault judge it, for what they write together: what this one alone forgot of another's lines is not for the others to lose.
func Redact(logs *daily.Store, me string) (daily.Redact, error) {
	l, err := Read(logs.Dir)
	if err != nil {
		return nil, err
	}
	told, err := ReadTold(logs)
	switch {
	case err != nil:
		return nil, err
	case len(told.Notices) > 0 || me != "" && !l.Empty():
		return told.redact(l, me), nil
	case l.Empty():
		return nil, nil
	}
	return l.Redact, nil
}

// Done records that the open forget has ended. The caller holds the import's lock.
func Done(dir *fsutil.Dir) error {
	l, err := Read(dir)
	if err != nil || l.Open == nil {
		return err
	}
	l.Open = nil
	return l.Write(dir)
}

// Add adds a target to the list, before any of it is removed.
func (l *List) Add(t *Target, now time.Time) {
	if l.Sessions == nil {
		l.Sessions = map[string]time.Time{}
	}
	until := func(key rowkey.Key, at time.Time) {
		if was := l.Sessions[key.String()]; was.IsZero() || l.Open == nil && was.Before(at) { // else this run ends another
			l.Sessions[key.String()] = at.UTC()
		}
	}
	for _, s := range t.Touched() {
		until(s.Key(), time.Time{})
		until(words(s.Key()), now)
	}
	for _, s := range t.Sessions {
		until(s.Key(), now)
	}
	for _, s := range t.Rest {
		until(rest(s.Key()), cmp.Or(t.Until, now))
	}
	for _, x := range t.Lines {
		for _, text := range x.Texts() {
			l.AddLine(x.Of.Agent, x.Of.Session, text)
		}
		if x.Title {
			l.AddLine(x.Of.Agent, x.Of.Session, x.Of.Title)
		}
		if x.Context {
			l.AddLine(x.Of.Agent, x.Of.Session, x.Of.Context)
		}
	}
	for _, text := range t.Hand {
		l.AddLine("", "", text)
	}
	for id := range t.Whole() {
		l.Entries.add(rowkey.Of(id).String())
	}
	for _, e := range t.Entries {
		for _, b := range e.Bullets {
			if b.Foreign() && t.Cuts[e.Date].Lines[entry.LineHash(e.ID, b.Text)] {
				l.AddLine(e.Agent, e.Session, b.Text)
			}
		}
	}
	for _, c := range t.Cuts {
		for hash := range c.Sections {
			l.Sections.add(rowkey.Of(hash).String())
		}
	}
	if l.Open == nil {
		l.Open = &Scope{}
	}
	l.Open.Add(t.Scope)
}

// AddLine adds a line of a session, or, without a session, one that a person wrote by hand.
func (l *List) AddLine(agent, session, text string) { l.Lines.add(lineHash(agent, session, text)) }

// lineHash identifies a line of a session without its words.
func lineHash(agent, session, text string) string {
	return fsutil.Hash([]byte(agent + "\x00" + session + "\x00" + wording.Folded(text)))[:32]
}

// Empty reports whether nothing was forgotten.
func (l *List) Empty() bool {
	return l == nil || len(l.Rows)+len(l.Lines)+len(l.Entries)+len(l.Sections)+len(l.Sessions)+len(l.blocks) == 0
}

// Beside the key of a session, Sessions has those under which it tells until when was forgotten what is in no entry of it, and when
// any of its words were.
func rest(session rowkey.Key) rowkey.Key  { return rowkey.Of("rest " + session.String()) }
func words(session rowkey.Key) rowkey.Key { return rowkey.Of("words " + session.String()) }

// Covers reports whether all that a session said at a time was forgotten.
func (l *List) Covers(session rowkey.Key, at time.Time) bool {
	if l == nil {
		return false
	}
	until := l.Sessions[session.String()]
	return !until.IsZero() && !at.After(until)
}

// CoversRest reports whether all that a session said at a time and that is in no entry was forgotten.
func (l *List) CoversRest(session rowkey.Key, at time.Time) bool { return l.Covers(rest(session), at) }

// Follows reports whether what an agent said at a time goes with a prompt of its session that was forgotten since.
func (l *List) Follows(session rowkey.Key, at time.Time) bool {
	return l != nil && !at.After(l.Sessions[words(session).String()])
}

// Touches reports whether anything of a session was forgotten.
func (l *List) Touches(session rowkey.Key) bool {
	if l == nil {
		return false
	}
	_, ok := l.Sessions[session.String()]
	return ok
}

// Holds reports whether a turn of a session was forgotten: its own rows, a copy of them, or the same words at that time, as a hook
// may tell what a transcript told before, and the other way round. Nothing said since is.
func (l *List) Holds(session rowkey.Key, turn *transcript.Turn) bool {
	if l.Empty() {
		return false
	}
	switch {
	case l.HoldsRow(turn.Former), slices.ContainsFunc(turn.RowIDs(), l.HoldsRow):
		return true
	case !l.Touches(session):
		return false
	case l.Covers(session, turn.Began()), l.CoversRest(session, turn.Began()):
		return true
	}
	said, last := reported.Read(turn), l.Sessions[words(session).String()]
	if !said.Told {
		last = last.Add(reported.Slow)
	}
	return !turn.At.After(last) && l.had(said.Others(session.String()))
}

func (l *List) had(keys []rowkey.Key) bool {
	return slices.ContainsFunc(keys, func(k rowkey.Key) bool { return l.Rows[k] })
}

// HoldsRow reports whether a row was forgotten, by its id.
func (l *List) HoldsRow(id string) bool { return id != "" && !l.Empty() && l.Rows[rowkey.Of(id)] }

// Echoed reports whether a turn from before the first hook of its session repeats words that were forgotten in another.
func (l *List) Echoed(agent string, t *transcript.Turn) bool {
	return !l.Empty() && l.had(reported.Read(t).Others(agent))
}

// Strip takes the lines out of a summary that were forgotten, and counts them.
func (l *List) Strip(agent, session string, sum *daily.Summary) (n int) {
	if l == nil || len(l.Lines) == 0 {
		return 0
	}
	had := func(text string) bool { return l.Lines[lineHash(agent, session, text)] }
	was := len(sum.Bullets)
	sum.Bullets = slices.DeleteFunc(slices.Clone(sum.Bullets), func(b daily.Bullet) bool { return had(b.Text) })
	n = was - len(sum.Bullets)
	for _, text := range []*string{&sum.Title, &sum.Context} {
		if *text != "" && had(*text) {
			*text, n = "", n+1
		}
	}
	return n
}

// Redact takes what was forgotten out of an entry, and counts it. Lines that a person put into an entry of
// memoria stay.
func (l *List) Redact(d daily.Dated) (daily.Dated, int) {
	if l == nil {
		return d, 0
	}
	if d.Hand && l.Sections[rowkey.Of(d.Hash).String()] {
		n := max(1, len(d.Bullets))
		d.Bullets, d.Context = nil, ""
		return d, n
	}
	if d.Hand {
		return d, l.Strip("", "", &d.Summary)
	}
	if !l.Entries[rowkey.Of(d.ID).String()] && !l.Covers(rowkey.OfSession(d.Agent, d.Session), d.At.Add(time.Second-1)) { // a log has no less
		was := len(d.Bullets)
		if len(l.blocks) > 0 {
			d.Bullets = slices.DeleteFunc(slices.Clone(d.Bullets), func(b daily.Bullet) bool { return l.blocks[d.ID+"^"+b.Block] })
		}
		return d, was - len(d.Bullets) + l.Strip(d.Agent, d.Session, &d.Summary)
	}
	was := len(d.Bullets)
	d.Bullets = slices.DeleteFunc(slices.Clone(d.Bullets), func(b daily.Bullet) bool {
		return !b.Foreign() || l.Lines[lineHash(d.Agent, d.Session, b.Text)]
	})
	n := was - len(d.Bullets)
	if n == 0 && (d.Title != "" && d.Title != daily.Forgotten || d.Context != "") {
		n = 1
	}
	d.Title, d.Context = daily.Forgotten, ""
	return d, n
}

// StripEntry takes what was forgotten out of an entry of memoria.
func (l *List) StripEntry(e *daily.Entry) {
	if d, n := l.Redact(daily.Dated{Entry: *e}); n > 0 {
		*e = d.Entry
	}
}
