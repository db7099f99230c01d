package extract

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/wiki/prose"
)

// widest is how many characters a title may have.
const widest = 70

// title returns a name for a stretch: the client's own title when it speaks of this stretch, else what the
// person asked for, else the main thing the agent said. It is plain text.
func (r *reader) title(titles []string, picks []pick) string {
	t := r.given(titles)
	if t == "" {
		t = r.named(picks).text
	}
	if t == "" && len(picks) > 0 {
		t = upperFirst(picks[0].text)
		if utf8.RuneCountInString(t) > widest {
			t = shorten(t)
		}
	}
	return strings.TrimSpace(strings.ReplaceAll(t, "`", ""))
}

// named returns the best name of what was asked. If the first request makes a poor one, it returns the name
// of the result, if there is one.
func (r *reader) named(picks []pick) name {
	c := concluded(picks, r.context())
	switch a := r.asked(1); {
	case a.text != "" && a.score >= 0:
		return r.asked(5)
	case c.text == "" || c.score < 0:
		return r.asked(5).or(c)
	}
	return c
}

// poorer is how much less a poor name is worth.
const poorer = 1

// asked returns the best name among what the person said in the first messages; most limits their number.
func (r *reader) asked(most int) name {
	var best name
	turns, last := 0, -1
	for i := range r.units {
		u := &r.units[i]
		if u.voice != person || u.place.gone || r.turns[u.turn].Role == transcript.Choice {
			continue
		}
		if u.turn != last {
			if turns++; turns > most {
				break
			}
			last = u.turn
		}
		for k, s := range prose.Sentences(u.text) {
			n := u.lex.name(s)
			n.score -= 0.2*float64(k) + 0.6*float64(turns-1)
			if u.lex.poor(n.text) {
				n.score -= poorer
			}
			switch {
			case u.place.heads:
				n.score += 1
			case !u.place.opens:
				n.score -= 0.2
			}
			best = best.or(n)
		}
	}
	return best
}

// concluded returns the best name among what the agent found or changed.
func concluded(picks []pick, asked string) name {
	best, about := name{}, make(map[string]bool)
	eachStem(asked, func(w string) { about[w] = true })
	for _, p := range picks {
		u := p.unit
		if u.voice != agent || u.place.item || u.place.side || u.cues.any(narrate, status, action) {
			continue
		}
		n := u.lex.headline(u.text)
		switch {
		case n.text == "":
			continue
		case u.lex.poor(n.text):
			n.score -= poorer
		case !u.cues.any(found, change):
			n.score -= 0.6
		case !u.cues.has(found):
			n.score -= 0.3
		}
		if !u.place.final {
			n.score -= 0.1
		}
		eachStem(n.text, func(w string) {
			if about[w] {
				n.score += 0.1
			}
		})
		best = best.or(n)
	}
	return best
}

// A name is a candidate for a title.
type name struct {
	text  string
	score float64
}

func (n name) or(m name) name {
	if n.text == "" || m.text != "" && m.score > n.score {
		return m
	}
	return n
}

// name makes a title of a sentence and rates it.
func (x *lexicon) name(s string) name {
	score := 0.5
	asked, cut, stripped := asks(s), colon(s), false
	if strings.HasPrefix(s, "(") {
		score -= 0.5
	}
	s = strings.Trim(x.unpraise(s), "()（）")
	for range 4 {
		h := hear(s)
		n := x.lead(request, h)
		if n == 0 {
			break
		}
		if !x.solid() {
			n = h.ends[n-1]
		}
		rest := strings.TrimLeft(s[n:], " ,:;.!-–—、，")
		if utf8.RuneCountInString(rest) < 4 {
			return name{}
		}
		if s = rest; score < 1 {
			score += 0.7
		}
		stripped = true
	}
	if asked || x.solid() {
		if before := x.beforeRequest(s); before != "" {
			s, score = before, score+0.4
		} else if asked && !stripped {
			score -= 0.4
		}
	}
	s = x.nameless(s)
	s = strings.Trim(withoutAddresses(s), " -–—:,;.!?。！？、，…()（）")
	if cues := x.match(hear(s)); cues.any(task, order) {
		score += 0.4
	}
	if issueKey().MatchString(s) {
		score += 0.4
	}
	if utf8.RuneCountInString(s) > widest {
		s = strings.TrimSpace(aside().ReplaceAllString(s, ""))
	}
	if cut {
		s = withoutTail(s)
	}
	if utf8.RuneCountInString(s) > widest {
		score -= 0.5
		if s = withoutTail(shorten(s)); utf8.RuneCountInString(s) < 24 {
			score -= 0.5
		}
	}
	words := 0
	prose.EachWord(s, func(w string) {
		if !prose.IsStop(w, x.lang) {
			words++
		}
	})
	switch {
	case words < 2 || s == "" || strings.Contains(s, "<") || withheld().MatchString(s):
		return name{}
	case words < 3 || x.solid() && utf8.RuneCountInString(s) < 12:
		score -= 0.4
	}
	return name{upperFirst(s), score}
}

