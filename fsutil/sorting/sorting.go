// Package sorting sorts lists by a comparison, in the order that package slices gives. Its code is the same for every type
// of element, where the functions of slices are compiled for each anew: that is a megabyte of this program.
package sorting

import "sort"

// By sorts a list as slices.SortFunc does.
func By[E any](list []E, compare func(a, b E) int) {
	sort.Slice(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}

// Stable sorts a list as slices.SortStableFunc does: equal elements keep their order.
func Stable[E any](list []E, compare func(a, b E) int) {
	sort.SliceStable(list, func(i, j int) bool { return compare(list[i], list[j]) < 0 })
}
