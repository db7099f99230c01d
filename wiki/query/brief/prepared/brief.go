package prepared

import "github.com/agent-admin/memoria/fsutil/layout"

// A Section is the purpose of a note. An agent sees the sections in this order.
type Section uint8

const (
	Own     Section = iota // of the session itself, for when it was compacted
	Holds                  // decisions, preferences, open actions and what else holds
	Last                   // the subjects of the last sessions here
	Changed                // articles that other work changed since
	Pages                  // articles about the project, each in a line
)

// String returns the section's name, such as "holds".
func (s Section) String() string {
	return [...]string{"session", "holds", "last", "changed", "pages"}[min(int(s), 4)]
}

// A Stamp identifies a version of a file without reading it.
type Stamp struct {
	Path    string // slash-separated, from the vault's root
	Size    int64  // -1 for a file that is not there
	ModTime int64  // nanoseconds
}

// A Brief holds the notes about a project, the best first within a section.
type Brief struct {
	Project string
	Small   bool    // the wiki is so small that a new one is made in no time
	Stamps  []Stamp // what changes when there is news: first the folder of the logs, then the newest log, the wiki's log and folders
	Files   []Stamp // that notes were taken from, sorted by path
	Items   []Item
	More    int // notes that rank lower than all that any session has room for
}

// daily returns the folder of the logs.
func (b *Brief) daily() layout.Daily {
	if len(b.Stamps) == 0 {
		return layout.DefaultDaily
	}
	return layout.Daily(b.Stamps[0].Path)
}

// An Item is one note.
type Item struct {
	Section Section
	Kind    string // decision, preference, action, lesson, fact, exchange, session, article
	ID      string // of a line: receipt.BlockID, of a page: receipt.PageID
	Session string // that it comes from; "" for a page
	Branch  string
	At      int64 // seconds since 1970 of its entry; 0 if unknown
	Rank    int   // the higher the better
	Text    string
	Cites   []string // targets of links to its places
	Why     string   // that it was chosen, for people
	Path    string   // of the file it was taken from
	Probe   string   // for a line of a log, a part of its text: while the log contains it, the note is valid
}
