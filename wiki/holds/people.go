package holds

import (
	"strings"

	"github.com/agent-admin/memoria/daily"
)

// People says who said a line, in a shared vault.
type People struct {
	Machines map[string]string `json:"machines,omitempty"` // who works on a machine
	Lines    map[string]string `json:"lines,omitempty"`    // who said a line that another machine's log has
	Wishes   map[string]bool   `json:"wishes,omitempty"`   // the lines that are preferences
}

func peopleOf(entries []daily.Dated) (p People) {
	p = People{map[string]string{}, map[string]string{}, map[string]bool{}}
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
				p.Wishes[e.Ref(b)] = true
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
	return who, r.People.Wishes[ref]
}
