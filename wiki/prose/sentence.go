package prose

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences cuts plain text, as [Inline] and [Blocks] return it, into sentences. A sentence ends at a line
// break, at a full stop of its script, and nowhere inside inline code, a parenthesis, an abbreviation, a
// version, a path or a number. Only white space and decoration at the ends is lost.
func Sentences(text string) []string {
	var out []string
	for _, line := range strings.Split(text, "\n") {
		from := 0
		for i := range ends(line) {
			if s := undecorate(line[from:i]); s != "" {
				out = append(out, s)
			}
			from = i
		}
		if s := undecorate(line[from:]); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// ends yields the offset behind each sentence that ends inside line.
func ends(line string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		paren := parens(line)
		from := 0
		for i := 0; i < len(line); {
			r, w := utf8.DecodeRuneInString(line[i:])
			switch {
			case r == '`':
				n := count(line[i:], '`')
				if stop := closeCode(line, i+n, n); stop >= 0 {
					i = stop + n
				} else {
					i += n
				}
				continue
			case opening(r) && paren[r][i] > i:
				i = paren[r][i]
				if at := i - utf8.RuneLen(partner[r]) - 1; r == '"' || r == '“' {
					if stopMark(rune(line[at])) && stopsAt(line, from, at, at+1, i) {
						if !yield(i) {
							return
						}
						from = i
					}
				}
				continue
			case fullStop(r):
				i = closers(line, i+w)
				if !yield(i) {
					return
				}
				from = i
				continue
			case stopMark(r):
				stop := i + w
				for stop < len(line) {
					q, k := utf8.DecodeRuneInString(line[stop:])
					if !stopMark(q) {
						break
					}
					stop += k
				}
				after := closers(line, stop)
				if stopsAt(line, from, i, stop, after) {
					if !yield(after) {
						return
					}
					from = after
				}
				i = after
				continue
			}
			i += w
		}
	}
}

func stopMark(r rune) bool { return r == '.' || r == '!' || r == '?' || r == '…' }

// Stop reports whether a mark may end a sentence, in any script.
func Stop(r rune) bool { return stopMark(r) || fullStop(r) }

// fullStop reports whether a mark ends a sentence whatever follows it, as those of many scripts do.
func fullStop(r rune) bool {
	return r > 0x80 && strings.ContainsRune("。！？｡।॥۔؟።։။។", r)
}

func opening(r rune) bool {
	switch r {
	case '(', '[', '（', '「', '『', '“', '"':
		return true
	}
	return false
}

// stopsAt reports whether the run of stops line[at:stop], whose closing quotes end at after, ends a
// sentence.
func stopsAt(line string, from, at, stop, after int) bool {
	if after >= len(line) {
		return true
	}
	next, w := utf8.DecodeRuneInString(line[after:])
	if CJK(next) {
		return line[at] != '.' || stop-at > 1
	}
	if !unicode.IsSpace(next) {
		return false
	}
	rest := strings.TrimLeftFunc(line[after+w:], decorOrSpace)
	first, _ := utf8.DecodeRuneInString(rest)
	lower := unicode.IsLower(first)
	if strings.ContainsRune(",;:)]}–—-+*/=<>&|", first) {
		return false
	}
	run := line[at:stop]
	switch {
	case run == ".":
		return dotEnds(line[from:at], lower)
	case strings.Contains(run, "!") || strings.Contains(run, "?"):
		return !lower || after == stop
	}
	return !lower // an ellipsis
}

// dotEnds reports whether the full stop after head ends a sentence; lower says that the next
// word starts with a small letter.
func dotEnds(head string, lower bool) bool {
	word := head[strings.LastIndexAny(head, " \t(\"'“„«/")+1:]
	if word == "" {
		return true
	}
	if len(strings.TrimSpace(head)) == len(word) && strings.Trim(word, "0123456789") == "" {
		return false // the number of a list item
	}
	low := strings.ToLower(word)
	if always()[low] || lower && before()[low] {
		return false
	}
	if lower && strings.Trim(word, "0123456789") == "" {
		return false // a German ordinal: am 3. mai
	}
	if utf8.RuneCountInString(word) == 1 {
		r, _ := utf8.DecodeRuneInString(word)
		return !unicode.IsLetter(r) || r == 'I' || !lower && unicode.IsUpper(r) && len(strings.Fields(head)) > 1
	}
	return true
}

// always are abbreviations that never end a sentence; those in before may end one, unless a small letter
// follows.
var (
	always = Set("e.g i.e eg ie vs cf approx resp incl excl viz dr mr mrs ms prof st fig figs eq sec dept est " +
		"z.b d.h u.a o.ä v.a i.d.r ggf bzw bspw sog evtl inkl exkl ca vgl zzgl abzgl hrsg " +
		"p.ej ej sr sra dra ud uds núm pág p.ex ex mme mlle av env réf " +
		"т.е т.к т.н т.ч напр см рис стр им ул")
	before = Set("etc usw etc. al inc ltd co corp jr sr no nr abs art bd max min temp misc ref refs vol ed op usw " +
		"u.s p.m a.m т.д т.п др пр гг г руб тыс млн мин сек")
)

// closers skips the quotes and brackets that close right after a stop.
func closers(line string, i int) int {
	for i < len(line) {
		r, w := utf8.DecodeRuneInString(line[i:])
		if !strings.ContainsRune("\"'”’»)]}」』）】*_", r) {
			break
		}
		i += w
	}
	return i
}

// parens maps an opening bracket or quotation mark to the offset behind its partner, if that is on the line
// and not too far away. Stops inside them end no sentence.
func parens(line string) map[rune]map[int]int {
	if !strings.ContainsAny(line, "([（「『“\"") {
		return nil
	}
	const far = 400
	type open struct {
		r  rune
		at int
	}
	var stack []open
	out := map[rune]map[int]int{}
	last := ' '
	for i, r := range line {
		before := last
		last = r
		if r == '"' && !unicode.IsSpace(before) && before != '(' && before != '[' {
			r = '\x00' // closes
		}
		switch r {
		case '"', '(', '[', '（', '「', '『', '“':
			stack = append(stack, open{r, i})
		case '\x00', ')', ']', '）', '」', '』', '”':
			for n := len(stack); n > 0; n = len(stack) {
				o := stack[n-1]
				stack = stack[:n-1]
				if partner[o.r] != r {
					continue
				}
				if i-o.at <= far {
					if out[o.r] == nil {
						out[o.r] = map[int]int{}
					}
					out[o.r][o.at] = i + utf8.RuneLen(last)
				}
				break
			}
		}
	}
	return out
}

var partner = map[rune]rune{'"': '\x00', '(': ')', '[': ']', '（': '）', '「': '」', '『': '』', '“': '”'}
