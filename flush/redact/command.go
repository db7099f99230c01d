package redact

import (
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// A commandFlag is a program with its short flag for a password.
type commandFlag struct {
	command  string
	flag     string
	attached bool // -pPASSWORD as well as, or instead of, -p PASSWORD
	spaced   bool
	pair     bool // user:password
}

var commandFlags = []commandFlag{
	{command: "mysql", flag: "-p", attached: true},
	{command: "mysqldump", flag: "-p", attached: true},
	{command: "mysqladmin", flag: "-p", attached: true},
	{command: "mariadb", flag: "-p", attached: true},
	{command: "sshpass", flag: "-p", attached: true, spaced: true},
	{command: "redis-cli", flag: "-a", spaced: true},
	{command: "docker login", flag: "-p", spaced: true},
	{command: "podman login", flag: "-p", spaced: true},
	{command: "ldapsearch", flag: "-w", spaced: true},
	{command: "curl", flag: "-u", attached: true, spaced: true, pair: true},
	{command: "curl", flag: "--user", spaced: true, pair: true},
	{command: "curl", flag: "--proxy-user", spaced: true, pair: true},
	{command: "openssl", flag: "-pass", spaced: true, pair: true},
	{command: "openssl", flag: "-passin", spaced: true, pair: true},
	{command: "openssl", flag: "-passout", spaced: true, pair: true},
}

// maxCommand is the length of the part of a command line that is searched for the flag.
const maxCommand = 1024

func commandDetectors() []span.Anchored {
	all := make([]span.Anchored, len(commandFlags))
	for i, c := range commandFlags {
		all[i] = span.Anchored{Anchors: []string{c.command}, Detect: c.find}
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
	for at := 0; ; {
		i := strings.Index(line[at:], " "+c.flag)
		if i < 0 {
			return out
		}
		at += i + 1 + len(c.flag)
		from := at
		if at < len(line) && line[at] == ' ' {
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

// argument returns the position of the password in the argument at i.
func (c commandFlag) argument(line string, i int) (start, end int, ok bool) {
	start, end = i, i
	if i < len(line) && (line[i] == '"' || line[i] == '\'') {
		start++
		n := strings.IndexByte(line[start:], line[i])
		if n < 0 {
			return 0, 0, false
		}
		end = start + n
	} else {
		for end < len(line) && !ascii.IsSpace(line[end]) && strings.IndexByte("\"'`|;&<>\\", line[end]) < 0 {
			end++
		}
	}
	if c.pair {
		n := strings.IndexByte(line[start:end], ':')
		if n < 0 {
			return 0, 0, false
		}
		if kind := line[start : start+n]; c.command == "openssl" && kind != "pass" {
			return 0, 0, false
		}
		start += n + 1
	}
	text := line[start:end]
	if len(text) < 3 || value.IsPlaceholder(text) || shape.IsReference(text) && text[0] == '$' || text[0] == '-' {
		return 0, 0, false
	}
	return start, end, true
}
