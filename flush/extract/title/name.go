// Package title makes a title of a sentence that somebody said, and rates it.
package title

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/extract/sentence"
	"github.com/agent-admin/memoria/wiki/prose"
)

// Widest is how many characters a title may have.
const Widest = 70

// A Name is a candidate for a title.
type Name struct {
	Text  string
	Score float64
}

func (n Name) Or(m Name) Name {
	if n.Text == "" || m.Text != "" && m.Score > n.Score {
		return m
	}
	return n
}

// NameOf makes a title of a sentence and rates it.
func NameOf(x *sentence.Lexicon, s string) Name {
	score := 0.5
	asked, cut, stripped := sentence.Asks(s), sentence.Colon(s), false
	if strings.HasPrefix(s, "(") {
		score -= 0.5
	}
	s = strings.Trim(x.Unpraise(numbering().ReplaceAllString(s, "")), "()（）")
	for range 4 {
		h := sentence.Hear(s)
		n := x.Lead(sentence.Request, h)
		if n == 0 {
			break
		}
		if !x.Solid() {
			n = h.Ends[n-1]
		}
		rest := strings.TrimLeft(s[n:], " ,:;.!-–—、，")
		if utf8.RuneCountInString(rest) < 4 {
			return Name{}
		}
		if s = rest; score < 1 {
			score += 0.7
		}
		stripped = true
	}
	if asked || x.Solid() {
		if before := beforeRequest(x, s); before != "" {
			s, score = before, score+0.4
		} else if asked && !stripped {
			score -= 0.4
		}
	}
	s = nameless(x, s)
	s = strings.Trim(withoutAddresses(s), " -–—:,;.!?。！？、，…()（）")
	if cues := x.Match(sentence.Hear(s)); cues.Any(sentence.Task, sentence.Order) {
		score += 0.4
	}
	if issueKey().MatchString(s) {
		score += 0.4
	}
	if utf8.RuneCountInString(s) > Widest {
		s = strings.TrimSpace(aside().ReplaceAllString(s, ""))
	}
	if cut {
		s = withoutTail(s)
	}
	if utf8.RuneCountInString(s) > Widest {
		score -= 0.5
		if s = withoutTail(Shorten(s)); utf8.RuneCountInString(s) < 24 {
			score -= 0.5
		}
	}
	words := 0
	prose.EachWord(s, func(w string) {
		if !prose.IsStop(w, x.Lang) {
			words++
		}
	})
	switch {
	case words < 2 || s == "" || strings.Contains(s, "<") || sentence.Withheld().MatchString(s):
		return Name{}
	case words < 3 || x.Solid() && utf8.RuneCountInString(s) < 12:
		score -= 0.4
	}
	return Name{UpperFirst(s), score}
}

// beforeRequest returns what a sentence says before it asks for something: the import breaks,
// can you look into it?
func beforeRequest(x *sentence.Lexicon, s string) string {
	for i, r := range s {
		if !strings.ContainsRune(",，、;:", r) {
			continue
		}
		tail := strings.TrimLeft(s[i+utf8.RuneLen(r):], " ¿")
		if x.Lead(sentence.Request, sentence.Hear(tail)) > 0 && utf8.RuneCountInString(s[:i]) >= 8 {
			return s[:i]
		}
	}
	return ""
}

var (
	issueKey = sentence.Pattern(`\b[A-Z]{2,}-\d+\b`)
	aside    = sentence.Pattern(`\s*[(（][^()（）]*([)）]|$)`)
)

// Shorten cuts a title to its width: where a clause ends, else before a word that begins an
// addition, else between words.
func Shorten(s string) string {
	if cut, ok := prose.Clip(s, Widest); ok {
		return cut
	}
	best, word, n := 0, 0, 0
	for i, r := range s {
		if n > Widest {
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
		if n > Widest/4 && (r != ' ' || addition()[strings.ToLower(firstWord(s[i:]))]) {
			best = i
		}
	}
	switch {
	case best > 0:
		word = best
	case word == 0:
		return string([]rune(s)[:Widest-1]) + "…"
	}
	return strings.TrimRightFunc(s[:word], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:–—-", r) })
}

// withoutTail removes words from the end of a shortened title that need another word.
func withoutTail(s string) string {
	for {
		k := strings.LastIndexByte(s, ' ')
		if k < 0 || !sentence.Waits()[strings.ToLower(s[k+1:])] {
			return s
		}
		s = strings.TrimRight(s[:k], " ,;:–—-")
	}
}

// addition are the words that a title may stop before.
var addition = prose.Set("to for with in on at from by so and or but because when where while that which using via after " +
	"before if as until since without like " +
	"um für mit auf bei von damit und oder aber weil wenn wo während dass nach bevor ohne wie " +
	"para con en desde por y o pero porque cuando donde mientras que después antes sin como " +
	"pour avec dans sur depuis par et ou mais parce quand où pendant que après avant sans comme " +
	"com em e mas quando onde enquanto depois sem " +
	"для с в на из от чтобы и или но потому когда где пока что после перед без как")

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

// UpperFirst capitalises a title, unless it begins with a name.
func UpperFirst(s string) string {
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

var prefixes = prose.Set("re pre non auto multi sub co self cross un post anti e")

// numbering matches the number of an item or a heading.
var numbering = sentence.Pattern(`^(?:\d{1,2}|[A-Za-z])[.)] +`)
