package receipt

import (
	"cmp"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Book holds all receipts, by memory and by session.
type Book struct {
	Memories map[string]*Memory
	Sessions map[string]*Session
}

// A Memory sums up the receipts of one memory.
type Memory struct {
	ID    string
	Given int // sessions that were given it, without those whose way leaves unknown whether it was used
	Used  int // sessions that had a use for it
	Last  time.Time
	Ways  map[Way]int // how often it was given
}

// A Session is what one session was given.
type Session struct {
	ID    string
	Last  time.Time
	Ways  map[Way]int // memories given
	Given map[string]bool
	Used  map[string]Use
}

// Load reads the receipts of a vault. If there are none, the book is empty.
func Load(dir *fsutil.Dir) (*Book, error) {
	b := &Book{Memories: map[string]*Memory{}, Sessions: map[string]*Session{}}
	for _, name := range []string{givenName, usedName} {
		text, err := read(dir, name)
		if err != nil {
			return b, err
		}
		for line := range strings.Lines(text) {
			p := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			if len(p) != 4 {
				continue
			}
			at, err := time.Parse(time.RFC3339, p[0])
			switch {
			case err != nil:
			case name == usedName:
				b.take(p[2], p[3], Use(p[1]))
			default:
				for _, id := range strings.Fields(p[3]) {
					b.give(at, Way(p[1]), p[2], id)
				}
			}
		}
	}
	return b, nil
}

func (b *Book) give(at time.Time, way Way, session, id string) {
	m := b.Memories[id]
	if m == nil {
		m = &Memory{ID: id, Ways: map[Way]int{}}
		b.Memories[id] = m
	}
	m.Ways[way]++
	m.Last = at
	if session == "" {
		return
	}
	s := b.Sessions[session]
	if s == nil {
		s = &Session{ID: session, Ways: map[Way]int{}, Given: map[string]bool{}, Used: map[string]Use{}}
		b.Sessions[session] = s
	}
	s.Last = at
	s.Ways[way]++
	if !s.Given[id] {
		s.Given[id] = true
		m.Given++
	}
}

func (b *Book) take(session, id string, how Use) {
	s := b.Sessions[session]
	if s == nil || !s.Given[id] || s.Used[id] != "" {
		return
	}
	s.Used[id] = how
	b.Memories[id].Used++
}

// UnusedIn is the number of sessions without a use after which a memory is worth less.
const UnusedIn = 5

// Unused reports whether a memory was given to at least n sessions and none of them used it.
func (b *Book) Unused(id string, n int) bool {
	m := b.Memories[id]
	return m != nil && m.Given >= n && m.Used == 0
}

// List returns the memories, those given most often first.
func (b *Book) List() []*Memory {
	out := make([]*Memory, 0, len(b.Memories))
	for _, m := range b.Memories {
		out = append(out, m)
	}
	sorting.By(out, func(x, y *Memory) int {
		return cmp.Or(y.Given-x.Given, y.Used-x.Used, cmp.Compare(x.ID, y.ID))
	})
	return out
}
