// Package assign finds the value that a text assigns to a name: NAME=…, "name": "…", --name …, and the name is ….
package assign

import (
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// Detector returns the detector of values that are assigned to a name of a secret.
func Detector() span.Anchored {
	d := span.Anchored{Detect: find}
	for word := range words() {
		d.Anchors = append(d.Anchors, forms(word)...)
	}
	return d
}

// find finds values that are assigned to a name of a secret, or told behind it.
func find(s string, start, end int, out []span.Span) []span.Span {
	if span.Covered(out, start) || span.InValue(out, start) {
		return out
	}
	n, ok := secretName(s, start, end)
	if !ok {
		if n.end < 0 || n.word.word != "key" || n.start < start || start > 0 && s[start-1] == '"' || !among("lone", strings.ToLower(wordBefore(s, start))) {
			return out
		}
	} else if found := assigned(s, n, start, end, out); len(found) > len(out) || n.word.pin || n.word.service || n.word.url {
		return found
	}
	return telling{kind: n.kind}.find(s, n.start, n.end, out)
}

// assigned finds values that are assigned to a name: DB_PASSWORD=…, "apiKey": "…", --token …, password is …. Whether they are
// secrets depends on the value.
func assigned(s string, n name, start, end int, out []span.Span) []span.Span {
	v, ok := assignedTo(s, n)
	if !ok {
		return column(s, n, before(s, n, out))
	}
	if !v.quoted {
		v.end = bareEnd(s, v.Start, n.inURL, value.MaxJudged)
	}
	if n.word.pin {
		if (v.Sep == Word || (n.capitals || n.word.any || strings.Contains(n.word.word, " ")) && (v.Sep == Colon || v.Sep == Equal)) && n.start == start && n.end == end && isPIN(s, v.Start, v.end) {
			out = append(out, span.Span{Start: v.Start, End: v.end, Rule: "password", Rank: span.ByName})
		}
		return out
	} else if to, ok := phraseEnd(s, v.Start); ok && n.word.word == "passphrase" && !v.quoted && (v.Sep == Word || v.Sep == Colon) {
		return append(out, span.Span{Start: v.Start, End: to, Rule: "password", Rank: span.ByName})
	}
	text := s[v.Start:v.end]
	if v.pair {
		n.kind = value.Password
	}
	if n.word.service && !(v.Sep <= Colon && len(text) >= 16 && ascii.HasDigit(text) && shape.Wordiness(text) < 0.4 && !shape.IsLocation(text) && !shape.IsVersion(text)) {
		return out
	}
	if (v.weak || v.pair || n.verb && n.word.any) && !sturdy(text) {
		return out
	}
	if n.loose && (n.kind == value.Token && (!shape.IsRandom(text) || shape.IsUUID(text) || ascii.IsHex(text)) || !shape.HasSpecial(text) && !(ascii.HasDigit(text) && ascii.HasLetter(text))) {
		return out
	}
	surroundings := value.Context{Kind: n.kind, Strong: v.Strong, Quoted: v.quoted, Verb: n.verb && !n.sql, Name: s[n.start:n.end]}
	surroundings.Secret = ascii.HasSuffixFold(s[:end], "secret")
	surroundings.Alone = !v.quoted && !n.verb && !n.word.any && !v.below && (v.Sep == Colon || v.Sep == Equal) && onItsOwn(s, n.start, v.end)
	surroundings.Sure = v.Strong && v.Sep != Colon && (n.capitals || n.flag || v.Sep == Netrc || n.inURL || n.start > 0 && s[n.start-1] == ';')
	if v.Sep == Flag && !v.quoted && (text == "" || text[0] == '-' || s[v.Start-1] != '=' && !ascii.HasDigit(text) && !shape.HasSpecial(text)) {
		return out
	}
	if v.below && !onItsOwn(s, v.Start, v.end) || !value.Credible(text, surroundings) && !isPassphrase(s[start:end], text, v) {
		return out
	}
	if !v.quoted {
		v.end = bareEnd(s, v.Start, n.inURL, value.MaxLen)
		if strings.HasPrefix(s[v.end:], "\\\n") { // a shell reads on
			v.end = bareEnd(s, v.end+2, n.inURL, value.MaxLen)
		}
	}
	return append(out, span.Span{Start: v.Start, End: v.end, Rule: rules[n.kind], Rank: span.ByName})
}

// before appends a password that stands before its name: "use … as the new password".
func before(s string, n name, out []span.Span) []span.Span {
	const near, far = 3, 10 // words
	if n.kind != value.Password || n.word.pin || n.end < len(s) && strings.IndexByte(" .,;!)\n", s[n.end]) < 0 {
		return out
	}
	low := max(0, n.start-2*maxName)
	words := strings.Fields(s[low+strings.LastIndexByte(s[low:n.start], '\n')+1 : n.start])
	for k := len(words) - 1; k > 0 && k >= len(words)-1-far; k-- {
		text := strings.Trim(words[k-1], "\"'`,")
		told := k >= len(words)-1-near && among("behind", words[k]) || k == len(words)-1 && strings.HasSuffix(words[k-1], ",") && among("lone", words[k]) || k > 1 && among("typed", strings.ToLower(words[k-2]))
		if told && (chosen(text) || shape.HasSpecial(text) && sturdy(text) && !shape.IsLocation(text)) {
			at := low + strings.LastIndex(s[low:n.start], text)
			return append(out, span.Span{Start: at, End: at + len(text), Rule: rules[n.kind], Rank: span.ByName})
		}
	}
	return out
}

// rules are the names of what is found, by its kind.
var rules = [...]string{value.Token: "secret", value.Password: "password"}

// onItsOwn reports whether s[start:end] is the whole content of its line.
func onItsOwn(s string, start, end int) bool {
	for start > 0 && (s[start-1] == ' ' || s[start-1] == '\t') {
		start--
	}
	for end < len(s) && (s[end] == ' ' || s[end] == '\r') {
		end++
	}
	return (start == 0 || s[start-1] == '\n') && (end == len(s) || s[end] == '\n')
}

// After returns the value after the name that s[start:end] ends, for names other than
// those of Detector.
func After(s string, start, end int) (Assignment, bool) {
	n := nameAround(s, start, end)
	if n.end < 0 {
		return Assignment{}, false
	}
	return assignedTo(s, n)
}

// assignedTo reads separator and quotes after a name. The end of a bare value is set to its start.
func assignedTo(s string, n name) (Assignment, bool) {
	v, i, ok := readSeparator(s, n)
	if !ok {
		return v, false
	}
	if i = skipInline(s, i); strings.HasPrefix(s[i:], "\\\n") {
		i = skipInline(s, i+2)
	}
	if v.Sep == Colon || v.Sep == Word {
		if at := belowAt(s, i); at > i {
			i, v.below = at, true
		}
	}
	if v.Sep == Word {
		i = skipAside(s, i)
	}
	if i < len(s) {
		i += bracketLen(s[i:])
	}
	if k := i + ascii.Count(s[i:], "( \n\t", maxName); k > i+1 && v.Sep == Equal && s[i] == '(' && k < len(s) && strings.IndexByte("\"'`", s[k]) >= 0 { // literals in brackets
		i = k
	}
	for _, call := range lists()["* wrap"] {
		if after, ok := strings.CutPrefix(s[i:], call+"("); ok && after != "" && strings.IndexByte("\"'`", after[0]) >= 0 {
			i = len(s) - len(after)
			break
		}
	}
	if n.word.pair {
		k := skipUser(s, i)
		if v.pair = k >= 0; v.pair {
			i = k
		} else if n.kind == value.Password {
			return v, false
		}
	}
	v.Start, v.end = i, i
	if i >= len(s) {
		return v, false
	}
	if from, to, ok := quotation(s, i); ok {
		v.Start, v.end, v.quoted = from, to, true
		v.Strong = v.Sep != Word && v.Sep != Space && (v.Sep != Call || n.kind == value.Token || n.capitals) || n.sql
		return v, to > from
	}
	tight := v.Sep == Equal && i > 0 && s[i-1] == '='
	v.Strong = v.Sep == Flag || v.Sep == Netrc || tight && i-n.end <= 2
	return v, v.Sep != Call && v.Sep != Space
}

// isPassphrase reports whether a value is several plain words, quoted or joined by dashes,
// after a name that announces a passphrase.
func isPassphrase(word, text string, v Assignment) bool {
	if !strings.EqualFold(word, "passphrase") || text == "" || value.IsPlaceholder(text) {
		return false
	}
	fields := strings.Split(text, "-")
	if v.quoted && len(fields) < 4 {
		fields = strings.Fields(text)
	}
	for _, f := range fields {
		if !ascii.IsPrintable(f) || f != strings.ToLower(f) {
			return false
		}
	}
	return len(fields) >= 4 && len(fields) <= 24
}

// An Assignment is a value with a name before it.
type Assignment struct {
	Start, end int // the value, without its quotes
	Sep        Separator
	quoted     bool
	below      bool // on the line below its name
	weak       bool // what follows may also go on in a sentence
	pair       bool // a user's name stood before it
	Strong     bool // nothing but an assignment is written so
}
