// Package rowkey names rows of transcripts, sessions and entries by hashes, which hold no words.
package rowkey

import (
	"fmt"
	"hash/fnv"
	"io"
	"strings"
)

// A Key stands for a row, a session or an entry. It is the FNV-1a hash of its name, because an index holds
// every row of every transcript.
type Key uint64

// Of returns the key of the uuid of a row, or of the id of an entry.
func Of(id string) Key {
	h := fnv.New64a()
	io.WriteString(h, id)
	return Key(h.Sum64())
}

// OfSession returns the key of a session.
func OfSession(agent, session string) Key { return Of(agent + "\x00" + session) }

// A Mark says to which session and entry a captured row belongs, all three as hashes.
type Mark struct {
	Row     Key
	Session Key
	Entry   Key // that covers it; 0 where its session held nothing worth keeping
}

func (k Key) String() string { return fmt.Sprintf("%016x", uint64(k)) }

// NotePrefix begins the names of what entries of agents' notes cover: no row of a transcript has one.
const NotePrefix = "told-"

// IsNote reports whether the first row that an entry covers is none of a transcript.
func IsNote(from string) bool { return strings.HasPrefix(from, NotePrefix) }
