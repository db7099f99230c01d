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

//go:embed words.txt
var file string

// rows calls f with the words before the colon of each line of words.txt, and with the list: of the kinds of secrets, which
// stand before its first empty line, or of the rest.
func rows(kinds bool, f func(head []string, list string)) {
	first, rest, _ := strings.Cut(file, "\n\n")
	if !kinds {
		first = rest
	}
	for line := range strings.Lines(first) {
		if head, list, ok := strings.Cut(line, ": "); ok && head[0] != '#' {
			f(strings.Fields(head), strings.TrimSuffix(list, "\n"))
		}
	}
}

// each calls f with the words that announce a secret.
func each(f func(w secretWord)) {
	rows(true, func(head []string, list string) {
		w := secretWord{lang: head[0], pin: head[1] == "pin"}
		if head[1] != "token" {
			w.kind = value.Password
		}
		for _, option := range head[2:] {
			switch option {
			case "verb":
				w.verb = true
			case "url":
				w.url = true
			case "any":
				w.any = true
			case "pair":
				w.pair = true
			case "direct":
				w.direct = true
			case "service":
				w.service = true
			default:
				w.only = option
			}
		}
		for w.word = range strings.SplitSeq(list, ", ") {
			f(w)
		}
	})
}

// words are these, by the word in lower case.
var words = sync.OnceValue(func() map[string]secretWord {
	all := map[string]secretWord{}
	each(func(w secretWord) { all[w.word] = w })
	return all
})

// forms returns a word in each letter case, but ASCII in lower case only.
func forms(word string) []string {
	if ascii.IsPrintable(word) {
		return []string{word}
	}
	r, n := utf8.DecodeRuneInString(word)
	return slices.Compact([]string{word, ascii.Lowered(string(unicode.ToUpper(r)) + word[n:]), ascii.Lowered(strings.ToUpper(word))})
}

// lists are the other lists of words.txt, by language and name.
var lists = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	rows(false, func(head []string, list string) {
		name := head[0] + " " + head[1]
		all[name] = append(all[name], strings.Split(list, ", ")...)
	})
	return all
})

// among reports whether a list has a word.
func among(list, word string) bool { return slices.Contains(lists()["* "+list], word) }

// fits reports whether a word means a secret, given the text before it: the rest of its name or, if that is empty, the
// word before it; in lower case, without separators.
func (w secretWord) fits(before string) bool {
	return w.only == "" || (w.only == "free") != slices.ContainsFunc(lists()["* "+w.only], func(e string) bool {
		return strings.HasSuffix(before, e) || e == "-" && before == ""
	})
}

// Words returns the words that announce a secret, in lower case where they are ASCII: those that occur as a word or
// as a part of a name, and those that may occur anywhere.
func Words() (all, anywhere []string) {
	each(func(w secretWord) {
		switch {
		case w.url, w.service, w.word == "pw": // in a URL the password itself is often called so
		case w.any, w.pair:
			anywhere = append(anywhere, forms(w.word)...)
		default:
			all = append(all, forms(w.word)...)
		}
	})
	return all, anywhere
}
