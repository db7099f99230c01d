package brief

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

const (
	lastEntries = 8 // of the project that are told of
	lastDetail  = 3 // of these with their lines
	ownSessions = 6 // whose own lines are kept for when they are compacted
)

// last adds what the last sessions of the project were about.
func (d *draft) last() {
	for i := range d.mine[:min(len(d.mine), lastEntries)] {
		e := &d.mine[i]
		rank := 1000 - 50*i
		d.put(prepared.Item{Section: prepared.Last, Kind: "session", ID: "e" + e.ID, Session: e.Session, Branch: e.Branch, At: e.At.Unix(),
			Rank: rank, Text: headOf(e), Cites: []string{e.Date.String()}, Why: "one of the last sessions here"}, logPath(e.Date))
		if i >= lastDetail {
			continue
		}
		for n, b := range e.Bullets {
			l := d.lines[place{e.Date.String(), b.Block}]
			if l == nil || b.Done || l.gone() || n >= 45 || worth(b.Kind) > worth(daily.Lesson) {
				continue // what holds stands above, where it still does
			}
			d.put(prepared.Item{Section: prepared.Last, Kind: b.Kind.String(), ID: lineID(e, b.Block), Session: e.Session, Branch: e.Branch,
				At: e.At.Unix(), Rank: rank - 1 - n, Text: b.Text, Probe: probe(b.Text), Cites: []string{e.Target(b)}, Why: "said in one of the last sessions here"}, logPath(e.Date))
		}
	}
}

// headOf tells of an entry in a line.
func headOf(e *daily.Dated) string {
	s := e.Date.String() + " " + e.At.Format("15:04")
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

// ended is a text with a mark at its end.
func ended(s string) string {
	if s != "" && !slices.Contains([]byte(".!?:"), s[len(s)-1]) {
		return s + "."
	}
	return s
}

// own adds all that the last sessions noted, for those of them that go on after they were compacted.
func (d *draft) own() {
	var sessions []string
	for _, e := range d.mine {
		if e.Session != "" && !slices.Contains(sessions, e.Session) && len(sessions) < ownSessions {
			sessions = append(sessions, e.Session)
		}
	}
	for i := len(d.entries) - 1; i >= 0; i-- {
		e := &d.entries[i]
		if !slices.Contains(sessions, e.Session) {
			continue
		}
		age := len(d.entries) - 1 - i
		d.put(prepared.Item{Section: prepared.Own, Kind: "session", ID: "e" + e.ID, Session: e.Session, Branch: e.Branch, At: e.At.Unix(),
			Rank: 100 - age, Text: headOf(e), Cites: []string{e.Date.String()}, Why: "said in this session"}, logPath(e.Date))
		for _, b := range e.Bullets {
			l := d.lines[place{e.Date.String(), b.Block}]
			if l == nil || b.Done || l.gone() {
				continue
			}
			d.put(prepared.Item{Section: prepared.Own, Kind: b.Kind.String(), ID: lineID(e, b.Block), Session: e.Session, Branch: e.Branch,
				At: e.At.Unix(), Rank: worth(b.Kind) - age, Text: b.Text, Probe: probe(b.Text), Cites: []string{e.Target(b)}, Why: "said in this session"}, logPath(e.Date))
		}
	}
}
