package extract

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/flush/extract/title"
	"github.com/agent-admin/memoria/wiki/prose"
)

// given returns the client's title whose words this stretch uses most, if it uses most of them, the last of
// equals. It returns "" when the client's titles speak of something else, as those of a long session do in
// most of its stretches.
func (r *reader) given(titles []string) string {
	if len(titles) == 0 {
		return ""
	}
	said := make(map[string]bool)
	for i := range r.units {
		sentence.EachStem(r.units[i].text, func(w string) { said[w] = true })
	}
	best, score := "", 0.6
	for _, t := range titles {
		t = tidyTitle(t)
		if n := utf8.RuneCountInString(t); n < 4 || n > title.Widest || strings.ContainsAny(t, "<>") {
			continue
		}
		hit, all := 0, 0
		sentence.EachStem(t, func(w string) {
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
		t = sentence.Upper(strings.ReplaceAll(t, "-", " "))
	}
	return strings.TrimRight(t, " .。!")
}
