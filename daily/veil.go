package daily

// A Veil takes out of an entry what was forgotten, and counts it: a log may bring it back that was
// restored from a copy.
type Veil func(Dated) (left Dated, n int)

// veil is that of the store, nil where nothing was forgotten.
func (s *Store) veil() (Veil, error) {
	if s.Veil == nil {
		return nil, nil
	}
	return s.Veil()
}

// Without is a log without what a veil takes out; nil takes out nothing.
func (l *Log) Without(v Veil) *Log {
	if v == nil {
		return l
	}
	out := l
	for i, e := range l.Entries {
		left, n := v(e)
		if n == 0 {
			continue
		}
		if out == l {
			own := *l
			own.Entries = append([]Dated(nil), l.Entries...)
			out = &own
		}
		out.Entries[i] = left
		out.Back += n
	}
	return out
}
