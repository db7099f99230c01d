package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

type kind uint8

const (
	word   kind = iota // letters with what joins them: core.excludesfile, git-sync, don't
	code               // an inline code span without its ticks
	han                // a run of Han characters, which holds several words
	kana               // a run of Katakana: one word, mostly a loan
	stop               // punctuation that ends a phrase
	opened             // an opening parenthesis
	closed             // a closing one
	quoted             // what stands in CJK quotation marks
)

// A token is one piece of a line.
type token struct {
	kind  kind
	role  Role   // word: the role of low in the lexicon
	text  string // as written
	low   string // lower case
	at    int    // offset in the line
	first bool   // word or code: begins a sentence
	tight bool   // han, kana: nothing between it and the token before
}

// scan cuts a line of plain text, with inline code still in its ticks, into tokens.
func scan(line string, lang prose.Lang) []token {
	toks := make([]token, 0, len(line)/5+4)
	first := true
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRuneInString(line[i:])
		switch {
		case r == '`':
			if end, ticks := prose.CodeEnd(line, i); end > 0 {
				toks = append(toks, token{kind: code, text: strings.TrimSpace(line[i+ticks : end-ticks]), at: i, first: first})
				first = false
				i = end
				continue
			}
		case unicode.IsSpace(r):
		case unicode.Is(unicode.Han, r) || r == '々':
			j := spanOf(line, i, func(r rune) bool { return unicode.Is(unicode.Han, r) || r == '々' })
			toks = append(toks, token{kind: han, text: line[i:j], low: line[i:j], at: i, tight: tight(toks, i)})
			first, i = false, j
			continue
		case isKatakana(r) && r != '・':
			j := spanOf(line, i, isKatakana)
			toks = append(toks, token{kind: kana, text: line[i:j], low: line[i:j], at: i, tight: tight(toks, i)})
			first, i = false, j
			continue
		case unicode.Is(unicode.Hiragana, r):
			toks = ended(toks, i)
			first = false
		case unicode.IsLetter(r) || unicode.IsDigit(r) || leads(line[i:]):
			j := wordEnd(line, i)
			toks = append(toks, words(line[i:j], i, first, lang)...)
			first, i = false, j
			continue
		case r == '「' || r == '『' || r == '“' || r == '《':
			if j := strings.IndexRune(line[i+n:], closer(r)); j > 0 && j <= 60 {
				toks = append(ended(toks, i), token{kind: quoted, text: line[i+n : i+n+j], at: i, first: first})
			} else {
				toks = ended(toks, i)
			}
		case r == '(' || r == '（':
			toks = append(toks, token{kind: opened, at: i})
		case r == ')' || r == '）':
			toks = append(toks, token{kind: closed, at: i})
		default:
			toks = ended(toks, i)
			if strings.ContainsRune(".!?。！？:：;→—–-", r) {
				first = true
			}
		}
		i += n
	}
	return toks
}

// words makes a token of a word, and of a possessive the name and what is said to be its.
func words(w string, at int, first bool, lang prose.Lang) []token {
	low := strings.ToLower(w)
	t := token{kind: word, role: roleOf(low, lang), text: w, low: low, at: at, first: first}
	for _, s := range []string{"'s", "’s"} {
		if base, ok := strings.CutSuffix(w, s); ok && t.role == 0 && base != "" {
			low = strings.TrimSuffix(low, s)
			t.text, t.low, t.role = base, low, roleOf(low, lang)
			return []token{t, {kind: word, role: Det, text: s, low: s, at: at + len(base)}}
		}
	}
	if t.role == 0 && len(low) > 5 && strings.HasSuffix(low, "ly") {
		t.role = Aux
	}
	return []token{t}
}

// roleOf adds to the lexicon what the stop words of the line's language say.
func roleOf(low string, lang prose.Lang) Role {
	r := Lexicon()[low]
	if lang != prose.EN && lang != prose.Unknown && r&empty == 0 && prose.IsStop(low, lang) {
		r |= Joint
	}
	return r
}

func closer(open rune) rune {
	switch open {
	case '「':
		return '」'
	case '『':
		return '』'
	case '《':
		return '》'
	}
	return '”'
}

// ended adds the end of a phrase, once.
func ended(toks []token, at int) []token {
	if n := len(toks); n == 0 || toks[n-1].kind == stop {
		return toks
	}
	return append(toks, token{kind: stop, at: at})
}

func tight(toks []token, at int) bool {
	if len(toks) == 0 {
		return false
	}
	last := toks[len(toks)-1]
	return (last.kind == han || last.kind == kana) && last.at+len(last.text) == at
}

func isKatakana(r rune) bool { return unicode.Is(unicode.Katakana, r) || r == 'ー' || r == '・' }

func spanOf(s string, i int, in func(rune) bool) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !in(r) {
			break
		}
		i += n
	}
	return i
}

// leads tells a sign that begins a word: a dot file, a flag, a variable, a slash command.
func leads(s string) bool {
	if len(s) < 3 || strings.IndexByte(".-$/~@", s[0]) < 0 {
		return false
	}
	rest := strings.TrimLeft(s, ".-$/~@")
	if len(s)-len(rest) > 2 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return unicode.IsLetter(r)
}

// wordEnd returns the end of the word at i: letters and digits, and the signs that join them.
func wordEnd(line string, i int) int {
	j := i
	for j < len(line) && strings.IndexByte(".-$/~@", line[j]) >= 0 {
		j++
	}
	for j < len(line) {
		r, n := utf8.DecodeRuneInString(line[j:])
		if prose.CJK(r) {
			break
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_' {
			j += n
			continue
		}
		if strings.HasPrefix(line[j:], "://") {
			j += 3
			continue
		}
		if !strings.ContainsRune("-./'’:@+#", r) || j+n >= len(line) {
			if (r == '+' || r == '#') && j > i {
				j += n
				continue
			}
			break
		}
		next, _ := utf8.DecodeRuneInString(line[j+n:])
		if r == '+' || r == '#' || (unicode.IsLetter(next) || unicode.IsDigit(next)) && !prose.CJK(next) {
			j += n
			continue
		}
		break
	}
	if j == i {
		_, n := utf8.DecodeRuneInString(line[i:])
		j += n
	}
	return j
}
