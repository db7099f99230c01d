package subject

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unite makes one topic of names that mean the same thing: "SessionStart hook" and "session
// start hook", an abbreviation and what it stands for, the title and the aliases of a page.
func (x *index) unite(pages []*page) {
	for id, t := range x.topics {
		for _, f := range t.forms {
			if f.aka {
				if other, ok := x.byKey[key(f.text)]; ok {
					x.join(int32(id), other)
				}
			}
		}
	}
	for i := range x.lines {
		for short, long := range abbreviations(x.lines[i].plain) {
			a, okA := x.byKey[key(long)]
			b, okB := x.byKey[key(short)]
			if okA && okB {
				x.join(a, b)
			}
		}
	}
	x.follow()
	for _, p := range pages {
		for _, k := range p.keys[1:] {
			a, okA := x.byKey[p.keys[0]]
			b, okB := x.byKey[k]
			if okA && okB {
				x.join(a, b)
			}
		}
	}
}

// root returns the topic that id was united with.
func (x *index) root(id int32) int32 {
	for {
		up, ok := x.same[id]
		if !ok {
			return id
		}
		id = up
	}
}

// join makes b the same topic as a. A name has one meaning: the first to claim it keeps it.
func (x *index) join(a, b int32) {
	a, b = x.root(a), x.root(b)
	if a == b {
		return
	}
	x.same[b] = a
	ta, tb := x.topics[a], x.topics[b]
	ta.cls = max(ta.cls, tb.cls)
	for _, f := range tb.forms {
		if i := slices.IndexFunc(ta.forms, func(g form) bool { return g.text == f.text }); i >= 0 {
			ta.forms[i].n += f.n
			ta.forms[i].code += f.code
		} else if len(ta.forms) < maxForms {
			ta.forms = append(ta.forms, f)
		}
	}
}

// abbreviations yields the short and the long form where a line gives both: "program counter
// (PC)", "PC (program counter)".
func abbreviations(line string) func(yield func(short, long string) bool) {
	return func(yield func(short, long string) bool) {
		if !strings.Contains(line, "(") {
			return
		}
		for i := 0; i < len(line); i++ {
			if line[i] != '(' {
				continue
			}
			end := strings.IndexByte(line[i:], ')')
			if end < 0 {
				return
			}
			in, before := strings.TrimSpace(line[i+1:i+end]), strings.Fields(line[:i])
			if len(before) == 0 {
				continue
			}
			last := strings.Trim(before[len(before)-1], "`*_\"")
			if isAbbreviation(in) {
				if long := expansion(before, in); long != "" && !yield(in, long) {
					return
				}
			} else if isAbbreviation(last) && initials(strings.Fields(in)) == strings.ToLower(last) {
				if !yield(last, in) {
					return
				}
			}
		}
	}
}

func isAbbreviation(s string) bool {
	if len(s) < 2 || len(s) > 6 {
		return false
	}
	for _, r := range s {
		if !unicode.IsUpper(r) {
			return false
		}
	}
	return true
}

// expansion returns the words at the end of before whose initials spell short.
func expansion(before []string, short string) string {
	for n := 1; n <= len(before) && n <= len(short); n++ {
		words := before[len(before)-n:]
		if initials(words) == strings.ToLower(short) {
			return strings.Trim(strings.Join(words, " "), "`*_\"")
		}
	}
	return ""
}

func initials(words []string) string {
	var b strings.Builder
	for _, w := range words {
		for part := range strings.SplitSeq(w, "-") {
			if r, _ := utf8.DecodeRuneInString(strings.Trim(part, "`*_\"")); unicode.IsLetter(r) {
				b.WriteRune(unicode.ToLower(r))
			}
		}
	}
	return b.String()
}
