package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// given returns the client's title whose words this stretch uses most, when it uses most of
// them, the last of equals; "" when the client's titles speak of something else, as those of
// a long session do in most of its stretches.
func (r *reader) given(titles []string) string {
	if len(titles) == 0 {
		return ""
	}
	said := make(map[string]bool)
	for i := range r.units {
		if u := &r.units[i]; u.voice != tool {
			eachStem(u.text, func(w string) { said[w] = true })
		}
	}
	best, score := "", 0.6
	for _, t := range titles {
		t = tidyTitle(t)
		if n := utf8.RuneCountInString(t); n < 4 || n > widest || strings.ContainsAny(t, "<>") {
			continue
		}
		hit, all := 0, 0
		eachStem(t, func(w string) {
			if all++; said[w] {
				hit++
			}
		})
		if all > 0 && float64(hit)/float64(all) >= score {
			best, score = t, float64(hit)/float64(all)
		}
	}
	return best
}

// tidyTitle makes a client's title plain; a slug becomes words.
func tidyTitle(t string) string {
	t = prose.Inline(t)
	if !strings.Contains(t, " ") && strings.Contains(t, "-") && strings.ToLower(t) == t {
		t = upper(strings.ReplaceAll(t, "-", " "))
	}
	return strings.TrimRight(t, " .。!")
}

// eachStem calls f with the stem of each word that carries meaning, the parts of a compound
// name apart.
func eachStem(s string, f func(string)) {
	prose.EachWord(s, func(w string) {
		if prose.IsStop(w, prose.Unknown) {
			return
		}
		for _, p := range strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("._/-'", r) }) {
			f(stem(p))
		}
	})
}

// stem cuts common endings, so that fixing meets fix and sessions session.
func stem(w string) string {
	for _, end := range []string{"ing", "ed", "es", "s", "e"} {
		if len(w) > len(end)+3 && strings.HasSuffix(w, end) {
			return w[:len(w)-len(end)]
		}
	}
	return w
}
