package proof

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// Evidence is what turns say, in the forms in which it is searched.
type Evidence struct {
	By      Actor // who says it
	Answers bool  // it is a question with its answer

	raw   string // visible
	paths string // of files that were edited, a line each

	same, low string // folded, and in small letters
	solid     string // the latter without spaces
	nums      numbers
	words     map[string]bool
	said      []claim
	rows      []row
}

func Of(raw string, paths []string) *Evidence {
	e := &Evidence{raw: raw, paths: strings.Join(paths, "\n")}
	e.same = Folded(raw + "\n" + e.paths)
	e.low = strings.ToLower(e.same)
	return e
}

// joined returns what e says without the gaps that compounds may have: fall back, fallback.
func (e *Evidence) joined() string {
	if e.solid == "" {
		e.solid = strings.NewReplacer(" ", "", "-", "").Replace(e.low)
	}
	return e.solid
}

// code reports whether e holds code literally.
func (e *Evidence) code(code string) bool {
	code = Folded(code)
	return prose.Stands(e.same, code) || prose.Stands(e.same, strings.TrimSuffix(code, "()")) || strings.ContainsAny(code, `/\`) && e.path(code)
}

// quotes reports whether e holds a quotation, ignoring case.
func (e *Evidence) quotes(q string) bool { return prose.Stands(e.low, strings.ToLower(q)) }

// address reports whether e holds a complete web address, ignoring a final slash. The paths of edited files
// do not count.
func (e *Evidence) address(u string) bool {
	raw := Folded(e.raw)
	low, want := strings.ToLower(raw), strings.ToLower(strings.TrimSuffix(u, "/"))
	for at := 0; ; {
		i := strings.Index(low[at:], want)
		if i < 0 {
			return false
		}
		i += at
		rest := strings.TrimPrefix(low[i+len(want):], "/")
		rest = strings.TrimLeft(rest, ".,;:!?)]}'\"")
		before, _ := utf8.DecodeLastRuneInString(low[:i])
		after, _ := utf8.DecodeRuneInString(rest)
		ends := rest == "" || after == ' ' || strings.ContainsRune("<>|", after) || rest != low[i+len(want):] && !prose.Joins(after)
		if ends && !prose.Joins(before) && (len(low) != len(raw) || sameTail(raw[i:i+len(want)], strings.TrimSuffix(u, "/"))) {
			return true
		}
		at = i + 1
	}
}

// sameTail reports whether two addresses have the same case behind the host.
func sameTail(a, b string) bool {
	tail := func(s string) string {
		if i := strings.Index(s, "://"); i >= 0 {
			s = s[i+3:]
		}
		_, t, _ := strings.Cut(s, "/")
		return t
	}
	return tail(a) == tail(b)
}

// named reports whether e holds a name: literally, in another case, a hash by its beginning, a path by its
// end, a compound by its parts.
func (e *Evidence) named(name string) bool {
	low := strings.ToLower(name)
	if prose.Stands(e.low, low) {
		return true
	}
	if isHash(name) {
		return prefixStands(e.low, low)
	}
	if strings.ContainsAny(name, `/\`) {
		return e.path(name) || e.lists(strings.Split(low, "/"))
	}
	parts := strings.Split(name, "-")
	if len(parts) < 2 || parts[0] == "" {
		return false
	}
	if strings.ContainsFunc(name, unicode.IsDigit) { // UTF-8 is UTF 8, and not of any 8
		return prose.Stands(strings.ReplaceAll(e.low, "-", " "), strings.ReplaceAll(low, "-", " "))
	}
	for _, p := range parts {
		if what, n := named(p); what != "" && !e.named(n) {
			return false
		}
	}
	return true
}

// path reports whether e holds a path that is this one or ends with it.
func (e *Evidence) path(name string) bool {
	name = strings.TrimSuffix(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "./"), "/")
	return prose.Stands(strings.ReplaceAll(e.same, `\`, "/"), name)
}

// lists reports whether e names words side by side, which a line may join by slashes: click/type/drag/screenshot.
func (e *Evidence) lists(words []string) bool {
	room := 4 * len(words)
	for _, w := range words {
		if room += len(w); len(w) < 3 || strings.ContainsFunc(w, func(r rune) bool { return !unicode.IsLetter(r) }) {
			return false
		}
	}
	for at := 0; ; at++ {
		i := strings.Index(e.low[at:], words[0])
		if i < 0 {
			return false
		}
		at += i
		near := e.low[max(0, at-room):min(len(e.low), at+room)]
		if !slices.ContainsFunc(words, func(w string) bool { return !prose.Stands(near, w) }) {
			return true
		}
	}
}

// prefixStands reports whether text has a word that begins with what.
func prefixStands(text, what string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], what)
		if i < 0 {
			return false
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at+i])
		if !prose.Joins(before) {
			return true
		}
		at += i + 1
	}
}

func (e *Evidence) numbers() numbers {
	if e.nums == nil {
		e.nums = numbersOf(e.same)
	}
	return e.nums
}

// stems returns the stems of the words of e that carry meaning.
func (e *Evidence) stems() map[string]bool {
	if e.words == nil {
		e.words = Stems(e.same)
	}
	return e.words
}

// Stems returns the stems of the words of a text that carry meaning, of compounds also those of their parts.
func Stems(s string) map[string]bool {
	out := map[string]bool{}
	prose.EachWord(s, func(w string) {
		if !prose.IsStopAnywhere(w) {
			out[stem(w)] = true
		}
		for _, p := range strings.FieldsFunc(w, func(r rune) bool { return strings.ContainsRune("._/-'", r) }) {
			if len(p) > 1 && !prose.IsStopAnywhere(p) {
				out[stem(p)] = true
			}
		}
	})
	return out
}

// Bears reports whether e is about the subject of a line: it holds a third of the line's words.
func (e *Evidence) Bears(text string) bool {
	all, hit := 0, 0
	prose.EachWord(Folded(text), func(w string) {
		if prose.IsStopAnywhere(w) {
			return
		}
		all++
		if n := lexicon().numerals[w]; e.stems()[stem(w)] || e.stems()[stem(lexicon().forms[w])] || n != "" && e.stems()[n] {
			hit++
		}
	})
	return all == 0 || hit > 0 && 3*hit >= all
}
