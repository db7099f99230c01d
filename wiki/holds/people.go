package holds

import (
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
)

// People says who said a line, in a shared vault.
type People struct {
	Machines map[string]daily.Speaker   `json:"machines,omitempty"` // who works on a machine
	Lines    map[string]daily.Speaker   `json:"lines,omitempty"`    // who said a line that another machine's log has
	Wishes   map[string][]daily.Speaker `json:"wishes,omitempty"`   // who said a preference, by its line and by a hash of its words

	backs map[string][]daily.Speaker // who put a line back into an article, by the line
}

// backsOf finds which lines persons put back into articles, as the logs of their machines say.
func backsOf(logs []*daily.Log) map[string][]daily.Speaker {
	out := map[string][]daily.Speaker{}
	for _, l := range logs {
		for _, c := range l.Controls {
			if log, block, ok := strings.Cut(c.Cite, "#^"); ok && c.Verb == daily.Back && c.Who != "" && l.Owner != "" {
				ref := daily.LineRef(log, block, "")
				out[ref] = append(out[ref], daily.Speaker{Who: c.Who, ID: l.Owner})
			}
		}
	}
	return out
}

// back reports whether an article that has a line among what holds counts: if the vault is not shared, or somebody put the
// line there who may take it back.
func (r *Record) back(ref string) bool {
	said := r.speaker(ref)
	return said.Who == "" || slices.ContainsFunc(r.People.backs[ref], said.Yields)
}

// reportLeast is how many words a report of a task shares with it at least; of many, three of four.
const reportLeast = 3

// reported returns those of these tasks whose words a later line of the project has, by somebody who may take the task back.
func reported(entries []daily.Dated, tasks map[string]bool) map[string]bool {
	type task struct {
		of    *daily.Dated
		words []string
	}
	entries = slices.Clone(entries)
	Sort(entries)
	open, done := map[string]task{}, map[string]bool{}
	for i := range entries {
		e := &entries[i]
		for k := range e.Bullets {
			b := &e.Bullets[k]
			ref := e.Ref(*b)
			if !tasks[ref] && len(open) == 0 {
				continue
			}
			words := change.Reader{Stop: prose.IsStopAnywhere}.Read(markdown.Oneline(b.Text), false).Words()
			if tasks[ref] {
				open[ref] = task{e, words[min(1, len(words)):]} // the first says what is done with the others
			}
			for ref, t := range open {
				if t.of == e || t.of.Project != e.Project || !t.of.Said.Yields(e.Said) || b.Kind == daily.Action && !b.Done {
					continue
				}
				n := 0
				for _, w := range t.words {
					if slices.Contains(words, w) {
						n++
					}
				}
				if n >= max(reportLeast, (3*len(t.words)+3)/4) {
					done[ref] = true
					delete(open, ref)
				}
			}
		}
	}
	return done
}
func peopleOf(entries []daily.Dated) (p People) {
	p = People{Machines: map[string]daily.Speaker{}, Lines: map[string]daily.Speaker{}, Wishes: map[string][]daily.Speaker{}}
	for i := range entries {
		e := &entries[i]
		if e.Said.Who == "" {
			continue
		}
		machine := e.Date.Machine()
		if p.Machines[machine].Who == "" && machine != "" {
			p.Machines[machine] = e.Said
		}
		for _, b := range e.Bullets {
			if p.Machines[machine] != e.Said {
				p.Lines[e.Ref(b)] = e.Said
			}
			if b.Kind == daily.Preference {
				for _, key := range []string{e.Ref(b), wordsOf(b.Text)} {
					if !slices.Contains(p.Wishes[key], e.Said) {
						p.Wishes[key] = append(p.Wishes[key], e.Said)
					}
				}
			}
		}
	}
	return p
}

// Said returns who said the line that a citation names, "2026-03-02@laptop#^k9dc1dd", as far as it is known, and whether
// it is a preference.
func (r *Record) Said(cite string) (who daily.Speaker, wish bool) {
	if r == nil {
		return daily.Speaker{}, false
	}
	log, block, _ := strings.Cut(cite, "#^")
	ref := daily.LineRef(log, block, "")
	return r.speaker(ref), len(r.People.Wishes[ref]) > 0
}

// speaker returns who said a line, as far as it is known.
func (r *Record) speaker(ref string) daily.Speaker {
	if who, ok := r.People.Lines[ref]; ok {
		return who
	}
	log, _, _ := strings.Cut(ref, "^")
	log, _, _ = strings.Cut(log, "~")
	_, machine, _ := strings.Cut(log, "@")
	return r.People.Machines[machine]
}

// Wished returns who said a preference that is all that a text says, or one of its sentences; none if nobody did.
func (r *Record) Wished(text string) []daily.Speaker {
	if r == nil || len(r.People.Wishes) == 0 {
		return nil
	}
	for _, s := range append(prose.Sentences(text), text) {
		if who := r.People.Wishes[wordsOf(s)]; len(who) > 0 {
			return who
		}
	}
	return nil
}

// wordsOf returns a hash of a text, whatever its case and how it ends.
func wordsOf(text string) string {
	return fsutil.Hash([]byte(strings.TrimRight(wiki.Fold(markdown.Oneline(text)), ".!…; ")))[:16]
}

// A Reader is the person who is told what a shared vault knows. What others wrote is never a rule for the person's agent:
// it is told with their name, and of their preferences only those of people whom the person trusts. Whose something is
// decides the machine that wrote it, not the name that it wrote. Nil is a person alone in a vault.
type Reader struct {
	Who    string            // the person
	ID     string            // of this machine
	Trusts map[string]string // the persons of other machines that are trusted, by the ids of these
}

// Mine reports whether the reader said something: on this machine, or on another one of theirs that is trusted.
func (r *Reader) Mine(s daily.Speaker) bool {
	return r == nil || s.Who == "" || s.ID != "" && (s.ID == r.ID || r.Trusts[s.ID] == s.Who && s.Who == r.Who)
}

// Other returns the name of who said something, if that is another person, and the machine of one who only says that it is
// somebody who is trusted here.
func (r *Reader) Other(s daily.Speaker) string {
	if r.Mine(s) {
		return ""
	}
	return wiki.PersonName(r.Calls(s))
}

// Calls returns the name of who said something as the logs have it, with a mark where that is only claimed.
func (r *Reader) Calls(s daily.Speaker) string {
	switch {
	case r.Mine(s), r.Obeys(s):
		return s.Who
	case s.Who == r.Who, slices.Contains(slices.Collect(maps.Values(r.Trusts)), s.Who):
		s.Claims = true
	}
	return s.Who + s.Mark()
}

// Obeys reports whether the preferences of one of these are told; also if there is none.
func (r *Reader) Obeys(of ...daily.Speaker) bool {
	return len(of) == 0 || slices.ContainsFunc(of, func(s daily.Speaker) bool { return r.Mine(s) || r.Trusts[s.ID] == s.Who })
}

// Tells returns what the reader is told of a line: its text, with the name of another person before it; "" for a
// preference of a person whom the reader does not trust.
func (r *Reader) Tells(of daily.Speaker, wish bool, text string) string {
	if wish && !r.Obeys(of) {
		return ""
	}
	if name := r.Other(of); name != "" {
		return "(" + name + ") " + text
	}
	return text
}
