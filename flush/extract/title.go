package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// widest is how many characters a title may have.
const widest = 70

// title names a stretch: the client's own title when it speaks of this stretch, else what
// the person first asked for, else the main thing the agent said.
func (r *reader) title(titles []string, picks []pick) string {
	if t := r.given(titles); t != "" {
		return t
	}
	best, score := "", 0.0
	seen := 0
	for i := range r.units {
		u := &r.units[i]
		if u.voice != person || r.turns[u.turn].Role == transcript.Choice {
			continue
		}
		if seen++; seen > 6 || best != "" && !u.place.first && score >= 1 {
			break
		}
		for k, s := range prose.Sentences(u.text) {
			t, n := u.lex.asTitle(s)
			if t == "" {
				continue
			}
			n -= 0.25*float64(k) + 0.3*float64(seen-1)
			if best == "" || n > score {
				best, score = t, n
			}
		}
	}
	if best != "" && score > -1 {
		return best
	}
	for _, p := range picks {
		if t, _ := p.unit.lex.asTitle(p.text); t != "" && (best == "" || p.unit.place.final) {
			best = t
			if p.unit.place.final {
				break
			}
		}
	}
	return best
}

// given returns the client's title whose words this stretch uses most, when it uses most of
// them; the last of equals.
func (r *reader) given(titles []string) string {
	if len(titles) == 0 {
		return ""
	}
	said := make(map[string]bool)
	for i := range r.units {
		if r.units[i].voice != tool {
			prose.EachWord(r.units[i].text, func(w string) {
				for _, p := range pieces(w) {
					said[stemOf(p)] = true
				}
			})
		}
	}
	best, score := "", 0.0
	for _, t := range titles {
		t = prose.Inline(t)
		if !strings.Contains(t, " ") && strings.Count(t, "-") > 0 && strings.ToLower(t) == t {
			t = upper(strings.ReplaceAll(t, "-", " "))
		}
		t = strings.TrimRight(t, " .。!")
		n := utf8.RuneCountInString(t)
		if n < 4 || n > widest || strings.ContainsAny(t, "<>\n") {
			continue
		}
		hit, all := 0, 0
		prose.EachWord(t, func(w string) {
			for _, p := range pieces(w) {
				if prose.IsStop(p, prose.Unknown) {
					continue
				}
				all++
				if said[stemOf(p)] {
					hit++
				}
			}
		})
		if all == 0 {
			continue
		}
		if s := float64(hit) / float64(all); s >= 0.6 && s >= score {
			best, score = t, s
		}
	}
	return best
}

// pieces are a word and, of a compound name, its parts.
func pieces(w string) []string {
	out := strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("._/-", r) })
	if len(out) == 0 {
		return []string{w}
	}
	return out
}

// stemOf cuts a Latin word to its first letters, so that fixing meets fix and sessions session.
func stemOf(w string) string {
	for _, end := range []string{"ing", "ed", "es", "s", "e"} {
		if len(w) > len(end)+3 && strings.HasSuffix(w, end) {
			return w[:len(w)-len(end)]
		}
	}
	return w
}

// asTitle makes a title of a sentence and says how good it is; "" when it makes none.
func (x *lexicon) asTitle(s string) (title string, score float64) {
	asked := asks(s)
	s = x.unpraise(s)
	stripped := false
	for range 4 {
		h := hear(s)
		n := x.lead(request, h)
		if n == 0 {
			break
		}
		cut := n
		if !x.solid() {
			cut = h.ends[n-1]
		}
		rest := strings.TrimLeft(s[cut:], " ,:;.!-–—")
		if len(rest) < 4 {
			break
		}
		s, stripped = rest, true
	}
	s = strings.TrimLeft(withoutAddresses(s), " -–—:,;")
	s = strings.TrimRightFunc(s, func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(".,;:!?。！？、，…-–—", r)
	})
	n := utf8.RuneCountInString(s)
	if n > widest {
		s = shorten(s, widest)
		score -= 0.6
	}
	words := 0
	prose.EachWord(s, func(w string) {
		if !prose.IsStop(w, prose.Unknown) {
			words++
		}
	})
	if words < 2 || s == "" {
		return "", 0
	}
	if words < 3 {
		score -= 0.5
	}
	if stripped {
		score += 1
	}
	if asked && !stripped {
		score -= 0.5
	}
	return upperFirst(s), score + 0.5
}

// shorten cuts a title at the end of a clause, else before a small word, else between words.
func shorten(s string, max int) string {
	if cut, ok := prose.Clip(s, max); ok {
		return cut
	}
	best, word, n := 0, 0, 0
	for i, r := range s {
		if n > max {
			break
		}
		n++
		if r != ' ' && !cjkEdge(r) {
			continue
		}
		if strings.Count(s[:i], "`")%2 == 1 || strings.Count(s[:i], "(") > strings.Count(s[:i], ")") {
			continue
		}
		word = i
		next := strings.ToLower(firstWord(s[i:]))
		if n > max/3 && len(next) > 1 && prose.IsStop(next, prose.Detect(s)) {
			best = i
		}
	}
	switch {
	case best > 0:
		word = best
	case word == 0:
		return string([]rune(s)[:max-1]) + "…"
	}
	return strings.TrimRightFunc(s[:word], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:–—-", r) })
}

func cjkEdge(r rune) bool { return strings.ContainsRune("、，をにはがでとの的", r) }

func firstWord(s string) string {
	if f := strings.Fields(s); len(f) > 0 {
		return strings.Trim(f[0], ",.;:()")
	}
	return ""
}

// withoutAddresses leaves out web addresses and absolute paths down to their last element,
// and the mark of a file mention.
func withoutAddresses(s string) string {
	f := strings.Fields(s)
	out := f[:0]
	for _, w := range f {
		switch bare := strings.Trim(w, "(),.;\"'"); {
		case strings.Contains(bare, "://"):
			continue
		case strings.HasPrefix(bare, "@") && len(bare) > 1:
			w = strings.Replace(w, "@", "", 1)
		case strings.HasPrefix(bare, "/") && strings.Count(bare, "/") > 2, strings.HasPrefix(bare, "~/") && strings.Count(bare, "/") > 2:
			w = bare[strings.LastIndexByte(strings.TrimRight(bare, "/"), '/')+1:]
			if strings.TrimRight(w, "/") == "" {
				continue
			}
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

func upperFirst(s string) string {
	r, w := utf8.DecodeRuneInString(s)
	if !unicode.IsLower(r) || len(s) > w && unicode.IsUpper([]rune(s[w:])[0]) {
		return s
	}
	if k := strings.IndexByte(s, ' '); k > 0 && strings.ContainsAny(s[:k], "._/-`") {
		return s
	}
	return string(unicode.ToUpper(r)) + s[w:]
}

// context says what the person asked for first, in a sentence or two.
func (r *reader) context() string {
	out := ""
	for i := range r.units {
		u := &r.units[i]
		if u.voice != person || !u.place.first {
			continue
		}
		next := u.text
		if out != "" {
			next = together(out, next)
		}
		if utf8.RuneCountInString(next) > short {
			if out == "" {
				if cut, ok := prose.Clip(next, short); ok {
					return cut
				}
				if utf8.RuneCountInString(next) <= longest {
					return next
				}
				return shorten(next, short)
			}
			break
		}
		out = next
	}
	return out
}
