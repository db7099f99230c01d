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

// seen is a log as readers of the store get it: without what is cut from it, and what was forgotten.
func (s *Store) seen(l *Log, v Veil) (*Log, error) {
	if cut := s.Cuts[l.Date]; !cut.Empty() {
		src, err := s.Dir.ReadFile(logName(l.Date))
		if err != nil {
			return nil, err
		}
		l = Parse(l.Date, s.zone(), cut.From(l.Date, s.zone(), src))
	}
	return l.Without(v), nil
}
