package flush

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

// forgottenName keeps what was forgotten from coming back, after the logs, the archive and all state
// were lost, too. It holds hashes and times, no words.
const (
	forgottenName    = layout.Forgotten
	forgottenVersion = layout.ForgottenVersion
)

// A Promise is what a forget that is under way is about, as whoever makes it writes it down: it is
// kept until that is done, so that another run can end it. It must hold no words.
type Promise struct {
	Sessions []SessionName            `json:"sessions,omitempty"`
	Cuts     map[daily.Date]daily.Cut `json:"cuts,omitempty"`
	Cites    []string                 `json:"cites,omitempty"` // hashes of citations
	Said     []string                 `json:"said,omitempty"`  // and of lines
}

// with is what two promises are about.
func (p *Promise) with(o Promise) *Promise {
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

// A SessionName names a session.
type SessionName struct {
	Agent string `json:"agent"`
	ID    string `json:"id"`
}

func (s SessionName) key() rowkey.Key { return rowkey.OfSession(s.Agent, s.ID) }

// tombs are what was forgotten.
type tombs struct {
	Sessions map[string]time.Time `json:"sessions,omitempty"` // by hash: what was said in one until then; zero where that is not all of it
	Lines    []string             `json:"lines,omitempty"`    // hashes of lines, with their session
	Rows     string               `json:"rows,omitempty"`     // hashes of rows, sorted
	Entries  []string             `json:"entries,omitempty"`  // hashes of entries that went whole
	Sections []string             `json:"sections,omitempty"` // and of sections kept by hand
	Open     *Promise             `json:"open,omitempty"`

	rows     map[rowkey.Key]bool
	lines    map[string]bool
	entries  map[string]bool
	sections map[string]bool
}

// readTombs reads the tombs of a vault. What is damaged reads as none: the markers in the logs still
// cover what was forgotten.
func readTombs(dir *fsutil.Dir) (*tombs, error) {
	t := &tombs{}
	data, err := dir.ReadFile(forgottenName)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return t, nil
	case err != nil:
		return nil, fmt.Errorf("read what was forgotten: %w", err)
	}
	var newer *fsutil.NewerStateError
	if err := fsutil.DecodeState(data, forgottenName, forgottenVersion, t); errors.As(err, &newer) {
		return nil, err
	} else if err != nil {
		return &tombs{}, nil
	}
	raw, _ := base64.RawStdEncoding.DecodeString(t.Rows)
	t.rows = make(map[rowkey.Key]bool, len(raw)/8)
	for ; len(raw) >= 8; raw = raw[8:] {
		t.rows[rowkey.Key(binary.LittleEndian.Uint64(raw))] = true
	}
	t.lines, t.entries, t.sections = setOf(t.Lines), setOf(t.Entries), setOf(t.Sections)
	return t, nil
}

func setOf(list []string) map[string]bool {
	out := make(map[string]bool, len(list))
	for _, s := range list {
		out[s] = true
	}
	return out
}

// write puts the tombs down. The caller holds the import's lock.
func (t *tombs) write(dir *fsutil.Dir, now time.Time) error {
	rows := slices.Sorted(maps.Keys(t.rows))
	raw := make([]byte, 0, 8*len(rows))
	for _, r := range rows {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(r))
	}
	t.Rows = base64.RawStdEncoding.EncodeToString(raw)
	t.Lines, t.Entries, t.Sections = slices.Sorted(maps.Keys(t.lines)), slices.Sorted(maps.Keys(t.entries)), slices.Sorted(maps.Keys(t.sections))
	if _, err := fsutil.ReadState(dir, forgottenName, forgottenVersion, new(tombs), now); err != nil { // moves a damaged one aside
		return err
	}
	if _, err := dir.CleanTempOf(path.Dir(forgottenName)); err != nil { // of a run that was killed
		return fmt.Errorf("remember what is forgotten: %w", err)
	}
	if _, err := fsutil.WriteState(dir, forgottenName, forgottenVersion, t); err != nil {
		return fmt.Errorf("remember what is forgotten: %w", err)
	}
	return nil
}

// holds reports whether a turn of a session was forgotten. rows are its own, or of a copy of it.
func (t *tombs) holds(session rowkey.Key, turn *transcript.Turn) bool {
	if t == nil || len(t.rows)+len(t.Sessions) == 0 {
		return false
	}
	if until := t.Sessions[session.String()]; !until.IsZero() && !turn.Began().After(until) {
		return true
	}
	return slices.ContainsFunc(turn.RowIDs(), func(id string) bool { return t.rows[rowkey.Of(id)] })
}

// touched reports whether anything of a session was forgotten.
func (t *tombs) touched(session rowkey.Key) bool {
	if t == nil {
		return false
	}
	_, ok := t.Sessions[session.String()]
	return ok
}

// lineKey names a line of a session without its words.
func lineKey(agent, session, text string) string {
	return fsutil.Hash([]byte(agent + "\x00" + session + "\x00" + wording.Folded(text)))[:32]
}

// strip takes the lines out of a summary that were forgotten, and counts them.
func (t *tombs) strip(agent, session string, sum *daily.Summary) (n int) {
	if t == nil || len(t.lines) == 0 {
		return 0
	}
	was := len(sum.Bullets)
	sum.Bullets = slices.DeleteFunc(slices.Clone(sum.Bullets), func(b daily.Bullet) bool { return t.lines[lineKey(agent, session, b.Text)] })
	n = was - len(sum.Bullets)
	for _, text := range []*string{&sum.Title, &sum.Context} {
		if *text != "" && t.lines[lineKey(agent, session, *text)] {
			*text, n = "", n+1
		}
	}
	return n
}

// Forgetting is the promise of a forget that did not end, nil if there is none.
func (f *Flusher) Forgetting() (*Promise, error) {
	t, err := readTombs(f.Ledger.Dir)
	if err != nil {
		return nil, err
	}
	return t.Open, nil
}

// Forgot says that a promise was kept. The caller holds the import's lock.
func (f *Flusher) Forgot(now time.Time) error {
	t, err := readTombs(f.Ledger.Dir)
	if err != nil || t.Open == nil {
		return err
	}
	t.Open = nil
	return t.write(f.Ledger.Dir, now)
}
