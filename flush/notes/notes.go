// Package notes takes what agents want kept in their own words, outside the turns of a session, into the day
// logs, under the same rules as turns and each line once.
package notes

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
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/flush/filter"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/rowkey"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// A Keeper takes notes into the day logs of a vault.
type Keeper struct {
	Dir   *fsutil.Dir  // required: the vault
	Daily *daily.Store // required
	filter.Rules
}

// A Note is what an agent wants kept in its own words, outside the turns of a session: a file that it keeps
// as its memory, or a note that it hands over; or what a person asked it in a session whose transcript is gone, if By is
// of [daily.PromptsBy]. The rules for turns apply to it.
type Note struct {
	Agent   string // required: claude
	Session string // in which it was written, "" where that is not known
	Dir     string // folder of the work it is about, "" where that is not known
	Project string // what the project of the work is called, where its folder is not known
	Own     bool   // a person wrote it, in their vault: no setting about folders of work is about it
	Place   string // what it is read from: an absolute path, or another name that stays the same
	By      string // required: what an entry says wrote it, such as claude-memory/MEMORY.md
	At      time.Time
	Summary daily.Summary
}

// An Outcome says what became of a Note.
type Outcome struct {
	Entry   string // id; "" where nothing in it was new
	Date    daily.Date
	Bullets int    // of the entry
	Known   int    // lines that the logs say already, or said once
	Refused string // why nothing of it is kept
}

// Keep appends what agents want kept to the day logs: an entry for each note, of the lines that no log says
// yet and that were not forgotten. A line that was once taken from a place is not taken from it again,
// whatever became of it in the logs since. A line that disappears from its place stays in the logs, because
// an agent that makes room for other lines does not withdraw it. The caller holds the import's lock.
func (k *Keeper) Keep(ctx context.Context, all []Note, now time.Time) ([]Outcome, error) {
	if len(all) == 0 {
		return nil, nil
	}
	l, err := k.look(ctx, now)
	if err != nil {
		return nil, err
	}
	out := make([]Outcome, 0, len(all))
	for i := range all {
		h, err := k.keep(ctx, &all[i], l)
		if err != nil {
			return out, fmt.Errorf("keep what %s tells: %w", all[i].Place, err)
		}
		out = append(out, h)
	}
	return out, l.book.write(k.Dir)
}

// Fresh returns how many lines of each note [Keeper.Keep] would keep now.
func (k *Keeper) Fresh(ctx context.Context, all []Note, now time.Time) ([]int, error) {
	if len(all) == 0 {
		return nil, nil
	}
	l, err := k.look(ctx, now)
	if err != nil {
		return nil, err
	}
	out := make([]int, len(all))
	for i := range all {
		n := k.fresh(&all[i], l)
		out[i] = len(n.sum.Bullets)
	}
	return out, nil
}

// known is what was kept and what was forgotten.
type known struct {
	book *book
	gone *forgotten.List
	said *sayings
}

func (k *Keeper) look(ctx context.Context, now time.Time) (l known, err error) {
	if l.book, err = readBook(k.Dir, now); err != nil {
		return l, err
	}
	if l.gone, err = forgotten.Read(k.Dir); err != nil {
		return l, err
	}
	l.said, err = k.said(ctx)
	return l, err
}

// news is what is new in a note.
type news struct {
	sum   daily.Summary
	raw   map[string]string // see markNoted
	keys  []string          // of all its lines
	taken *taken
	asker teller
	where project.Place
	Outcome
}

// fresh returns the lines of t that no log says yet and that were not forgotten.
func (k *Keeper) fresh(t *Note, l known) (n news) {
	if n.Refused = k.refused(t); n.Refused != "" {
		return n
	}
	if t.Session != "" && l.gone.Covers(rowkey.OfSession(t.Agent, t.Session), t.At) {
		n.Refused = ledger.ReasonForgotten
		return n
	}
	n.sum = t.Summary
	n.sum.Bullets = slices.Clone(n.sum.Bullets)
	k.RedactSummary(&n.sum)
	n.Known = l.gone.Strip(t.Agent, t.Session, &n.sum)
	if !t.Own {
		n.raw = markNoted(&n.sum)
	}
	n.Known += l.gone.Strip(t.Agent, t.Session, &n.sum)
	if n.where = k.PlaceOf(t.Dir); t.Dir == "" {
		n.where.Name = t.Project
	}
	n.taken, n.asker = l.book.of(t.Place), teller{project: k.Redact(n.where.Name), only: (&daily.Entry{By: t.By}).Unanswered()}
	if t.Session != "" {
		n.asker.session = rowkey.OfSession(t.Agent, t.Session).String()
	}
	seen := map[string]bool{}
	n.sum.Bullets = slices.DeleteFunc(n.sum.Bullets, func(b daily.Bullet) bool {
		own := cmp.Or(n.raw[b.Text], b.Text)
		key := fsutil.Hash([]byte(plainLine(own)))[:24]
		fresh := wording.Folded(own) != "" && !seen[key] && !n.taken.has(key) && !l.said.have(n.asker, own) && !l.said.have(n.asker, b.Text)
		n.keys, seen[key] = append(n.keys, key), true
		if !fresh {
			n.Known++
		}
		return !fresh
	})
	return n
}

