package span

// A Detector examines the place where its anchor was found, s[start:end], and appends the
// secrets it finds there. It may read only a fixed number of bytes around it,
// or as many as it appends.
type Detector func(s string, start, end int, out []Span) []Span

// An Anchored is a detector with its anchors, words in lower case.
type Anchored struct {
	Anchors []string
	Detect  Detector
}

// Covered reports whether the newest span was found by shape and already contains i: a token
// that repeats its own prefix is read once.
func Covered(out []Span, i int) bool {
	if len(out) == 0 {
		return false
	}
	last := out[len(out)-1]
	return last.Rank == ByShape && i >= last.Start && i < last.End
}

// InValue reports whether the newest span is a named value that already contains i.
func InValue(out []Span, i int) bool {
	return len(out) > 0 && out[len(out)-1].Rank == ByName && i < out[len(out)-1].End
}
