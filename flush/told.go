package flush

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// A Told is what an agent wants kept in its own words, outside the turns of a session: a file in which it
// remembers by itself, or a note it hands over. It goes through the same door as what was said.
type Told struct {
	Agent   string // required: claude
	Session string // in which it was written, "" where that is not known
	Dir     string // folder of the work it is about, "" where that is not known
	Place   string // what it is read from: an absolute path, or another name that stays the same
	By      string // required: what an entry says wrote it, such as claude-memory/MEMORY.md
	At      time.Time
	Summary daily.Summary
}

// A Hearing says what became of a Told.
type Hearing struct {
	Entry   string // id; "" where nothing in it was new
	Date    daily.Date
	Bullets int    // of the entry
	Known   int    // lines that the logs say already, or said once
	Refused string // why nothing of it is kept
}

// toldMark begins the names of what Told entries cover: no row of a transcript has one.
const toldMark = "told-"

func isTold(row string) bool { return strings.HasPrefix(row, toldMark) }

// Tell appends what agents want kept to the day logs: an entry for each, of the lines that no log says yet
// and that were not forgotten. What was once taken from a place is not taken from it again, whatever
// became of it in the logs since; a line that is gone from there stays in the logs, for an agent that makes
// room for another takes nothing back. The caller holds the import's lock.
func (f *Flusher) Tell(ctx context.Context, all []Told, now time.Time) ([]Hearing, error) {
	if len(all) == 0 {
		return nil, nil
	}
	book, err := f.toldBook(now)
	if err != nil {
		return nil, err
	}
	buried, err := readTombs(f.Ledger.Dir)
	if err != nil {
		return nil, err
	}
	said, err := f.said(ctx)
	if err != nil {
		return nil, err
	}
	out := make([]Hearing, 0, len(all))
	for i := range all {
		h, err := f.tell(ctx, &all[i], book, buried, said)
		if err != nil {
			return out, fmt.Errorf("keep what %s tells: %w", all[i].Place, err)
		}
		out = append(out, h)
	}
	return out, book.write(f.Ledger.Dir)
}

func (f *Flusher) tell(ctx context.Context, t *Told, book *toldBook, buried *tombs, said *sayings) (h Hearing, err error) {
	if h.Refused = f.refusedTold(t); h.Refused != "" {
		return h, nil
	}
	if until := buried.Sessions[rowkey.OfSession(t.Agent, t.Session).String()]; t.Session != "" && !until.IsZero() && !t.At.After(until) {
		h.Refused = ledger.ReasonForgotten
		return h, nil
	}
	sum := t.Summary
	sum.Bullets = slices.Clone(sum.Bullets)
	f.RedactSummary(&sum)
	h.Known = buried.strip(t.Agent, t.Session, &sum)
	raw := markNoted(&sum)
	h.Known += buried.strip(t.Agent, t.Session, &sum)
	taken, asker := book.of(t.Place), teller{project: f.Redact(f.ProjectOf(t.Dir))}
	if t.Session != "" {
		asker.session = rowkey.OfSession(t.Agent, t.Session).String()
	}
	keys, seen := make([]string, 0, len(sum.Bullets)), map[string]bool{}
	sum.Bullets = slices.DeleteFunc(sum.Bullets, func(b daily.Bullet) bool {
		own := cmp.Or(raw[b.Text], b.Text)
		key := fsutil.Hash([]byte(plainLine(own)))[:24]
		fresh := wording.Folded(own) != "" && !seen[key] && !taken.has(key) && !said.have(asker, own) && !said.have(asker, b.Text)
		keys, seen[key] = append(keys, key), true
		if !fresh {
			h.Known++
		}
		return !fresh
	})
	defer func() {
		if err == nil {
			taken.add(keys)
		}
	}()
	if len(sum.Bullets) == 0 {
		return h, nil
	}
	var text strings.Builder
	for _, b := range sum.Bullets {
		text.WriteString(b.Text + "\n")
	}
	row := toldMark + fsutil.Hash([]byte(t.Place + "\x00" + text.String()))[:16]
	e := daily.Entry{
		ID: daily.EntryID(t.Agent, t.Session, row), Agent: t.Agent, Session: t.Session, Project: f.Redact(f.ProjectOf(t.Dir)),
		At: t.At, From: row, To: row, By: f.Redact(t.By), Summary: sum,
	}
	date, added, err := f.Daily.Append(ctx, e)
	if err != nil {
		return h, err
	}
	for _, b := range sum.Bullets {
		said.add(asker, b.Text)
		said.add(asker, cmp.Or(raw[b.Text], b.Text))
	}
	h.Date = date
	if added {
		h.Entry, h.Bullets = e.ID, len(sum.Bullets)
	}
	return h, nil
}

