package prose

import "strings"

// brackets finds the partner of every '[' and '(' outside code, in one pass.
func brackets(s string) []int {
	if !strings.Contains(s, "[") {
		return make([]int, len(s))
	}
	match := make([]int, len(s))
	var square, round []int
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '`':
			n := count(s[i:], '`')
			if stop := closeCode(s, i+n, n); stop >= 0 {
				i = stop + n - 1
			} else {
				i += n - 1
			}
		case '[':
			square = append(square, i)
		case '(':
			round = append(round, i)
		case ']':
			if n := len(square); n > 0 {
				match[square[n-1]] = i
				square = square[:n-1]
			}
		case ')':
			if n := len(round); n > 0 {
				match[round[n-1]] = i
				round = round[:n-1]
			}
		}
	}
	return match
}

// CodeEnd returns the offset behind the code span that opens at i, 0 if none does, and how many backticks open it.
func CodeEnd(s string, i int) (end, ticks int) {
	ticks = count(s[i:], '`')
	if stop := closeCode(s, i+ticks, ticks); stop >= 0 {
		return stop + ticks, ticks
	}
	return 0, ticks
}

// closeCode finds the run of exactly n backticks that ends a code span whose text starts at from, or -1. It
// looks ahead only so far, so that many unclosed runs take linear time.
func closeCode(s string, from, n int) int {
	limit := min(len(s), from+2000)
	for i := from; i < limit; {
		if s[i] != '`' {
			k := strings.IndexByte(s[i:limit], '`')
			if k < 0 {
				return -1
			}
			i += k
		}
		k := count(s[i:], '`')
		if k == n {
			return i
		}
		i += k
	}
	return -1
}
