package topic

import "github.com/agent-admin/memoria/daily"

// A person's word on which of two claims holds, daily.Settlement, says again what holds, and names the
// lines that do not. Its own lines stand where those that they repeat do. They are evidence of no
// subject, so a settlement makes no article, and they take the place of no line by their words, only
// of those that the settlement names.

// settle has the lines that an entry names not hold any more: the entry's first line is in their place.
// Only what was said before it can be meant.
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
