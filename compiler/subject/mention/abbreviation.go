package mention

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Abbreviations yields the short and the long form if a line gives both: "program counter (PC)", "PC (program
// counter)".
func Abbreviations(line string) func(yield func(short, long string) bool) {
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
