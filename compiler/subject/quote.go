package subject

import (
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A sentence that the next one takes back, or a clause that a later one limits, says the opposite of its line when it
// stands alone. It is quoted with its limit or not at all.

// limits matches the start of a sentence that limits or denies the one before.
var limits = lazy.Regexp(`(?i)^["'(*_]*(?:` +
	`(?:but|however|yet|although|though|except|unless|only|not|never|nor|still,|otherwise|instead|unfortunately|in practice|in reality|with one exception)\b` +
	`|(?:it|this|that|they|these|those|there)(?:['’]s| is| are|['’]re| was| were| does| do| did| has| have| will| would| can| could)?(?: only| never| no | not\b|n['’]t\b)` +
	`|can['’]t|cannot|don['’]t|doesn['’]t|won['’]t|isn['’]t|aren['’]t` +
	`|(?:aber|jedoch|allerdings|nur|außer|leider|das gilt nicht|pero|sin embargo|aunque|solo|sólo|salvo|mais|cependant|toutefois|sauf|seulement|mas|porém|contudo|só|но|однако|кроме|только)(?:[ ,]|$)` +
	`|ただし|しかし|でも|だが|但|然而|不过|可是|하지만|그러나|다만)`)

// turns matches words that limit what stands before them in their sentence.
var turns = lazy.Regexp(`(?i), not |\b(?:only|without|unless|except|even (?:if|though)|but|although|though|however|unlike|no longer|nur|ohne|aber|sofern|sin|pero|salvo|sans|mais|sauf|sem|mas)\b| (?:außer|но|кроме|только) |只|但|除非|しかし|ただし|だけ`)

// opening returns the first sentence of a line with the following ones that limit it.
func opening(text string) string {
	ss := prose.Sentences(text)
	if len(ss) < 2 || width(ss[0]) < 20 {
		return text
	}
	first := ss[0]
	for _, s := range ss[1:] {
		if !limits().MatchString(s) {
			break
		}
		first += " " + s
	}
	return first
}

// limitLeast is the least length of a limit, in bytes, that a shortened quotation shows.
const limitLeast = 12

// whole returns a text as plain text, shortened to at most max characters; "" if that would cut off a limit.
func whole(text string, max int) string {
	text = bare(text)
	for _, cut := range []func(string, int) string{prose.Shorten, prose.Broken} {
		short := cut(text, max)
		kept, more := strings.CutSuffix(short, "…")
		if kept == text {
			return short
		}
		if last := lastLimit(text); last < 0 || more && last+limitLeast <= len(kept) || !more && last < len(kept) {
			return short
		}
	}
	return ""
}

// lastLimit returns where the last limit of a text begins, -1 if it has none.
func lastLimit(text string) int {
	last := -1
	for _, in := range turns().FindAllStringIndex(text, -1) {
		last = in[0]
	}
	at := 0
	for i, s := range prose.Sentences(text) {
		if n := strings.Index(text[at:], s); n >= 0 {
			at += n
			if i > 0 && limits().MatchString(s) {
				last = max(last, at)
			}
			at += len(s)
		}
	}
	return last
}

// colonLed reports whether a line begins with a heading: "The root cause: ...".
func colonLed(text string) bool {
	code := false
	for i, r := range text {
		switch {
		case i > 80:
			return false
		case r == '`':
			code = !code
		case r == '：', r == ':' && !code && (i+1 == len(text) || text[i+1] == ' '):
			return true
		}
	}
	return false
}

// width is the length of a text in characters, those that stand for a word counted as three.
func width(s string) int {
	n := 0
	for _, r := range s {
		if n++; prose.CJK(r) {
			n += 2
		}
	}
	return n
}

// sentence gives a line the full stop that a bullet leaves out.
func sentence(text string) string {
	end := strings.TrimRight(text, "`\"')]»”’*_")
	if r, _ := utf8.DecodeLastRuneInString(end); end == "" || strings.ContainsRune(".!?…。！？", r) {
		return text
	} else if prose.CJK(r) {
		return text + "。"
	}
	return strings.TrimRight(text, ":;,，：") + "."
}

// bare is a line without its markup.
func bare(markdown string) string { return strings.ReplaceAll(prose.Inline(markdown), "`", "") }

// describeMost is how long a description is, in characters.
const describeMost = 160