// noted stands behind what an agent takes for a person's preference, which nobody heard the person say.
const noted = " (the agent's note)"

// markNoted marks the preferences among an agent's own lines, and returns what each was.
func markNoted(sum *daily.Summary) (raw map[string]string) {
	raw = map[string]string{}
	for i := range sum.Bullets {
		if b := &sum.Bullets[i]; b.Kind == daily.Preference && strings.TrimSpace(b.Text) != "" && !strings.HasSuffix(b.Text, noted) {
			marked := strings.TrimRight(b.Text, " ") + noted
			raw[marked] = b.Text
			b.Text = marked
		}
	}
	return raw
}

// refusedTold says why nothing of t may be kept; "" where it may.
func (f *Flusher) refusedTold(t *Told) string {
	if f.Hidden != nil && f.Hidden(t.Place) {
		return "the file is withheld by redact.paths"
	}
	if t.Dir == "" && f.Excluded != nil {
		return "nothing tells which folder it is about, and the settings leave out some"
	}
	return f.Withheld(t.Dir)
}

// A teller is who told something: in which project, and in which session, "" where that is not known.
type teller struct{ project, session string }

// sayings are the lines that the logs hold.
type sayings struct {
	lines map[[2]string]bool  // project and line
	of    map[string][]string // as they stand, by session
}

// said reads what all logs say.
func (f *Flusher) said(ctx context.Context) (*sayings, error) {
	logs, _, err := f.Daily.Logs(ctx)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("look what the logs say: %w", err)
	}
	s := &sayings{lines: map[[2]string]bool{}, of: map[string][]string{}}
	for _, l := range logs {
		for _, e := range l.Entries {
			from := teller{project: e.Project}
			if e.Session != "" {
				from.session = rowkey.OfSession(e.Agent, e.Session).String()
			}
			for _, b := range e.Bullets {
				s.add(from, b.Text)
			}
		}
	}
	return s, nil
}

func (s *sayings) add(from teller, text string) {
	s.lines[[2]string{from.project, plainLine(text)}] = true
	if from.session != "" {
		s.of[from.session] = append(s.of[from.session], text)
	}
}

// plainLine is a line as far as two are the same: case, spaces and the mark at its end aside. Any other
// sign can make another one of it, C++ and C#.
func plainLine(text string) string {
	return strings.ToLower(strings.TrimRight(strings.Join(strings.Fields(daily.Unescape(text)), " "), ".!。"))
}

// have reports whether the logs of a project say a line. What the same session said, an agent writes down
// in nearly the same words: in their order, with the same values, and as much denied.
func (s *sayings) have(by teller, text string) bool {
	if s.lines[[2]string{by.project, plainLine(text)}] {
		return true
	}
	line := wording.LineOf(text)
	return by.session != "" && slices.ContainsFunc(s.of[by.session], func(other string) bool {
		return line.In(other) && wording.LineOf(other).In(text) && alike(text, other)
	})
}

// alike reports whether two lines that share their words say the same of the same things.
func alike(a, b string) bool {
	values := func(s string) []string {
		out := proof.Values(proof.Visible(s))
		slices.Sort(out)
		return out
	}
	p, q := wording.Words(a), wording.Words(b)
	common := func(in, of []string) (out []string) {
		for _, w := range in {
			if slices.Contains(of, w) {
				out = append(out, w)
			}
		}
		return out
	}
	return slices.Equal(values(a), values(b)) && proof.SaysNot(proof.Folded(a)) == proof.SaysNot(proof.Folded(b)) && slices.Equal(common(p, q), common(q, p))
}
