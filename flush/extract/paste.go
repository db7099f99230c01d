package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// pastedLines tells which lines of a person's message are output of a program rather than
// words: prompts, logs, stack traces, diffs, listings, code. A fence needs no telling.
func pastedLines(text string) []bool {
	lines := strings.Split(text, "\n")
	out := make([]bool, len(lines))
	for i, l := range lines {
		out[i] = pasted(l)
	}
	// A line of words between two pasted ones was pasted with them.
	for i := 1; i+1 < len(lines); i++ {
		if !out[i] && out[i-1] && strings.TrimSpace(lines[i]) != "" {
			for k := i + 1; k < len(lines) && k <= i+2; k++ {
				if out[k] {
					out[i] = true
					break
				}
				if strings.TrimSpace(lines[k]) == "" {
					break
				}
			}
		}
	}
	return out
}

func pasted(line string) bool {
	t := strings.TrimSpace(line)
	if t == "" {
		return false
	}
	for _, p := range []string{"❯", "$ ", "> ", ">>> ", "➜", "=> ", "# ", "at ", "+++", "---", "@@", "diff --git", "Traceback", "goroutine "} {
		if strings.HasPrefix(t, p) && p != "# " && p != "> " {
			if p == "at " && !strings.Contains(t, "(") && !strings.Contains(t, ":") {
				continue
			}
			return true
		}
	}
	letters, symbols, digits, spaces := 0, 0, 0, 0
	for _, r := range t {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			digits++
		case unicode.IsSpace(r):
			spaces++
		case !strings.ContainsRune(".,'\"`-/?!", r):
			symbols++
		}
	}
	n := utf8.RuneCountInString(t)
	switch {
	case strings.Contains(line, "   ") && n > 30 && strings.Contains(strings.TrimLeft(line, " \t"), "    "):
		return true
	case symbols*5 > n && n > 8:
		return true
	case digits*3 > n && n > 10:
		return true
	case strings.HasSuffix(t, "{") || strings.HasSuffix(t, "};") || t == "}" || strings.HasSuffix(t, ");"):
		return true
	}
	return false
}

// dropLines blanks the lines that drop marks.
func dropLines(text string, drop []bool) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		if drop[i] {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}
