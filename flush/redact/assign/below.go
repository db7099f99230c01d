package assign

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// maxBelow is how far below its name a table's row is looked for.
const maxBelow = 4096

// belowAt returns where the text of the next line begins, if nothing follows at i on its line but the mark of a block in YAML;
// blank lines and the fence of a code block are skipped. It returns i if there is text.
func belowAt(s string, i int) int {
	k := i
	if k < len(s) && strings.IndexByte("|>", s[k]) >= 0 {
		k += 1 + ascii.Count(s[k+1:], "+-", 1)
	}
	lines := 0
	for end := min(len(s), i+256); k < end; k++ {
		switch {
		case s[k] == '\n':
			if lines++; lines > 3 {
				return i
			}
		case lines > 0 && (strings.HasPrefix(s[k:], "```") || strings.HasPrefix(s[k:], "~~~")):
			n := strings.IndexByte(s[k:end], '\n')
			if n < 0 {
				return i
			}
			k += n
		case !ascii.IsSpace(s[k]):
			if lines > 0 {
				return k
			}
			return i
		}
	}
	return i
}

// beside returns where the value begins that stands beside a name which is a value itself: {"name": "NAME", "value": "…"},
// name: NAME and value: … on the next line, variable "NAME" { default = "…" }. It is 0 if there is none. i is behind the name.
func beside(s string, i int) int {
	const longest = 300
	rest := s[i:min(len(s), i+longest)]
	if k := strings.Index(rest, "><value>"); k >= 0 && !strings.Contains(rest[:k], "\n") {
		return i + k + len("><value>")
	}
	k := ascii.Count(rest, " ", 2)
	if strings.HasPrefix(rest[k:], "{") {
		rest, _, _ = strings.Cut(rest, "}")
		if k = strings.Index(rest, "default"); k < 0 {
			return 0
		}
	} else {
		k = ascii.Count(rest, " ,\n\t<>\"'\\", 24)
	}
	for _, word := range [...]string{"value", "default"} {
		if k == 0 || !ascii.HasPrefixFold(rest[k:], word) {
			continue
		}
		k += len(word)
		k += ascii.Count(rest[k:], "\\\"'", 2)
		k += ascii.Count(rest[k:], " \t", longest)
		if n := ascii.Count(rest[k:], ":=>", 1); n > 0 {
			k += n
			return i + k + ascii.Count(rest[k:], " \t", longest)
		}
	}
	return 0
}

// bracketLen returns the length of the opening bracket or quotation mark that s begins with, other than those of code.
func bracketLen(s string) int {
	for _, q := range [...]string{"「", "『", "“", "„", "«", "»", "‹", "›", "‘", "【"} {
		if strings.HasPrefix(s, q) {
			return len(q)
		}
	}
	return 0
}

// skipUser returns the start of the password in "bob / PASSWORD" or "bob:PASSWORD" at i, -1 if there is none.
func skipUser(s string, i int) int {
	k := i
	for k < len(s) && k-i < maxName && (ascii.IsWord(s[k]) || strings.IndexByte(".@-+", s[k]) >= 0) {
		k++
	}
	for _, sep := range [...]string{" / ", "/", ":", ", ", " "} {
		if k > i && strings.HasPrefix(s[k:], sep) {
			return k + len(sep)
		}
	}
	return -1
}

// isGenerated reports whether s begins with a word that a machine made: "apikey 0c7a51f7…".
func isGenerated(s string) bool {
	word := s[:bareEnd(s, 0, false, value.MaxJudged)]
	return generated(word) || (len(word) == 32 || len(word) == 64) && ascii.IsHex(word) && ascii.HasDigit(word)
}

// isRandom reports whether s begins with a word that makes no sense and has digits: OPENAI_KEY Jq83nz…. Less is asked of it
// behind the name of a variable.
func isRandom(s string, variable bool) bool {
	word := s[:bareEnd(s, 0, false, value.MaxJudged)]
	return (variable || len(word) >= 16 && shape.IsRandom(word)) && ascii.HasDigit(word) && !ascii.IsHex(word) && value.Credible(word, value.Context{})
}

// cellBegins reports whether the text before i is the beginning of its cell in a table.
func cellBegins(s string, i int) bool {
	for at := i; i > 0 && at-i < maxName && (ascii.IsAlnum(s[i-1]) || strings.IndexByte(" *`_", s[i-1]) >= 0); {
		i--
	}
	return i > 0 && s[i-1] == '|'
}

// headsTable reports whether the line after the one that s begins in parts the head of a table from its rows.
func headsTable(s string) bool {
	_, next, _ := strings.Cut(s[:min(len(s), maxBelow)], "\n")
	next, _, _ = strings.Cut(next, "\n")
	return strings.Contains(next, "-") && strings.Trim(next, "|-: \r") == ""
}

// column appends the values below a name that heads the column of a table, in Markdown or of fields that commas, semicolons or
// tabs part.
func column(s string, n name, out []span.Span) []span.Span {
	const longest = 512
	from := max(0, n.start-longest)
	from += strings.LastIndexByte(s[from:n.start], '\n') + 1
	to := strings.IndexByte(s[n.end:min(len(s), n.end+longest)], '\n')
	if to < 0 {
		return out
	}
	head, next := s[from:n.end+to], n.end+to+1
	delim := ""
	for _, d := range [...]string{"|", ",", ";", "\t"} {
		rest := strings.Trim(head[n.end-from:], " `*\r")
		if strings.HasPrefix(rest, d) || rest == "" && strings.Contains(head, d) {
			delim = d
			break
		}
	}
	if delim == "" || delim != "|" && (strings.ContainsAny(head, " .:=(){}\"'") || slices.Contains(strings.Split(head, delim), "")) {
		return out
	}
	at, fields := strings.Count(s[from:n.start], delim), strings.Count(head, delim)
	for stop := min(len(s), next+maxBelow); next < stop; {
		line, _, _ := strings.Cut(s[next:stop], "\n")
		if strings.Count(line, delim) != fields {
			break
		}
		begin := 0
		for range at {
			begin += strings.Index(line[begin:], delim) + 1
		}
		cell, _, _ := strings.Cut(line[begin:], delim)
		text := strings.Trim(cell, " `*\r\"'")
		if value.Credible(text, value.Context{Kind: n.kind, Name: s[n.start:n.end]}) {
			start := next + begin + strings.Index(cell, text)
			out = append(out, span.Span{Start: start, End: start + len(text), Rule: rules[n.kind], Rank: span.ByName})
		}
		next += len(line) + 1
	}
	return out
}