// beforeRequest returns what a sentence says before it asks for something: the import breaks,
// can you look into it?
func (x *lexicon) beforeRequest(s string) string {
	for i, r := range s {
		if !strings.ContainsRune(",，、;:", r) {
			continue
		}
		tail := strings.TrimLeft(s[i+utf8.RuneLen(r):], " ¿")
		if x.lead(request, hear(tail)) > 0 && utf8.RuneCountInString(s[:i]) >= 8 {
			return s[:i]
		}
	}
	return ""
}

var (
	issueKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b[A-Z]{2,}-\d+\b`) })
	aside    = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\s*[(（][^()（）]*([)）]|$)`) })
)

// shorten cuts a title to its width: where a clause ends, else before a word that begins an
// addition, else between words.
func shorten(s string) string {
	if cut, ok := prose.Clip(s, widest); ok {
		return cut
	}
	best, word, n := 0, 0, 0
	for i, r := range s {
		if n > widest {
			break
		}
		n++
		if r != ' ' && !strings.ContainsRune("、，をにがで", r) {
			continue
		}
		if strings.Count(s[:i], "`")%2 == 1 || strings.Count(s[:i], "(") > strings.Count(s[:i], ")") || strings.Count(s[:i], `"`)%2 == 1 {
			continue
		}
		word = i
		if n > widest/4 && (r != ' ' || addition()[strings.ToLower(firstWord(s[i:]))]) {
			best = i
		}
	}
	switch {
	case best > 0:
		word = best
	case word == 0:
		return string([]rune(s)[:widest-1]) + "…"
	}
	return strings.TrimRightFunc(s[:word], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:–—-", r) })
}

// withoutTail removes words from the end of a shortened title that need another word.
func withoutTail(s string) string {
	for {
		k := strings.LastIndexByte(s, ' ')
		if k < 0 || !waits()[strings.ToLower(s[k+1:])] {
			return s
		}
		s = strings.TrimRight(s[:k], " ,;:–—-")
	}
}

// addition are the words that a title may stop before.
var addition = sync.OnceValue(func() map[string]bool {
	return wordSet("to for with in on at from by so and or but because when where while that which using via after " +
		"before if as until since without like " +
		"um für mit auf bei von damit und oder aber weil wenn wo während dass nach bevor ohne wie " +
		"para con en desde por y o pero porque cuando donde mientras que después antes sin como " +
		"pour avec dans sur depuis par et ou mais parce quand où pendant que après avant sans comme " +
		"com em e mas quando onde enquanto depois sem " +
		"для с в на из от чтобы и или но потому когда где пока что после перед без как")
})

func firstWord(s string) string {
	if f := strings.Fields(s); len(f) > 0 {
		return strings.Trim(f[0], ",.;:()")
	}
	return ""
}

// withoutAddresses removes web addresses, the folders of absolute paths, and the mark of a file mention.
func withoutAddresses(s string) string {
	f := strings.Fields(s)
	out := f[:0]
	for _, w := range f {
		switch bare := strings.Trim(w, "(),.;\"'"); {
		case strings.Contains(bare, "://"):
			continue
		case strings.HasPrefix(bare, "@") && len(bare) > 1:
			w = strings.Replace(w, "@", "", 1)
		case strings.Count(bare, "/") > 2 && (bare[0] == '/' || bare[0] == '~'):
			if w = strings.TrimRight(bare, "/"); !strings.Contains(w, "/") {
				continue
			}
			w = w[strings.LastIndexByte(w, '/')+1:]
		}
		out = append(out, w)
	}
	return strings.Join(out, " ")
}

// upperFirst capitalises a title, unless it begins with a name.
func upperFirst(s string) string {
	r, w := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[w:]); !unicode.IsLower(r) || unicode.IsUpper(next) {
		return s
	}
	if first := s[:max(strings.IndexByte(s, ' '), 0)]; strings.ContainsAny(first, "._/`") || compound(first) {
		return s
	}
	return string(unicode.ToUpper(r)) + s[w:]
}

// compound distinguishes a name such as go-git from a word such as re-run.
func compound(w string) bool {
	head, _, ok := strings.Cut(w, "-")
	return ok && !prefixes()[head]
}

var prefixes = sync.OnceValue(func() map[string]bool { return wordSet("re pre non auto multi sub co self cross un post anti e") })
