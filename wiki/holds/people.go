package holds

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// People says who said a line, in a shared vault.
type People struct {
	Machines map[string]string `json:"machines,omitempty"` // who works on a machine
	Lines    map[string]string `json:"lines,omitempty"`    // who said a line that another machine's log has
	Wishes   map[string]string `json:"wishes,omitempty"`   // who said a preference, by its line and by a hash of its words
}

func peopleOf(entries []daily.Dated) (p People) {
	p = People{map[string]string{}, map[string]string{}, map[string]string{}}
	for i := range entries {
		e := &entries[i]
		if e.Who == "" {
			continue
		}
		machine := e.Date.Machine()
		if p.Machines[machine] == "" && machine != "" {
			p.Machines[machine] = e.Who
		}
		for _, b := range e.Bullets {
			if p.Machines[machine] != e.Who {
				p.Lines[e.Ref(b)] = e.Who
			}
			if b.Kind == daily.Preference {
				p.Wishes[e.Ref(b)], p.Wishes[wordsOf(b.Text)] = e.Who, e.Who
			}
		}
	}
	return p
}

// Said returns who said the line that a citation names, "2026-03-02@laptop#^k9dc1dd", "" where it is not known, and
// whether it is a preference.
func (r *Record) Said(cite string) (who string, wish bool) {
	if r == nil {
		return "", false
	}
	log, block, _ := strings.Cut(cite, "#^")
	ref := daily.LineRef(log, block, "")
	if who = r.People.Lines[ref]; who == "" {
		_, machine, _ := strings.Cut(log, "@")
		who = r.People.Machines[machine]
	}
	return who, r.People.Wishes[ref] != ""
}

// Wished returns who said a preference that is all that a text says, or one of its sentences; "" if nobody did.
func (r *Record) Wished(text string) (who string) {
	if r == nil || len(r.People.Wishes) == 0 {
		return ""
	}
	for _, s := range append(prose.Sentences(text), text) {
		if who := r.People.Wishes[wordsOf(s)]; who != "" {
			return who
		}
	}
	return ""
}

// wordsOf returns a hash of a text, whatever its case and how it ends.
func wordsOf(text string) string {
	return fsutil.Hash([]byte(strings.TrimRight(wiki.Fold(markdown.Oneline(text)), ".!…; ")))[:16]
}

// A Reader is the person who is told what a shared vault knows. What others wrote is never a rule for the person's agent:
// it is told with their name, and of their preferences only those of people whom the person trusts. Nil is a person
// alone in a vault.
type Reader struct {
	Who    string
	Trusts []string
}

// Other returns the name of who said something, if that is another person.
func (r *Reader) Other(who string) string {
	if r == nil || who == "" || who == r.Who {
		return ""
	}
	return wiki.PersonName(who)
}

// Obeys reports whether the preferences of a person are told.
func (r *Reader) Obeys(who string) bool {
	return r.Other(who) == "" || slices.Contains(r.Trusts, who)
}

// Tells returns what the reader is told of a line: its text, with the name of another person before it; "" for a
// preference of a person whom the reader does not trust.
func (r *Reader) Tells(who string, wish bool, text string) string {
	if wish && !r.Obeys(who) {
		return ""
	}
	if name := r.Other(who); name != "" {
		return "(" + name + ") " + text
	}
	return text
}
