package prose

import (
	_ "embed"
	"maps"
	"slices"
	"sync"
)

// IsStop reports whether a folded word carries no meaning of its own in the language; for [Unknown], in
// English. A text in any language is full of English terms, so English stop words count in each of the
// languages written in Latin letters.
func IsStop(word string, lang Lang) bool {
	if stops()[lang][word] {
		return true
	}
	return lang != RU && lang != ZH && lang != JA && stops()[EN][word] && !(lang != EN && lang != Unknown && foreign()[word])
}

// IsStopOf reports whether a folded word is one of a language's own stop words. [IsStop] also accepts
// English ones in most languages, so it cannot be used to detect a language.
func IsStopOf(word string, lang Lang) bool { return stops()[lang][word] }

// IsStopAnywhere reports whether a folded word carries no meaning of its own in one of the languages.
func IsStopAnywhere(word string) bool { return allStops()[word] }

// Stops returns all words for which IsStopAnywhere is true, sorted.
func Stops() []string { return slices.Sorted(maps.Keys(allStops())) }

var allStops = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	for _, words := range stops() {
		for w := range words {
			out[w] = true
		}
	}
	return out
})

// foreign are English stop words that carry meaning in another language.
var foreign = Set("die was will see am")

//go:embed stops.txt
var stopFile string

// stops is read on first use, so that commands that read no prose stay fast.
var stops = sync.OnceValue(func() map[Lang]map[string]bool {
	out := make(map[Lang]map[string]bool)
	for lang, words := range Lists(stopFile) {
		set := out[Lang(lang)]
		if set == nil {
			set = make(map[string]bool)
			out[Lang(lang)] = set
		}
		for _, w := range words {
			set[w] = true
		}
	}
	return out
})
