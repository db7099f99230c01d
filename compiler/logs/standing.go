package logs

import (
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/wiki/prose"
)

// OpenNotes says how to repair entries without a closing marker.
func (s *Log) OpenNotes() []journal.Note {
	notes := s.BackNotes()
	if s.Marked {
		notes = append(notes, journal.Note{Path: s.Path, Text: "git left conflict marks in it, so it is not read, and what was made of it stays: memoria lint --fix merges the two sides"})
	}
	for _, u := range s.Open {
		if s.Date.Machine() != "" { // it has not arrived yet
			break
		}
		notes = append(notes, journal.Note{Path: s.Path, Text: fmt.Sprintf(
			"line %d: the entry %q is not closed, so it is not read, and what was made of it stays: put %s back on the line below its last", u.Line, u.Title, entry.Closer(u.ID))})
	}
	return notes
}

// StrayNote says what a file beside the logs seems to be.
func StrayNote(name string) journal.Note {
	text := "not a log by its name, so it is not read"
	dir, base := path.Split(name)
	for i := range base {
		if d := base[i:]; len(d) >= 10 {
			if day, err := daily.ParseDate(d[:10]); err == nil {
				text = fmt.Sprintf("looks like a copy of %s%s.md that a sync tool made, so it is not read", dir, day)
				break
			}
		}
	}
	return journal.Note{Path: name, Text: text}
}

func (s *Log) Standing() Standing {
	l := Standing{Date: s.Date, State: s.State, Until: s.Until, Compiled: s.Take, Entries: len(s.Record.Entries), Fresh: len(s.Fresh), Marked: s.Marked}
	if s.File != nil && s.State != state.Gone {
		l.Entries, l.Torn, l.Lost = len(s.File.Entries), s.File.Torn-len(s.Open), s.Lost
		l.Unclosed = len(s.Open)
	}
	return l
}

// BackNotes reports text that was forgotten and is in the log again. In the log of another machine it is until that
// machine hears of it.
func (s *Log) BackNotes() []journal.Note {
	if s.File == nil || s.File.Back == 0 || s.Theirs {
		return nil
	}
	text := "1 line of it was forgotten and is back"
	if n := s.File.Back; n > 1 {
		text = fmt.Sprintf("%d lines of it were forgotten and are back", n)
	}
	why := ", as from a copy"
	if s.Date.Machine() != "" {
		why += ", or another person forgot it"
	}
	return []journal.Note{{Path: s.Path, Text: text + why + ": it stays out of the wiki; memoria forget --again takes it out of the log"}}
}

// A Standing is the status of a day's log.
type Standing struct {
	Date     daily.Date      `json:"date"`
	State    state.Staleness `json:"state"`
	Until    time.Time       `json:"until,omitzero"`     // Waiting only: when the interval has passed
	Compiled bool            `json:"-"`                  // this run compiles it
	Entries  int             `json:"entries"`            // in the log; of a log that is gone, those it had
	Fresh    int             `json:"fresh"`              // of these, new or changed since they were compiled
	Lost     int             `json:"lost,omitempty"`     // entries that were compiled and are not in the log any more
	Unclosed int             `json:"unclosed,omitempty"` // entries that were compiled and lack their closing marker now
	Torn     int             `json:"torn,omitempty"`     // entries that a crash cut off; they are not read
	Marked   bool            `json:"marked,omitempty"`   // it has conflict marks of git, so it is not read
}

// String returns the log's line in a plan.
func (l Standing) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "log     %s  ", l.Date)
	switch l.State {
	case state.Waiting:
		fmt.Fprintf(&b, "waiting until %s, %s", l.Until.Format("2006-01-02 15:04"), of(l.Fresh, l.Entries, "new or changed"))
	case state.Gone:
		if l.Marked {
			b.WriteString("not read: git left conflict marks in it")
			break
		}
		fmt.Fprintf(&b, "gone: what was compiled from it stays")
	case state.Undone:
		fmt.Fprintf(&b, "undone: its compile was taken back, and it is compiled when it changes, or with --all or --file")
	case state.Outdated:
		fmt.Fprintf(&b, "outdated: another version of the author compiled it, and only --all does so again")
	default:
		fmt.Fprintf(&b, "%s, %s", l.State, of(l.Fresh, l.Entries, "new or changed"))
		if !l.Compiled {
			b.WriteString("; not asked for")
		}
	}
	unclosed := "not closed any more"
	if l.Date.Machine() != "" {
		unclosed = "not arrived yet"
	}
	for _, x := range []struct {
		n    int
		what string
	}{{l.Lost, "taken out"}, {l.Unclosed, unclosed}, {l.Torn, "cut off by a crash"}} {
		if x.n > 0 {
			fmt.Fprintf(&b, "; %s %s", prose.Count(x.n, "entry"), x.what)
		}
	}
	return b.String()
}

func of(n, all int, what string) string {
	if all == 0 {
		return "no entries"
	}
	return fmt.Sprintf("%d of %s %s", n, prose.Count(all, "entry"), what)
}
