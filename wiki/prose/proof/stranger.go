package proof

import (
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/everyday"
)

// Stranger returns a name in a visible text that does not occur in what was said, "" if there is none. It
// considers only what is surely a name: a capitalised word of an English text that is neither an everyday
// word nor derived from one. Other words may differ from the sources without being wrong.
func Stranger(text string, said []*Evidence) string {
	if !strings.ContainsFunc(text, unicode.IsUpper) || prose.Detect(text) != prose.EN {
		return ""
	}
	bare := codeSpans(text, func(string) {})
	for w := range strings.FieldsSeq(Folded(bare)) {
		w = strings.Trim(w, `.,;:!?()[]{}"'`)
		w = strings.TrimSuffix(w, "'s")
		if !called(w) {
			continue
		}
		low := strings.ToLower(w)
		known := false
		for _, e := range said {
			known = known || prefixStands(e.low, beginning(low))
		}
		if !known {
			return w
		}
	}
	return ""
}

// called reports whether a word is written like a name and is surely no other word.
func called(w string) bool {
	n := 0
	for i, r := range w {
		if !unicode.Is(unicode.Latin, r) || (i == 0) != unicode.IsUpper(r) {
			return false
		}
		n++
	}
	low := strings.ToLower(w)
	return n > 2 && !everyday.Has(low) && !prose.IsStopAnywhere(low) && !derived(low)
}

// derived reports whether a word has an ending by which English derives words from others, and rarely names.
func derived(low string) bool {
	for _, end := range lexicon().endings {
		if strings.HasSuffix(low, end) && len(low) > len(end)+2 {
			return true
		}
	}
	if strings.HasSuffix(low, "s") && !strings.HasSuffix(low, "ss") && !strings.HasSuffix(low, "is") && !strings.HasSuffix(low, "us") {
		return true // plural
	}
	for _, begin := range lexicon().beginnings {
		if rest, ok := strings.CutPrefix(low, begin); ok && everyday.Has(rest) {
			return true
		}
	}
	return false
}

// beginning returns the beginning of a word that its other forms share.
func beginning(low string) string {
	const most = 4
	n := 0
	for i := range low {
		if n == most {
			return low[:i]
		}
		n++
	}
	return low
}
