package wiki

import "strings"

// ProjectKey returns the key of a project's name: "git-sync" and "GitSync", "next.js" and its tag "next-js",
// "clientB/api" and its tag "clientb-api" are one project. "hook" and "hooks" are two. All code that compares names of
// projects uses it; package flush/project tells two repositories of one name apart by their names.
func ProjectKey(name string) string {
	name = Fold(name)
	if !strings.ContainsAny(name, "-./") {
		return name
	}
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '.' || r == '/' {
			return -1
		}
		return r
	}, name)
}

// Spellings returns how each project that nameOf names is written, by its key: the most frequent spelling, of equals the first
// in the alphabet.
func Spellings[E any](list []E, nameOf func(*E) string) map[string]string {
	times := map[string]int{}
	for i := range list {
		if name := nameOf(&list[i]); name != "" {
			times[name]++
		}
	}
	out := map[string]string{}
	for name, n := range times {
		key := ProjectKey(name)
		if is, ok := out[key]; !ok || n > times[is] || n == times[is] && name < is {
			out[key] = name
		}
	}
	return out
}
