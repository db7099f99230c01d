// Package forgotten keeps what was forgotten from coming back, also after the logs, the archive and all state were
// lost. It remembers hashes and times, and no words.
package forgotten

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Session names a session.
type Session struct {
	Agent string `json:"agent"`
	ID    string `json:"id"`
}

// Key returns the key of the session.
func (s Session) Key() rowkey.Key { return rowkey.OfSession(s.Agent, s.ID) }

// A Promise is what a forget that is under way is about, as whoever makes it writes it down: it is
// kept until that is done, so that another run can end it. It must hold no words.
type Promise struct {
	Sessions []Session                `json:"sessions,omitempty"`
	Cuts     map[daily.Date]daily.Cut `json:"cuts,omitempty"`
	Cites    []string                 `json:"cites,omitempty"` // hashes of citations
	Said     []string                 `json:"said,omitempty"`  // and of lines
}

// With returns what both promises are about. p may be nil.
func (p *Promise) With(o Promise) *Promise {
	if p == nil {
		return &o
	}
	for _, s := range o.Sessions {
		if !slices.Contains(p.Sessions, s) {
			p.Sessions = append(p.Sessions, s)
		}
	}
	if p.Cuts == nil {
		p.Cuts = map[daily.Date]daily.Cut{}
	}
	for day, c := range o.Cuts {
		all := p.Cuts[day]
		all.Add(c)
		p.Cuts[day] = all
	}
	union := func(a, b []string) []string {
		all := slices.Concat(a, b)
		slices.Sort(all)
		return slices.Compact(all)
	}
	p.Cites, p.Said = union(p.Cites, o.Cites), union(p.Said, o.Said)
	return p
}

// A List is what was forgotten in a vault. A nil List holds nothing.
type List struct {
	Sessions map[string]time.Time // by key: what was said in one until then; zero where that is not all of it
	Open     *Promise             // of a forget that did not end

	rows     map[rowkey.Key]bool
	lines    set // with their session
	entries  set // that went whole
	sections set // kept by hand, that went whole
}

// A file is a List as it is kept.
type file struct {
	Sessions map[string]time.Time `json:"sessions,omitempty"`
	Lines    []string             `json:"lines,omitempty"`
	Rows     string               `json:"rows,omitempty"` // sorted
	Entries  []string             `json:"entries,omitempty"`
	Sections []string             `json:"sections,omitempty"`
	Open     *Promise             `json:"open,omitempty"`
}

// A set holds hashes.
type set map[string]bool

func setOf(list []string) set {
	out := make(set, len(list))
	for _, s := range list {
		out[s] = true
	}
	return out
}

// Read reads the list of a vault. One that is damaged reads as empty: the markers in the logs still
// cover what was forgotten.
func Read(dir *fsutil.Dir) (*List, error) {
	var f file
	data, err := dir.ReadFile(layout.Forgotten)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, fmt.Errorf("read what was forgotten: %w", err)
	default:
		err := fsutil.DecodeState(data, layout.Forgotten, layout.ForgottenVersion, &f)
		if errors.As(err, new(*fsutil.NewerStateError)) {
			return nil, err
		}
		if err != nil {
			f = file{}
		}
	}
	l := &List{Sessions: f.Sessions, Open: f.Open, lines: setOf(f.Lines), entries: setOf(f.Entries), sections: setOf(f.Sections)}
	if l.Sessions == nil {
		l.Sessions = map[string]time.Time{}
	}
	raw, _ := base64.RawStdEncoding.DecodeString(f.Rows)
	l.rows = make(map[rowkey.Key]bool, len(raw)/8)
	for ; len(raw) >= 8; raw = raw[8:] {
		l.rows[rowkey.Key(binary.LittleEndian.Uint64(raw))] = true
	}
	return l, nil
}

// Write writes the list down. The caller holds the import's lock.
func (l *List) Write(dir *fsutil.Dir, now time.Time) error {
	var raw []byte
	for _, r := range slices.Sorted(maps.Keys(l.rows)) {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(r))
	}
	f := file{
		l.Sessions, slices.Sorted(maps.Keys(l.lines)), base64.RawStdEncoding.EncodeToString(raw),
		slices.Sorted(maps.Keys(l.entries)), slices.Sorted(maps.Keys(l.sections)), l.Open,
	}
	if _, err := fsutil.ReadState(dir, layout.Forgotten, layout.ForgottenVersion, new(file), now); err != nil { // moves a damaged one aside
		return err
	}
	_, err := dir.CleanTempOf(path.Dir(layout.Forgotten)) // of a run that was killed
	if err == nil {
		_, err = fsutil.WriteState(dir, layout.Forgotten, layout.ForgottenVersion, f)
	}
	if err != nil {
		return fmt.Errorf("remember what is forgotten: %w", err)
	}
	return nil
}

