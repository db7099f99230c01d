package change

import "slices"

func stems(toks []tok) []string {
	var out []string
	for i := range toks {
		if toks[i].content() {
			out = append(out, toks[i].stem)
		}
	}
	return out
}

func within(k int, span [2]int) bool { return k >= span[0] && k < span[1] }

// lacking returns the words of a that b lacks.
func lacking(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { return slices.Contains(b, s) })
}

func subset(a, b []string) bool {
	for _, s := range a {
		if !slices.Contains(b, s) {
			return false
		}
	}
	return true
}

// beyond counts the words of a that b lacks.
func beyond(a, b []string) int {
	n := 0
	for _, s := range a {
		if !slices.Contains(b, s) {
			n++
		}
	}
	return n
}

// contains reports whether part occurs in all, in one piece.
func contains(all, part []string) bool {
	for i := 0; i+len(part) <= len(all); i++ {
		if slices.Equal(all[i:i+len(part)], part) {
			return true
		}
	}
	return false
}
