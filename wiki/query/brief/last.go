package brief

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

const (
	lastEntries = 8 // of the project that are shown
	lastDetail  = 3 // of these with their lines
	ownSessions = 6 // sessions whose own lines are kept for when they are compacted
)

// last adds what the last sessions of the project were about.
func (d *making) last() {
	n := 0
	for i := range d.mine {
		e := &d.mine[i]
		if _, settles := e.Settlement(); settles {
			continue // what is settled shows at the line
		}
		if n++; n > lastEntries {
			break
		}
		if !d.Reader.Mine(e.Said) && slices.ContainsFunc(d.mine, func(o daily.Dated) bool { return o.ID == e.ID && d.Reader.Mine(o.Said) }) {
			continue // what another machine has of an entry of the reader's own
		}
		rank := 1000 - 50*(n-1)
		head := sessionNote(prepared.Last, d.holdingHead(e), rank, "one of the last sessions here")
		head.Text = d.Reader.Tells(e.Said, false, head.Text)
		d.put(head, d.logPath(e.Date))
		if n > lastDetail {
			continue
		}
		for k, b := range e.Bullets {
			if d.holding(e, b) && k < 45 && worth(b.Kind) <= worth(daily.Lesson) { // the rest is shown above if it still holds
				it := lineNote(prepared.Last, e, b, rank-1-k, "said in one of the last sessions here")
				it.Text = d.Reader.Tells(e.Said, false, it.Text)
				d.put(it, d.logPath(e.Date))
			}
		}
	}
}

// holding reports whether a line still holds.
func (d *making) holding(e *daily.Dated, b daily.Bullet) bool {
	l := d.lines[place{e.Date.String(), b.Block}]
	return l != nil && l.holds
}

// holdingHead returns an entry without what its title and its context say again of lines that do not hold.
func (d *making) holdingHead(e *daily.Dated) *daily.Dated {
	out := *e
	for _, b := range e.Bullets {
		if l := d.lines[place{e.Date.String(), b.Block}]; l == nil || l.holds || b.Done {
			continue
		}
		text := strings.TrimRight(markdown.Oneline(b.Text), ".!…")
		if said := strings.TrimRight(out.Title, ".!…"); said != "" && (strings.HasPrefix(text, said) || strings.HasPrefix(said, text)) {
			out.Title = ""
		}
		var kept []string
		for _, s := range prose.Sentences(out.Context) {
			if said := strings.TrimRight(s, ".!… "); !strings.HasPrefix(text, said) && !strings.HasPrefix(said, text) {
				kept = append(kept, s)
			}
		}
		out.Context = strings.Join(kept, " ")
	}
	return &out
}

func sessionNote(in prepared.Section, e *daily.Dated, rank int, why string) prepared.Item {
	return prepared.Item{Section: in, Kind: "session", ID: "e" + e.ID, Session: e.Session, Branch: e.Branch, At: e.At.Unix(), Rank: rank,
		Text: headOf(e), Cites: []string{e.Date.String()}, Why: why}
}

func lineNote(in prepared.Section, e *daily.Dated, b daily.Bullet, rank int, why string) prepared.Item {
	return prepared.Item{Section: in, Kind: b.Kind.String(), ID: lineID(e, b.Block), Session: e.Session, Branch: e.Branch, At: e.At.Unix(), Rank: rank,
		Text: b.Text, Probe: probe(b.Text), Cites: []string{e.Target(b)}, Why: why}
}

// headOf describes an entry in one line.
func headOf(e *daily.Dated) string {
	s := e.Date.Day().String() + " " + e.At.Format("15:04")
	if e.Branch != "" {
		s += " on " + e.Branch
	}
	title := e.Title
	if strings.HasPrefix(e.Context, strings.TrimRight(title, ".…")) {
		title = "" // the context says it, and more
	}
	switch {
	case title == "" && e.Context == "":
		return s
	case e.Context == "":
		return s + ": " + title
	case title == "":
		return s + ": " + e.Context
	}
	return s + ": " + ended(title) + " " + e.Context
}

// ended returns a text with a punctuation mark at its end.
func ended(s string) string {
	if s != "" && !slices.Contains([]byte(".!?:"), s[len(s)-1]) {
		return s + "."
	}
	return s
}

// ofSessions returns the entries of the last sessions of the project, whatever they are about, the newest first.
func (d *making) ofSessions() (entries []int) {
	var sessions []string
	for _, e := range d.mine {
		if len(sessions) == ownSessions {
			break
		}
		if e.Session != "" && !slices.Contains(sessions, e.Session) {
			sessions = append(sessions, e.Session)
			entries = append(entries, d.bySession[e.Session]...)
		}
	}
	slices.SortFunc(entries, func(i, j int) int { return j - i })
	return entries
}

// own adds all notes of the last sessions, for one of them that continues after it was compacted.
func (d *making) own() {
	for age, i := range d.ofSessions() {
		e := &d.entries[i]
		if !d.Reader.Mine(e.Said) {
			continue
		}
		d.put(sessionNote(prepared.Own, d.holdingHead(e), 100-age, "said in this session"), d.logPath(e.Date))
		for _, b := range e.Bullets {
			if d.holding(e, b) {
				d.put(lineNote(prepared.Own, e, b, worth(b.Kind)-age, "said in this session"), d.logPath(e.Date))
			}
		}
	}
}
