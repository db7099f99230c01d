package assign

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// A secretWord is a word at the end of names of secrets; words.txt says what its options are.
type secretWord struct {
	word, lang                                 string
	kind                                       value.Kind
	verb, url, any, pin, pair, direct, service bool
	only                                       string // the list of what must stand before it, or must not
}

// identifiedBy is SQL if it is written in capitals, else prose.
const identifiedBy = "identified by"

// A table is words.txt.
type table struct {
	words map[string]secretWord // by the word in lower case
	forms []string              // the words in each letter case, but ASCII in lower case only
	lists map[string][]string   // the rest, by language and name
}

//go:embed words.txt
var file string

var theTable = sync.OnceValue(func() *table {
	t := &table{words: map[string]secretWord{}, lists: map[string][]string{}}
	for line := range strings.Lines(file) {
		head, rest, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || head[0] == '#' {
			continue
		}
		f, list := strings.Fields(head), strings.Split(rest, ", ")
		if f[1] != "password" && f[1] != "token" && f[1] != "pin" {
			t.lists[head] = append(t.lists[head], list...)
			continue
		}
		w := secretWord{lang: f[0], pin: f[1] == "pin"}
		if f[1] != "token" {
			w.kind = value.Password
		}
		has := func(option string) bool { return slices.Contains(f[2:], option) }
		w.verb, w.url, w.any, w.pair, w.direct, w.service = has("verb"), has("url"), has("any"), has("pair"), has("direct"), has("service")
		for _, list := range [...]string{"pass", "key", "free", "alone"} {
			if has(list) {
				w.only = "* " + list
			}
		}
		for _, w.word = range list {
			t.words[w.word] = w
			r, n := utf8.DecodeRuneInString(w.word)
			for _, form := range [...]string{w.word, string(unicode.ToUpper(r)) + w.word[n:], strings.ToUpper(w.word)} {
				if form = ascii.Lowered(form); !slices.Contains(t.forms, form) {
					t.forms = append(t.forms, form)
				}
			}
		}
	}
	return t
})

// among reports whether a list of the table has a word.
func among(list, word string) bool { return slices.Contains(theTable().lists[list], word) }

// fits reports whether a word means a secret, given the text before it: the rest of its name or, if that is empty, the
// word before it; in lower case, without separators.
func (w secretWord) fits(before string) bool {
	return w.only == "" || (w.only == "* free") != slices.ContainsFunc(theTable().lists[w.only], func(e string) bool {
		return strings.HasSuffix(before, e) || e == "-" && before == ""
	})
}

// Words returns the words that announce a secret, in lower case where they are ASCII: those that occur as a word or
// as a part of a name, and those that may occur anywhere.
func Words() (words, anywhere []string) {
	t := theTable()
	for _, form := range t.forms {
		switch w := t.words[strings.ToLower(form)]; {
		case w.url, w.service, form == "pw": // in a URL the password itself is often called so
		case w.any, w.pair:
			anywhere = append(anywhere, form)
		default:
			words = append(words, form)
		}
	}
	return words, anywhere
}
