package topic

import "github.com/agent-admin/memoria/daily"

// A settlement, daily.Settlement, is a person's decision which of two claims holds. It repeats what holds and names
// the lines that do not. Its own lines appear where the lines they repeat do. They count as evidence of no subject,
// so a settlement makes no article. They replace only the lines that the settlement names.

// settle marks the lines that an entry names as replaced by the entry's first line. Only earlier lines can be meant.
func (f *finding) settle(e *entry) {
	if len(e.over) == 0 || e.First == e.Last {
		return
	}
	if f.byRef == nil {
		f.byRef = make(map[string]int32, len(f.Lines))
		for i := range f.Lines {
			l := &f.Lines[i]
			f.byRef[daily.LineRef(string(l.Cite.Date), l.Cite.Block, l.Text)] = int32(i)
		}
	}
	for _, name := range e.over {
		if c, ok := f.byRef[name]; ok && c < e.First && f.Truth[c].Over < 0 {
			f.Truth[c] = truth{Over: e.First}
			f.Truth[e.First].Tried = false
		}
	}
}
