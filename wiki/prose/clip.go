package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Clip shortens a sentence to at most max characters by removing clauses at its end. The result is a
// complete sentence: it stops before a semicolon, a dash, a conjunction or a closing parenthesis, never
// inside inline code, a quotation or a name. If the sentence has no such place, Clip returns it unchanged,
// and ok is false.
func Clip(s string, max int) (short string, ok bool) {
	if utf8.RuneCountInString(s) <= max {
		return s, true
	}
	best, n := 0, 0
	paren := parens(s)
	for i := 0; i < len(s) && n <= max; {
		r, w := utf8.DecodeRuneInString(s[i:])
		step := w
		if r == '`' {
			k := count(s[i:], '`')
			step = k
			if stop := closeCode(s, i+k, k); stop >= 0 {
				step = stop + k - i
			}
		} else if end := paren[r][i]; end > i {
			if n >= max/3 && (r == '(' || r == '（') && spaceBefore(s, i) && strings.Trim(s[end:], ".!?: ") == "" {
				best = i
			}
			step = end - i
		} else if n >= max/3 && clauseEnds(s, i, r) {
			best = i
		}
		n += utf8.RuneCountInString(s[i : i+step])
		i += step
	}
	if best == 0 {
		return s, false
	}
	short = strings.TrimRightFunc(s[:best], func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune(",;:–—-、，；", r)
	})
	if q := strings.Count(short, "\""); q%2 == 1 || short == "" {
		return s, false
	}
	return short, true
}

// Shorten returns a line of at most max characters: it ends where a clause does, or else is broken.
func Shorten(s string, max int) string {
	if short, ok := Clip(s, max); ok {
		return short
	}
	return Broken(s, max)
}

// Broken shortens a line to max characters after a word, and marks that it continues.
func Broken(s string, max int) string {
	if utf8.RuneCountInString(s) <= max {
		return s
	}
	short := string([]rune(s)[:max-1])
	if cut := strings.LastIndexFunc(short, unicode.IsSpace); cut > 0 {
		short = short[:cut]
	}
	return strings.TrimRight(short, " ,;:-–—") + "…"
}

// clauseEnds reports whether a clause ends before offset i, at rune r.
func clauseEnds(s string, i int, r rune) bool {
	switch r {
	case ';', '；', '，':
		return true
	case '.', '!', '?', '。', '！', '？':
		next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
		return r > unicode.MaxLatin1 || unicode.IsSpace(next) && i > 0 && s[i-1] != '.'
	case '—', '–', '-', '→':
		return spaceBefore(s, i) && strings.HasPrefix(s[i+utf8.RuneLen(r):], " ")
	case ',':
		return conjunction(s[i+1:])
	}
	return false
}

func spaceBefore(s string, i int) bool { return i > 0 && s[i-1] == ' ' }

// conjunction reports whether rest, the text after a comma, opens a clause of its own.
func conjunction(rest string) bool {
	rest = strings.TrimLeft(rest, " ")
	if k := strings.IndexAny(rest, " ,"); k > 0 {
		return opensClause()[strings.ToLower(rest[:k])]
	}
	return false
}

// opensClause has no conjunction of condition: "it fails, unless …" must not become "it fails".
var opensClause = Set("but so because which while since although though whereas then and " +
	"aber weil denn da sondern wobei sodass damit obwohl während und " +
	"pero porque aunque mientras sino y " +
	"mais car donc parce puisque quoique tandis et ce " +
	"mas pois embora enquanto porém e " +
	"но а потому поэтому чтобы хотя и который которая которые")
