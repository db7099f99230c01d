// Package receipt records which memories a session was shown, and which of them it used. receipt.go writes the
// files, book.go sums them up by memory and session.
//
// There are two files below .memoria/receipts with one event per line: given, what a session was shown and in
// which way, and used, what it then mentioned. They hold ids and no words, so that nothing in them needs to be
// forgotten: a line of a log is named by its block, a page by a hash of its path. Both are bounded: when a file
// has grown, its older half is dropped. Invalid lines are skipped: losing a receipt matters less than delaying
// a session.
package receipt

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	givenName = layout.ReceiptsGiven
	usedName  = layout.ReceiptsUsed

	fileMax = 512 << 10 // of a file, and as much of the older one beside it
	idsMax  = 200       // of a receipt
)

// A Way is how a memory was shown to an agent.
type Way string

const (
	Start  Way = "start"  // when a session began
	Recall Way = "recall" // beside a prompt
	MCP    Way = "mcp"    // by a tool that the agent called
	Query  Way = "query"  // to a person, by a command
)

// A Use is how a session showed that it used a memory.
type Use string

const (
	Read  Use = "read"  // it opened the page or the day
	Link  Use = "link"  // it named the page or the line
	Words Use = "words" // it spoke in its words
)

// A Receipt says that some memories were shown to a session.
type Receipt struct {
	At      time.Time
	Way     Way
	Session string // "" if unknown
	IDs     []string
}

// PageID returns an id for a page that does not reveal its name.
func PageID(path string) string { return "p" + fsutil.Hash([]byte(path))[:15] }

// BlockID returns the id of a line of a day's log, by its block id; a place without one by its hash.
func BlockID(day, block string) string { return day + "^" + block }

// Give adds a receipt. It takes no lock and does not sync.
func Give(dir *fsutil.Dir, r Receipt) error {
	if len(r.IDs) == 0 {
		return nil
	}
	var ids []string
	for _, id := range r.IDs[:min(len(r.IDs), idsMax)] {
		ids = append(ids, word(id))
	}
	return add(dir, givenName, r.At, string(r.Way), r.Session, strings.Join(ids, " "))
}

// Took records that a session used a memory that it was given.
func Took(dir *fsutil.Dir, at time.Time, session, id string, how Use) error {
	return add(dir, usedName, at, string(how), session, word(id))
}

func add(dir *fsutil.Dir, name string, at time.Time, what, session, ids string) error {
	line := strings.Join([]string{at.UTC().Format(time.RFC3339), word(what), word(session), ids}, "\t")
	if err := dir.AppendLine(name, line, 0o600, fileMax); err != nil {
		return fmt.Errorf("note what a session was given: %w", err)
	}
	return nil
}

// GivenTo returns the ids of what a session was given. It parses only the lines of that session, because somebody waits
// for it.
func GivenTo(dir *fsutil.Dir, session string) (map[string]bool, error) {
	out := map[string]bool{}
	if session == "" {
		return out, nil
	}
	text, err := read(dir, givenName)
	mark := "\t" + word(session) + "\t"
	for more := true; more; {
		if _, text, more = strings.Cut(text, mark); more {
			ids, _, _ := strings.Cut(text, "\n")
			for _, id := range strings.Fields(ids) {
				out[id] = true
			}
		}
	}
	return out, err
}

// word makes an id from outside safe for its field.
func word(s string) string {
	return strings.Map(func(r rune) rune {
		if r <= ' ' || r == 0x7f {
			return '_'
		}
		return r
	}, s)
}

// read returns the lines of a file and of the older one beside it, the oldest first.
func read(dir *fsutil.Dir, name string) (text string, err error) {
	for _, n := range []string{name + ".1", name} {
		data, err := dir.ReadFile(n)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("read the receipts: %w", err)
		}
		text += string(data)
	}
	return text, nil
}
