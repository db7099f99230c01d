package extract

import (
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// withoutPaste returns a person's message without the lines that are output of a program: prompts and what
// follows them, logs, stack traces, diffs, listings, code. Fenced code needs no detection.
func withoutPaste(text string) string {
	text = withoutDialogue(strings.ReplaceAll(text, "[image]", " "))
	lines := strings.Split(text, "\n")
	drop := make([]bool, len(lines))
	first, last, n := -1, -1, 0
	prompt := false
	settings := configLines(lines)
	for i, l := range lines {
		t := strings.TrimSpace(l)
		prompt = t != "" && (prompt || prompted(t))
		if drop[i] = prompt || settings[i] || pasted(l) || errorLine().MatchString(t) && i+1 < len(lines) && traced(lines[i+1]); drop[i] {
			if n++; first < 0 {
				first = i
			}
			last = i
		}
	}
	if n == 0 {
		return text
	}
	for i := first; i <= last; i++ {
		// A line between two pasted ones was pasted with them, if there are many.
		if n >= 4 || drop[max(i-1, 0)] && drop[min(i+1, len(lines)-1)] {
			drop[i] = true
		}
	}
	for i := range lines {
		if drop[i] {
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n")
}

// withoutDialogue removes a conversation that was pasted: from the first line that one of its sides begins
// to the end of the message. A single label is the person's own.
func withoutDialogue(text string) string {
	sides := speaker().FindAllStringSubmatchIndex(text, -1)
	for _, m := range sides {
		if len(sides) > 1 && text[m[2]:m[3]] != text[sides[0][2]:sides[0][3]] {
			return text[:sides[0][0]]
		}
	}
	return text
}

var speaker = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^[ \t>*_#]*(User|Human|Person|Assistant|Agent|System|AI|Bot|Claude|Benutzer|Usuario|Usuário|Utilisateur|Assistent|Asistente|Assistente|Пользователь|Ассистент|用户|助手|ユーザー|アシスタント)[*_]*[:：]`)
})

// configLines marks runs of "key: value" lines, indented or three and more: a file of
// settings.
func configLines(lines []string) []bool {
	out := make([]bool, len(lines))
	for i := 0; i < len(lines); {
		k, deep := i, false
		for k < len(lines) && configLine().MatchString(lines[k]) {
			deep = deep || lines[k][0] == ' ' || lines[k][0] == '\t'
			k++
		}
		if k-i >= 3 || k-i == 2 && deep {
			for j := i; j < k; j++ {
				out[j] = true
			}
		}
		i = max(k, i+1)
	}
	return out
}

var configLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*["\w.-]+:(?: +\S.*)?$|^\s*- ["\w.-]+:(?: +\S+)?$|^\s+- \S+$`)
})

// prompted reports whether a line was typed at a shell: its output follows, up to an empty line.
func prompted(t string) bool {
	for _, p := range []string{"❯", "$ ", "➜", ">>> ", "% "} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return false
}

func pasted(line string) bool {
	t := strings.TrimSpace(line)
	if t == "" {
		return false
	}
	for _, p := range []string{"=> ", "+++ ", "--- ", "@@ ", "diff --git", "Traceback", "goroutine ", "npm err", "npm ERR"} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	if strings.HasPrefix(t, "at ") && strings.HasSuffix(t, ")") || logLine().MatchString(t) || codeLine().MatchString(t) || strings.HasSuffix(t, ";") {
		return true
	}
	symbols, digits := 0, 0
	for _, r := range t {
		switch {
		case unicode.IsLetter(r) || unicode.IsSpace(r):
		case unicode.IsDigit(r):
			digits++
		case !strings.ContainsRune(".,'\"`-/?!_*~", r): // of prose, or its markup
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

// traced reports whether a line belongs to a stack trace.
func traced(line string) bool {
	t := strings.TrimSpace(line)
	return strings.HasPrefix(t, "at ") || strings.HasPrefix(t, "File \"") || strings.HasPrefix(t, "goroutine ") || strings.HasPrefix(t, "Traceback")
}

// machine reports whether a runtime prints a sentence above a stack trace, in one line with what a person
// says.
func machine(s string) bool { return runtimeSays().MatchString(s) }

var runtimeSays = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:This error originated either by throwing|The promise rejected with the reason|Unhandled (?:promise )?rejection|Uncaught (?:\w+)?(?:Error|Exception)\b|Exception in thread|Traceback \(most recent call|npm (?:ERR!|error))`)
})

// logLine matches a line of a log, a listing or a diff: it starts with a time, a date, a measurement, or a
// line number and a sign.
var logLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\[?(\d{4}-\d\d-\d\d[T ]\d\d:|\d\d:\d\d:\d\d|\d+\.\d+ |\d+\s+[+|\-→]|\d+→)`)
})

// codeLine matches a line of a program.
var codeLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(func |def |class |import |from \S+ import |package |const |var |let |#include|<\?|</?[a-z][\w-]*[ >]|//|/\*)|^[\w.\[\]]+ :?= .*[()\[\]{}"]`)
})

var errorLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)\b[A-Z]\w*(?:Error|Exception|Panic): [^\n]{3,60}$|(?im)^(?:error|fatal|fehler|erreur|erro|ошибка): [^\n]{8,60}$`)
})
