package paste

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/fsutil/lazy"
)

// printed returns the evidence that a program wrote a line.
func printed(line string) evidence {
	t := strings.TrimSpace(line)
	switch {
	case t == "":
		return 0
	case outputLine().MatchString(t), codeLine().MatchString(t), !listed().MatchString(t) && table().MatchString(t), dense(t):
		return certain
	case likelyLine().MatchString(t), line != t && strings.HasPrefix(line, "  ") && !listed().MatchString(t):
		return likely
	}
	return 0
}

// dense reports whether a line has too many symbols or digits for prose.
func dense(t string) bool {
	t = digest().ReplaceAllString(heading().ReplaceAllString(t, ""), "…")
	symbols, digits, n := 0, 0, 0
	code := false
	for _, r := range t {
		switch {
		case r == '`':
			code = !code
		case code:
		case unicode.IsDigit(r):
			digits++
		case r < utf8.RuneSelf && unicode.In(r, unicode.P, unicode.S) && !strings.ContainsRune(".,'\"-/?!_*~:", r):
			symbols++
		}
		if !code {
			n++
		}
	}
	if t == "" {
		return false
	}
	last := t[len(t)-1]
	return symbols*5 > n && n > 8 || digits*3 > n && n > 10 || last == '{' || t == "}" ||
		last == ';' && !listed().MatchString(t) && (symbols > 1 || len(strings.Fields(t)) < 3)
}

var (
	listed  = lazy.Regexp(`^(?:[-*+•>]|\d{1,2}[.)])\s`)
	heading = lazy.Regexp(`^#{1,6} +`)
	digest  = lazy.Regexp(`\b[0-9a-fA-F]{16,}\b`) // one word, however many digits
	// A time, a date, a line number and a sign, a place in a file, a level, a diff, a trace, a rule with words.
	outputLine = lazy.Regexp(`^\S{0,12} ?.{0,20}\d\d:\d\d:\d\d\b|^\[?\d{4}-\d\d-\d\d[T ]\d|^(?:\d+\.\d+ |\d+\s+[+|\-→]|\d+→|\d+ms\b)` +
		`|^(?:[\w.@/-]+/)?[\w.@-]+\.[a-zA-Z]\w{0,4}[:(]\d+[:,)\s]|\.[a-zA-Z]\w{0,4}:\d+:\d+:?$|^\w+=\S+ (?:.* )?\w+=\S|^[{\[]".*[}\]],?$|^\w[\w.-]*\[\d+\]: ` +
		`|^\W{0,4}(?:FATAL|ERROR|ERR!|WARN|WARNING|INFO|DEBUG|TRACE|PANIC|FAIL|FAILED|FAILURE|CRITICAL)(?:[:\]\t]|  |$)|^\W{0,4}(?i:npm err|error|fatal|panic|exception|fehler|erreur|erro|ошибка|エラー|错误)(?:\[\w+\])?: ` +
		`|^(?:=> |\+\+\+ |--- |@@ |diff --git|Traceback|goroutine |##\[)|^at (?:async |new )?[\w$.<>/]+ ?\(\S+\)$|^File ".*, line \d|^(?:[a-z]\w*\.)*[A-Z]\w*(?:Error|Exception)\b[^.]{0,20}: |^(?:Exception in |Caused by: |\*\* \(|[A-Z]\w* (?:Fatal )?[Ee]rror(?: at \S+ \(\w+\))?:(?: |$))|^\s*[\^~|]+-|#L\d+\b|^✖ \d+ |^\*\*[\p{L} ]{3,20}\*\* \x60[^\s\x60]+:\d+|\bexit(?:ed with)? (?:code|status) \d+\W*$|^[\w.-]+ ?= ?\S+$` +
		`|^npm (?:ERR!|WARN|error|warn) |^docker: Error |^(?:FAILED|ERROR|PASSED) \S+::\S|^=*\s?\d+ (?:failed|passed)(?:, \d+ \w+)* in \d|[=\-_*#.~]{5}.*\S.*[=\-_*#.~]{5}$|\s\.{4,}\s`)
	// A program's name, a sign, a warning.
	likelyLine = lazy.Regexp(`^[a-z][\w./-]*: \S|^[|^#=~+\[<>{(\\]|^-- |^(?i:warning|warnung|warn|notice|hint|help|note|avertissement|advertencia|aviso|предупреждение|警告)[:：\[]|^\W*[A-Z]{3,}\W*$|^(?i:error|fatal|failed|failure|exception)\b[^:]{0,40}: |^\d+ [a-z]+ \(`)
	table      = lazy.Regexp(`[^.!?:\s] {3,}\S|(?:[^.!?:\s] {2,}\S.*){3}|\S\t+\S`)
	// A line of a program: a word that begins a declaration, with the signs that belong to it.
	codeLine = lazy.Regexp(`^func (?:\([^)]*\) ?)?\w+[(\[]|^def \w+ ?\(|^class \w+ ?(?:[({:<]|(?:extends|implements) \w+)|^import (?:[\w.*, ]+ from )?["'({]|^import [\w.]+(?:, ?[\w.]+)*(?: as \w+)?;?$|^from [\w.]+ import |^package [\w.]+;?$` +
		`|^(?:export )?(?:const|var|let) [\w{}\[\], ]+(?:: ?[\w<>\[\]|]+)? ?:?= ?|^(?:var|const) \w+ (?:[*\[]|string\b|u?int\b|bool\b|float)|^#include|^<\?|^</?[a-z][\w-]*[ >]|^//|^/\*|^[\w.\[\]]+ :?= .*[()\[\]{}"]|^(?:return|throw|raise)\b.*[();]$`)
)
