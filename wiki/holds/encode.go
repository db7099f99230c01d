package holds

import "github.com/agent-admin/memoria/fsutil/pack"

// Bytes returns a memory in the form that ReadMemory reads.
func (m *Memory) Bytes() []byte {
	w := pack.New(memoryKey)
	w.Len(len(m.marks))
	for _, n := range m.marks {
		w.Uint(n)
	}
	w.Len(len(m.stems))
	project := ""
	for _, at := range m.stems {
		if at.project != project { // most are of the project of the one before
			project = at.project
			w.String("\n")
			w.String(project)
		}
		w.String(at.stem)
	}
	w.Len(len(m.lines))
	for i := range m.lines {
		l := &m.lines[i]
		w.Bool(l.tried)
		w.Bool(l.born)
		w.Uint(uint64(l.replacedBy + 1))
		w.Len(len(l.words))
		for _, n := range l.words {
			w.Uint(uint64(n))
		}
		w.Strings(l.gone)
	}
	w.Len(len(m.apart))
	for i, d := range m.apart {
		w.Uint(uint64(m.apartIn[i]))
		for _, s := range []string{d.Earlier, d.Later, d.Of, d.By} {
			w.String(s)
		}
	}
	return w.Bytes()
}

// ReadMemory reads what Bytes wrote. Of anything else it knows nothing.
func ReadMemory(data []byte) *Memory {
	r := pack.Open(data, memoryKey)
	if r == nil {
		return &Memory{}
	}
	m := &Memory{}
	for range r.Len() {
		m.marks = append(m.marks, r.Uint())
	}
	project := ""
	for range r.Len() {
		stem := r.String()
		if stem == "\n" {
			project, stem = r.String(), r.String()
		}
		m.stems = append(m.stems, stemAt{project, stem})
	}
	m.lines = make([]found, r.Len())
	for i := range m.lines {
		l := &m.lines[i]
		l.tried, l.born, l.replacedBy = r.Bool(), r.Bool(), int(r.Uint())-1
		l.words = make([]int, r.Len())
		for k := range l.words {
			l.words[k] = int(r.Uint())
		}
		l.gone = r.Strings()
	}
	for range r.Len() {
		m.apartIn = append(m.apartIn, int(r.Uint()))
		m.apart = append(m.apart, Dispute{r.String(), r.String(), r.String(), r.String()})
	}
	if !r.Done() {
		return &Memory{}
	}
	return m
}