func (k *Keeper) keep(ctx context.Context, t *Note, l known) (h Outcome, err error) {
	n := k.fresh(t, l)
	if h = n.Outcome; h.Refused != "" {
		return h, nil
	}
	defer func() {
		if err == nil {
			n.taken.add(n.keys)
		}
	}()
	sum := n.sum
	if len(sum.Bullets) == 0 {
		return h, nil
	}
	var text strings.Builder
	for _, b := range sum.Bullets {
		text.WriteString(b.Text + "\n")
	}
	row := rowkey.NotePrefix + fsutil.Hash([]byte(t.Place + "\x00" + text.String()))[:16]
	e := daily.Entry{
		ID: entry.EntryID(t.Agent, t.Session, row), Agent: t.Agent, Session: t.Session, Project: k.Redact(n.where.Name), Repo: n.where.Repo,
		At: t.At, From: row, To: row, By: k.Redact(t.By), Summary: sum,
	}
	if err := k.Projects.Keep(ctx, k.Dir, t.At, e); err != nil {
		return h, err
	}
	k.Kept()
	date, added, err := k.Daily.Append(ctx, e)
	if err != nil {
		return h, err
	}
	for _, b := range sum.Bullets {
		l.said.add(n.asker, b.Text)
		l.said.add(n.asker, cmp.Or(n.raw[b.Text], b.Text))
	}
	h.Date = date
	if added {
		h.Entry, h.Bullets = e.ID, len(sum.Bullets)
	}
	return h, nil
}

// noted follows what an agent records as a person's preference, since no transcript shows the person saying
// it.
const noted = " (the agent's note)"

// markNoted marks the preferences among an agent's own lines, and maps each to its text before.
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

// refused returns why nothing of t may be kept; "" if it may be.
func (k *Keeper) refused(t *Note) string {
	if k.Hidden != nil && k.Hidden(t.Place) {
		return "the file is withheld by redact.paths"
	}
	if t.Own {
		return ""
	}
	if t.Dir == "" && k.Excluded != nil {
		return "nothing tells which folder it is about, and the settings leave out some"
	}
	return k.Withheld(t.Dir)
}

// A teller names the project and the session of a line, "" for a session that is not known.
type teller struct {
	project, session string
	only             bool // lines of other sessions do not count
}

// sayings are the lines that the logs hold.
type sayings struct {
	lines map[[2]string]bool  // project and line
	of    map[string][]string // as they stand, by session
}

// said reads the lines of all logs.
func (k *Keeper) said(ctx context.Context) (*sayings, error) {
	logs, _, err := k.Daily.Logs(ctx)
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

// plainLine returns a line in the form in which two lines are compared: case, spaces and the mark at its end
// are ignored. Any other sign can make another line of it, such as C++ and C#.
func plainLine(text string) string {
	return strings.ToLower(strings.TrimRight(strings.Join(strings.Fields(markdown.Unescape(text)), " "), ".!。"))
}

// have reports whether the logs of a project say a line. An agent writes down what was said in the same
// session in nearly the same words; such a line counts if it has them in the same order, with the same
// values and the same negations.
func (s *sayings) have(by teller, text string) bool {
	if by.only && by.session != "" {
		return slices.ContainsFunc(s.of[by.session], func(other string) bool { return plainLine(other) == plainLine(text) })
	}
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
		return pick.Where(in, func(w string) bool { return slices.Contains(of, w) })
	}
	return slices.Equal(values(a), values(b)) && proof.SaysNot(proof.Folded(a)) == proof.SaysNot(proof.Folded(b)) && slices.Equal(common(p, q), common(q, p))
}
