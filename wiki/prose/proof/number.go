package proof

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/prose"
)

// A quantity is a number in the spelling of a text.
type quantity struct {
	text  string
	forms []string // what it may mean: 1,000 is 1000, and where a comma is a point 1.000
	parts []string // of a date, a range, a clock: each by itself
	sep   byte     // between the parts
	unit  string   // in one spelling; "" where there is none
}

// quantities returns the numbers of a folded text. Digits in a name, such as sha256, do not count.
func quantities(s string) (out []quantity) {
	for i := 0; i < len(s); {
		if s[i] < '0' || s[i] > '9' {
			i++
			continue
		}
		end := digitsEnd(s, i)
		if begins(s[:i]) {
			if q, ok := quantityAt(s, i, end); ok {
				out = append(out, q)
			}
		}
		for i = end; i < len(s); {
			r, w := utf8.DecodeRuneInString(s[i:])
			if !prose.Joins(r) {
				break
			}
			i += w
		}
	}
	return out
}

// begins reports whether a number can follow before.
func begins(before string) bool {
	r, w := utf8.DecodeLastRuneInString(before)
	if r == 'v' || r == 'V' {
		r, _ = utf8.DecodeLastRuneInString(before[:len(before)-w])
	}
	return !prose.Joins(r)
}

// digitsEnd returns where the number ends that begins at i: digits, and between two of them one of the marks
// that join numbers, or the space of thousands.
func digitsEnd(s string, i int) int {
	first := i
	for i < len(s) {
		switch {
		case digit(s, i):
			i++
		case strings.IndexByte(".,:/-'_", s[i]) >= 0 && digit(s, i+1):
			i++
		case s[i] == ' ' && i-first <= 3 && thousand(s, i), s[i] == ' ' && i-first > 3 && s[i-4] == ' ' && thousand(s, i):
			i += 4
		default:
			return i
		}
	}
	return i
}

func digit(s string, i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }

// thousand reports whether three digits and no more follow the space at i.
func thousand(s string, i int) bool {
	return digit(s, i+1) && digit(s, i+2) && digit(s, i+3) && !digit(s, i+4)
}

// quantityAt reads the number s[i:end] and its unit; false if it is part of a name.
func quantityAt(s string, i, end int) (q quantity, ok bool) {
	q.text = s[i:end]
	rest := s[end:]
	word := leadingWord(rest)
	after, _ := utf8.DecodeRuneInString(rest[len(word):])
	switch {
	case word == "":
		if r, _ := utf8.DecodeRuneInString(rest); prose.Joins(r) {
			return q, false
		}
		if unit := leadingWord(strings.TrimPrefix(rest, " ")); unit != "" && strings.HasPrefix(rest, " ") {
			q.unit = lexicon().units[strings.ToLower(unit)]
		} else if strings.HasPrefix(strings.TrimPrefix(rest, " "), "%") {
			q.unit = "%"
		}
	case prose.Joins(after): // 3f9a2c, 2nd_try
		return q, false
	default:
		if q.unit = lexicon().units[strings.ToLower(word)]; q.unit == "" && utf8.RuneCountInString(word) > 3 {
			return q, false
		}
	}
	q.read()
	return q, true
}

// leadingWord returns the letters that s begins with.
func leadingWord(s string) string {
	for i, r := range s {
		if !unicode.IsLetter(r) || prose.Unspaced(r) && i > 0 {
			return s[:i]
		}
		if prose.Unspaced(r) {
			return s[:utf8.RuneLen(r)]
		}
	}
	return s
}

// read determines what q may mean.
func (q *quantity) read() {
	plain := strings.ReplaceAll(strings.ReplaceAll(q.text, "'", ""), "_", "")
	for _, sep := range [...]byte{':', '/', '-'} {
		if strings.IndexByte(plain, sep) >= 0 {
			q.forms, q.sep = []string{plain}, sep
			for _, p := range strings.FieldsFunc(plain, func(r rune) bool { return r == ':' || r == '/' || r == '-' }) {
				part := quantity{text: p}
				part.read()
				q.parts = append(q.parts, part.forms...)
			}
			return
		}
	}
	if strings.IndexByte(plain, ' ') >= 0 {
		q.parts, q.sep = strings.Split(plain, " "), ' '
	}
	marks := strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' {
			return -1
		}
		return r
	}, plain)
	groups := strings.FieldsFunc(plain, func(r rune) bool { return r < '0' || r > '9' })
	same := strings.Count(marks, marks[:min(1, len(marks))]) == len(marks)
	grouped := len(groups) > 1 && len(groups[0]) <= 3
	for _, g := range groups[1:] {
		grouped = grouped && len(g) == 3
	}
	if same && grouped {
		q.forms = append(q.forms, strings.Join(groups, ""))
	}
	switch {
	case marks == "":
		q.forms = append(q.forms, plain)
	case len(marks) == 1 && marks != " ":
		q.forms = append(q.forms, groups[0]+"."+groups[1])
	case same && marks[0] == '.': // a version
		q.forms = append(q.forms, plain)
	case !same: // 1,234.56
		last := len(groups) - 1
		q.forms = append(q.forms, strings.Join(groups[:last], "")+"."+groups[last])
	case len(q.forms) == 0:
		q.forms, q.parts, q.sep = []string{plain}, groups, marks[0]
	}
}

// numbers maps the possible meanings of the quantities of a text to their units.
type numbers map[string]map[string]bool

func (n numbers) add(form, unit string) {
	if n[form] == nil {
		n[form] = map[string]bool{}
	}
	n[form][unit] = true
}

func numbersOf(s string) numbers {
	n := numbers{}
	for _, q := range quantities(s) {
		for _, f := range append(q.forms, q.parts...) {
			n.add(f, q.unit)
		}
	}
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if d, ok := lexicon().numerals[w]; ok {
			n.add(d, "")
		}
	}
	return n
}

// hold reports whether q is among n: in one of its readings, with no other unit; a version also by its
// beginning, a range also by its ends.
func (n numbers) hold(q quantity) bool {
	for _, f := range q.forms {
		if n.with(f, q.unit) {
			return true
		}
		if strings.Count(f, ".") >= 1 {
			for have := range n {
				if strings.HasPrefix(have, f+".") && strings.Count(have, ".") >= 2 {
					return true
				}
			}
		}
	}
	if len(q.parts) < 2 || len(q.parts) > 2 && q.sep != ' ' && q.sep != ',' {
		return false
	}
	for _, p := range q.parts {
		if !n.with(p, q.unit) {
			return false
		}
	}
	return true
}

func (n numbers) with(form, unit string) bool {
	have := n[form]
	return len(have) > 0 && (unit == "" || have[unit] || have[""])
}