// AddRow adds a row.
func (l *List) AddRow(row rowkey.Key) { l.rows[row] = true }

// AddLine adds a line of a session, or, without a session, one that was kept by hand.
func (l *List) AddLine(agent, session, text string) { l.lines[lineKey(agent, session, text)] = true }

// AddEntry adds an entry that goes whole.
func (l *List) AddEntry(id string) { l.entries[rowkey.Of(id).String()] = true }

// AddSection adds a section kept by hand that goes whole, by its hash.
func (l *List) AddSection(hash string) { l.sections[rowkey.Of(hash).String()] = true }

// lineKey names a line of a session without its words.
func lineKey(agent, session, text string) string {
	return fsutil.Hash([]byte(agent + "\x00" + session + "\x00" + wording.Folded(text)))[:32]
}

// Holds reports whether a turn of a session was forgotten. Its rows are its own, or of a copy of it.
func (l *List) Holds(session rowkey.Key, turn *transcript.Turn) bool {
	if l == nil || len(l.rows)+len(l.Sessions) == 0 {
		return false
	}
	return l.Covers(session, turn.Began()) || slices.ContainsFunc(turn.RowIDs(), func(id string) bool { return l.rows[rowkey.Of(id)] })
}

// Covers reports whether all that a session said at a time was forgotten.
func (l *List) Covers(session rowkey.Key, at time.Time) bool {
	until := l.Sessions[session.String()]
	return !until.IsZero() && !at.After(until)
}

// Touches reports whether anything of a session was forgotten.
func (l *List) Touches(session rowkey.Key) bool {
	if l == nil {
		return false
	}
	_, ok := l.Sessions[session.String()]
	return ok
}

// Strip takes the lines out of a summary that were forgotten, and counts them.
func (l *List) Strip(agent, session string, sum *daily.Summary) (n int) {
	if l == nil || len(l.lines) == 0 {
		return 0
	}
	was := len(sum.Bullets)
	sum.Bullets = slices.DeleteFunc(slices.Clone(sum.Bullets), func(b daily.Bullet) bool { return l.lines[lineKey(agent, session, b.Text)] })
	n = was - len(sum.Bullets)
	for _, text := range []*string{&sum.Title, &sum.Context} {
		if *text != "" && l.lines[lineKey(agent, session, *text)] {
			*text, n = "", n+1
		}
	}
	return n
}

// Veil hides what was forgotten from who reads the logs: one that was restored from a copy brings it
// back. It is nil where nothing was.
func Veil(dir *fsutil.Dir) (daily.Veil, error) {
	l, err := Read(dir)
	if err != nil || len(l.rows)+len(l.lines)+len(l.entries)+len(l.sections)+len(l.Sessions) == 0 {
		return nil, err
	}
	return l.veil, nil
}

// veil takes out of an entry what was forgotten, and counts it. Lines that a person put into one of
// ours stay.
func (l *List) veil(d daily.Dated) (daily.Dated, int) {
	if d.Hand {
		if l.sections[rowkey.Of(d.Hash).String()] {
			n := max(1, len(d.Bullets))
			d.Bullets, d.Context = nil, ""
			return d, n
		}
		return d, l.Strip("", "", &d.Summary)
	}
	if !l.entries[rowkey.Of(d.ID).String()] && !l.Covers(rowkey.OfSession(d.Agent, d.Session), d.At) {
		return d, l.Strip(d.Agent, d.Session, &d.Summary)
	}
	was := len(d.Bullets)
	d.Bullets = slices.DeleteFunc(slices.Clone(d.Bullets), func(b daily.Bullet) bool {
		return !b.Foreign() || l.lines[lineKey(d.Agent, d.Session, b.Text)]
	})
	n := was - len(d.Bullets)
	if n == 0 && (d.Title != "" && d.Title != daily.Forgotten || d.Context != "") {
		n = 1
	}
	d.Title, d.Context = daily.Forgotten, ""
	return d, n
}

// StripEntry takes out of an entry of ours what was forgotten.
func (l *List) StripEntry(e *daily.Entry) {
	if d, n := l.veil(daily.Dated{Entry: *e}); n > 0 {
		*e = d.Entry
	}
}
