package brief

import (
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/receipt"
)

// A Spotter follows a session that was given notes, and finds out which of them the session
// used.
type Spotter struct {
	daily layout.Daily
	given map[string]bool
	items []spotted
	used  map[string]receipt.Use
}

// spotted is a note in the form in which it is recognized.
type spotted struct {
	id    string
	marks []string // links and addresses
	words map[string]bool
}

// A turn uses a note if it contains enough of the note's words.
const (
	leastSpotted = 4  // words
	partSpotted  = 60 // of all, in percent
	longWord     = 5  // letters from which a word says something
)

// NewSpotter watches for the notes that a session was given, in a vault with its logs in a folder; items are the notes that may be among them.
func NewSpotter(daily layout.Daily, given map[string]bool, items []prepared.Item) *Spotter {
	s := &Spotter{daily: daily, given: given, used: map[string]receipt.Use{}}
	seen := map[string]bool{}
	for _, it := range items {
		if !given[it.ID] || seen[it.ID] {
			continue
		}
		seen[it.ID] = true
		sp := spotted{id: it.ID, words: contentWords(it.Text)}
		if it.Kind == "article" {
			for _, c := range it.Cites {
				sp.marks = append(sp.marks, "[["+c+"]]", "[["+c+"|")
			}
		}
		s.items = append(s.items, sp)
	}
	for id := range given {
		if _, block, ok := strings.Cut(id, "^"); ok && block != "" {
			s.items = append(s.items, spotted{id: id, marks: []string{"^" + block}})
		}
	}
	return s
}

// Said adds the text of a turn.
func (s *Spotter) Said(text string) {
	var words map[string]bool
	for _, it := range s.items {
		if s.used[it.id] != "" {
			continue
		}
		for _, m := range it.marks {
			if strings.Contains(text, m) {
				s.used[it.id] = receipt.Link
			}
		}
		if s.used[it.id] != "" || len(it.words) < leastSpotted {
			continue
		}
		if words == nil {
			words = contentWords(text)
		}
		n := 0
		for w := range it.words {
			if words[w] {
				n++
			}
		}
		if n >= leastSpotted && n*100 >= len(it.words)*partSpotted {
			s.used[it.id] = receipt.Words
		}
	}
}

// Opened records that a file of the vault was read, named from its root.
func (s *Spotter) Opened(path string) {
	page := receipt.PageID(path)
	day, isLog := s.daily.Log(path)
	for id := range s.given {
		if id == page || strings.HasPrefix(id, page+".") || isLog && strings.HasPrefix(id, day+"^") {
			s.used[id] = receipt.Read
		}
	}
}

// Used returns the notes that the session used, and how that showed.
func (s *Spotter) Used() map[string]receipt.Use { return s.used }

// contentWords returns the significant words of a text: long ones, and names with digits or dots in them.
func contentWords(text string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.-/", r)
	}) {
		w = strings.Trim(w, "_.-/")
		if n := len([]rune(w)); n >= longWord || n >= 2 && strings.ContainsAny(w, "0123456789_./") {
			out[w] = true
		}
	}
	return out
}
