package redact

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// A commandFlag is a program with its short flag for a password, or with the place of the password among its arguments.
type commandFlag struct {
	command  string
	flag     string // "" if it is an argument
	nth      int    // the number of the argument after the command, from 1
	attached bool   // -pPASSWORD as well as, or instead of, -p PASSWORD
	spaced   bool
	pair     bool // user:password
}

// maxCommand is the length of the part of a command line that is searched for the flag.
const maxCommand = 1024

//go:embed commands.txt
var commandTable string

// commandDetectors reads commands.txt.
func commandDetectors() (all []span.Anchored) {
	for line := range strings.Lines(commandTable) {
		f := strings.Split(strings.TrimSpace(line), " | ")
		if line[0] == '#' {
			continue
		}
		how := strings.Fields(strings.Join(f[2:], " "))
		has := func(word string) bool { return slices.Contains(how, word) }
		c := commandFlag{flag: f[1], attached: has("on") || has("both"), spaced: has("next") || has("both"), pair: has("pair")}
		if n, err := strconv.Atoi(f[1]); err == nil {
			c.nth = n
		}
		for _, c.command = range strings.Split(f[0], ", ") {
			all = append(all, span.Anchored{Anchors: []string{c.command}, Detect: c.find})
		}
	}
	return all
}

func (c commandFlag) find(s string, start, end int, out []span.Span) []span.Span {
	if !ascii.WordStart(s, start) || end >= len(s) || s[end] != ' ' {
		return out
	}
	line := s[end:min(len(s), end+maxCommand)]
	for i := 0; i < len(line); i++ {
		if line[i] == '\n' && (i == 0 || line[i-1] != '\\') {
			line = line[:i]
		}
	}
	if c.nth > 0 {
		if a, b, ok := c.place(line); ok {
			out = append(out, span.Span{Start: end + a, End: end + b, Rule: "password", Rank: span.ByName})
		}
		return out
	}
	for at := 0; ; {
		i := strings.Index(line[at:], " "+c.flag)
		if i < 0 {
			return out
		}
		at += i + 1 + len(c.flag)
		from := at
		if at < len(line) && (line[at] == ' ' || line[at] == '=' && strings.HasPrefix(c.flag, "--")) {
			if !c.spaced {
				continue
			}
			from++
		} else if !c.attached {
			continue
		}
		if a, b, ok := c.argument(line, from); ok {
			return append(out, span.Span{Start: end + a, End: end + b, Rule: "password", Rank: span.ByName})
		}
	}
}

// place returns the position of the nth argument in the rest of a command line, flags not counted.
func (c commandFlag) place(line string) (start, end int, ok bool) {
	for n, i := 0, 0; i < len(line); {
		i += ascii.Count(line[i:], " ", len(line))
		start, end = word(line, i)
		if end < 0 || end == i {
			return 0, 0, false
		}
		if line[i] != '-' {
			if n++; n == c.nth {
				return c.argument(line, i)
			}
		}
		i = max(end, start) + 1
	}
	return 0, 0, false
}

// word returns the position of the argument at i, without its quotes; end is -1 if a quote is not closed.
func word(line string, i int) (start, end int) {
	if i < len(line) && (line[i] == '"' || line[i] == '\'') {
		n := strings.IndexByte(line[i+1:], line[i])
		if n < 0 {
			return i, -1
		}
		return i + 1, i + 1 + n
	}
	end = i
	for end < len(line) && !ascii.IsSpace(line[end]) && (strings.IndexByte("\"'`|;&<>", line[end]) < 0) {
		end++
	}
	return i, end
}

// argument returns the position of the password in the argument at i.
func (c commandFlag) argument(line string, i int) (start, end int, ok bool) {
	start, end = word(line, i)
	if end < 0 {
		return 0, 0, false
	}
	if n := strings.IndexByte(line[start:end], '\\'); n >= 0 && c.nth == 0 {
		end = start + n
	}
	if c.pair {
		n := strings.IndexAny(line[start:end], ":%,")
		if n < 0 {
			return 0, 0, false
		}
		if at := strings.LastIndexByte(line[start:end], '@'); c.nth == 1 && at > n { // user:password@host
			end = start + at
		}
		if kind := line[start : start+n]; c.command == "openssl" && kind != "pass" {
			return 0, 0, false
		}
		start += n + 1
	}
	text := line[start:end]
	if len(text) < 3 || len(text) <= 5 && ascii.Run(text, 0, ascii.Digit) == len(text) || value.IsPlaceholder(text) || strings.HasPrefix(text, "://") || shape.IsReference(text) && text[0] == '$' || text[0] == '-' || text[0] == '/' && len(text) < 12 {
		return 0, 0, false
	}
	return start, end, true
}
