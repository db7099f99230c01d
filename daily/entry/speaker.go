package entry

import (
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Speaker says whose an entry is. Anybody can write any name into a log, so a name counts together with the machine
// that wrote it. The zero value is nobody, as in a vault that is not shared.
type Speaker struct {
	Who     string `json:"who,omitempty"`
	Machine string `json:"machine,omitempty"` // the name of the machine whose log it stands in; "" for that of no machine
	ID      string `json:"id,omitempty"`      // of that machine: see [OwnerIn]
	Trusts  string `json:"trusts,omitempty"`  // ids of the machines that its log says it trusts, sorted, with spaces between
	Claims  bool   `json:"claims,omitempty"`  // the machine only says that it is the person's: see [Grants.Tell]
}

// Mark returns what is shown behind the name of a person who is not known to have said something: "?", " on desktop".
func (s Speaker) Mark() string {
	switch {
	case s.Who == Unproved: // says so itself
	case s.ID == Unproved:
		return "?"
	case s.Claims && s.Machine == "":
		return " on an unknown machine"
	case s.Claims:
		return " on " + s.Machine
	}
	return ""
}

// Unproved is the ID of who wrote an entry that stands in the log of a machine and is not the machine's own: a copy, or
// what somebody else wrote there. It is also the name of who has one that is no name.
const Unproved = "?"

// Grants say by ids whom the logs of each machine trust: such a machine may take back what the first one wrote.
type Grants map[string]map[string]bool

// GrantsIn reads them from the controls of machines, by id. Of two at one time it is no trust that counts.
func GrantsIn(controls map[string][]Control) Grants {
	g := Grants{}
	for of, list := range controls {
		for _, c := range Sorted(list, Trusts) {
			switch {
			case c.Machine == "" || c.Verb != Trusts && c.Verb != Distrusts:
				continue
			case g[of] == nil:
				g[of] = map[string]bool{}
			}
			g[of][c.Machine] = c.Verb == Trusts
		}
	}
	return g
}

// May reports whether one machine may take back what another one wrote; what nobody is known to have written anybody may.
func (g Grants) May(by, of string) bool { return by == of || of == "" || g[of][by] }

// Of returns the machines that one trusts, for [Speaker.Trusts].
func (g Grants) Of(id string) string {
	var ids []string
	for other, on := range g[id] {
		if on {
			ids = append(ids, other)
		}
	}
	slices.Sort(ids)
	return strings.Join(ids, " ")
}

// Tell tells of who said something whom the machine trusts, and whether it only says that it is the person's, as all machines
// judge it. Of who shared the vault these are the machines that the one which shared it does not trust, nor one that it
// trusts; of another person those that some machine of the name does not trust.
func (g Grants) Tell(all []*Speaker, sharer, who string) {
	its := map[string]bool{sharer: true}
	for more := []string{sharer}; len(more) > 0; more = more[1:] {
		for id, on := range g[more[0]] {
			if on && !its[id] {
				its[id], more = true, append(more, id)
			}
		}
	}
	machines := map[string]map[string]bool{} // that write in a name
	for _, s := range all {
		if machines[s.Who] == nil {
			machines[s.Who] = map[string]bool{}
		}
		machines[s.Who][s.ID] = s.ID != "" && s.ID != Unproved
	}
	for _, s := range all {
		switch s.Trusts = g.Of(s.ID); {
		case s.ID == "" || s.ID == Unproved:
		case s.Who == who && sharer != "":
			s.Claims = !its[s.ID]
		default:
			for other, is := range machines[s.Who] {
				s.Claims = s.Claims || is && other != s.ID && !g[other][s.ID]
			}
		}
	}
}

// Yields reports whether a later speaker may take back what s said: both are one person, and the machine of s trusts the
// later one. What nobody is known to have said is anybody's.
func (s Speaker) Yields(later Speaker) bool {
	return later.Who == "" || s.Who == "" || later.Who == s.Who && s.ID != Unproved && later.ID != Unproved && (later.ID == s.ID || slices.Contains(strings.Fields(s.Trusts), later.ID))
}

// Key identifies what an entry says and when: its provenance and its words, but for block ids, ticks and the names of projects
// and persons. An entry that was written, read, and written again has one key.
func Key(e *Entry) string {
	f := []string{"key", e.ID, e.Agent, e.Session, strconv.FormatInt(e.At.Unix(), 10), e.From, e.To, e.Redoes, e.Title, e.Context}
	for _, b := range e.Bullets {
		f = append(f, strconv.Itoa(int(b.Kind)), b.Text, b.Settles)
	}
	return digest(f...)[:16]
}

// Key identifies what a control says, when and by whom.
func (c Control) Key() string { return digest("control", c.String())[:16] }

// Sorted returns controls in the order of their time; of two at one time a first verb comes first.
func Sorted(controls []Control, first Verb) []Control {
	out := slices.Clone(controls)
	sorting.Stable(out, func(a, b Control) int {
		if c := a.At.Compare(b.At); c != 0 || a.Verb == b.Verb {
			return c
		}
		if a.Verb == first {
			return -1
		}
		return 1
	})
	return out
}
