package holds

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
)

// Bytes returns a memory in the form that ReadMemory reads: a sum, then numbers and texts as package binary writes them.
func (m *Memory) Bytes() []byte {
	w := writer(nil)
	w.texts(Version)
	w.numbers(len(m.marks), len(m.stems), len(m.lines), len(m.apart))
	for _, n := range m.marks {
		w = binary.LittleEndian.AppendUint64(w, n)
	}
	project := ""
	for _, at := range m.stems {
		if at.project != project { // most are of the project of the one before
			project = at.project
			w.texts("\n", project)
		}
		w.texts(at.stem)
	}
	for i := range m.lines {
		l := &m.lines[i]
		w.numbers(bit(l.tried)|2*bit(l.born), l.replacedBy+1, l.shaken, len(l.words), len(l.gone))
		w.numbers(l.words...)
		w.texts(l.gone...)
	}
	for i, d := range m.apart {
		w.numbers(m.apartIn[i])
		w.texts(d.Earlier, d.Later, d.Of, d.By)
	}
	sum := sha256.Sum256(w)
	return append(sum[:], w...)
}

// ReadMemory reads what Bytes wrote. Of anything else it knows nothing.
func ReadMemory(data []byte) *Memory {
	if len(data) < sha256.Size {
		return &Memory{}
	}
	sum := sha256.Sum256(data[sha256.Size:])
	r := reader(data[sha256.Size:])
	if !bytes.Equal(sum[:], data[:sha256.Size]) || r.text() != Version {
		return &Memory{}
	}
	m := &Memory{}
	marks, stems, lines, apart := r.number(), r.number(), r.number(), r.number()
	for range marks {
		m.marks = append(m.marks, binary.LittleEndian.Uint64(r))
		r = r[8:]
	}
	project := ""
	for range stems {
		stem := r.text()
		if stem == "\n" {
			project, stem = r.text(), r.text()
		}
		m.stems = append(m.stems, stemAt{project, stem})
	}
	m.lines = make([]found, lines)
	for i := range m.lines {
		l := &m.lines[i]
		bits := r.number()
		l.tried, l.born, l.replacedBy, l.shaken = bits&1 > 0, bits&2 > 0, r.number()-1, r.number()
		words, gone := r.number(), r.number()
		l.words = make([]int, words)
		for k := range l.words {
			l.words[k] = r.number()
		}
		for range gone {
			l.gone = append(l.gone, r.text())
		}
	}
	for range apart {
		m.apartIn = append(m.apartIn, r.number())
		m.apart = append(m.apart, Dispute{r.text(), r.text(), r.text(), r.text()})
	}
	return m
}

type writer []byte

func (w *writer) numbers(ns ...int) {
	for _, n := range ns {
		*w = binary.AppendUvarint(*w, uint64(n))
	}
}

func (w *writer) texts(texts ...string) {
	for _, s := range texts {
		w.numbers(len(s))
		*w = append(*w, s...)
	}
}

type reader []byte

func (r *reader) number() int {
	n, size := binary.Uvarint(*r)
	*r = (*r)[size:]
	return int(n)
}

func (r *reader) text() string {
	n := r.number()
	s := string((*r)[:n])
	*r = (*r)[n:]
	return s
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
