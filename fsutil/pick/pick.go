// Package pick makes of a list what is taken of its elements, or the elements that are meant.
package pick

// Each returns what of gives for each element, in their order; nil where there is none.
func Each[E, R any](list []E, of func(E) R) (out []R) {
	for _, x := range list {
		out = append(out, of(x))
	}
	return out
}

// Set returns the keys of the elements.
func Set[E any, K comparable](list []E, key func(E) K) map[K]bool {
	out := make(map[K]bool, len(list))
	for _, x := range list {
		out[key(x)] = true
	}
	return out
}

// Where returns the elements for which is holds; nil where there is none.
func Where[E any](list []E, is func(E) bool) (out []E) {
	for _, x := range list {
		if is(x) {
			out = append(out, x)
		}
	}
	return out
}

// Count returns for how many elements is holds.
func Count[E any](list []E, is func(E) bool) (n int) {
	for _, x := range list {
		if is(x) {
			n++
		}
	}
	return n
}
