package state

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Removed is the verb of log.md for an article that is gone.
const Removed = "removed"

// State is what the compiler remembers between runs. All of it can be lost: see the package comment.
type State struct {
	Days  map[daily.Date]DayRecord `json:"days,omitempty"`
	Pages map[string]PageRecord    `json:"pages,omitempty"` // by path
}

// A DayRecord says what was compiled of a log. The log's hash decides whether it is stale, the hashes of the entries
// what is news in it.
type DayRecord struct {
	Hash    string                 `json:"hash"`
	At      string                 `json:"at"` // of the last compile, RFC 3339
	Entries map[string]EntryRecord `json:"entries,omitempty"`
	Undone  string                 `json:"undone,omitempty"` // hash of the log whose compile was undone: while it matches, a run takes the log only on request
}

type EntryRecord struct {
	Hash string `json:"hash"`
	By   string `json:"by"`             // the recipe
	Hand bool   `json:"hand,omitempty"` // it has no markers, in the log of a machine
}

// A PageRecord is a page as the compiler last left it, or last found it.
type PageRecord struct {
	Names   []string    `json:"names"`             // title and aliases it was drafted under, title first
	Hash    string      `json:"hash,omitempty"`    // of its bytes; "" if the compiler never wrote them
	Cites   []merge.Key `json:"cites,omitempty"`   // every citation it ever had, sorted
	By      string      `json:"by,omitempty"`      // the recipe of the last draft
	Hands   bool        `json:"hands,omitempty"`   // a person edited it, so their words are kept
	Moved   bool        `json:"moved,omitempty"`   // a person moved it, so it is not removed
	Deleted bool        `json:"deleted,omitempty"` // a person removed it: it is not made again
	Crowded bool        `json:"crowded,omitempty"` // another page has its name, so links use its path
	Owed    bool        `json:"owed,omitempty"`    // it could not be read when there was something to add
	Ends    []string    `json:"ends,omitempty"`    // of a connection: the titles of what it connects, folded and sorted
	Base    string      `json:"base,omitempty"`    // hash of the base of the next merge: see Store.Text
	Edited  []string    `json:"edited,omitempty"`  // the models that edited the last draft
	Draft   string      `json:"draft,omitempty"`   // hash of the full draft, if parts of it wait as proposals

	// Only in a shared vault:
	Bases []string         `json:"bases,omitempty"` // sums of the last texts that a person's edits rested on
	Mine  []merge.Conflict `json:"mine,omitempty"`  // lines of a person here that gave way to another machine's
}

// CompiledAt returns the time of the last compile, zero if it is unknown.
func (r DayRecord) CompiledAt() time.Time {
	t, err := time.Parse(time.RFC3339, r.At)
	if err != nil {
		return time.Time{}
	}
	return t
}

func (s *State) Clone() *State {
	c := &State{Days: map[daily.Date]DayRecord{}, Pages: map[string]PageRecord{}}
	maps.Copy(c.Days, s.Days)
	maps.Copy(c.Pages, s.Pages)
	return c
}

// AddCites adds citations to a page's record.
func (r *PageRecord) AddCites(keys merge.Keys) {
	var more []merge.Key
	for k := range keys {
		if _, ok := slices.BinarySearch(r.Cites, k); !ok {
			more = append(more, k)
		}
	}
	if len(more) > 0 {
		r.Cites = slices.Concat(r.Cites, more)
		slices.Sort(r.Cites)
		r.Cites = slices.Compact(r.Cites)
	}
}

// TextHashes returns the hashes of the base texts that a state refers to.
func (s *State) TextHashes() map[string]bool {
	out := map[string]bool{}
	for _, rec := range s.Pages {
		out[rec.Base], out[rec.Draft] = true, true
	}
	delete(out, "")
	return out
}

// RestsOn reports whether something in a folder was compiled; logs is that of the logs.
func (st *State) RestsOn(logs layout.Daily, top string) bool {
	if top == logs.Folder() {
		for _, r := range st.Days {
			if len(r.Entries) > 0 {
				return true
			}
		}
		return false
	}
	for name, rec := range st.Pages {
		if strings.HasPrefix(name, top+"/") && !rec.Deleted {
			return true
		}
	}
	return false
}

// DayOf returns the day in whose log an entry was compiled, zero if none is known.
func (s *State) DayOf(id string) daily.Date {
	for d, rec := range s.Days {
		if _, ok := rec.Entries[id]; ok {
			return d
		}
	}
	return daily.Date{}
}
