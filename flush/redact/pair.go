package redact

import (
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// findPair finds the password in a call with a user and a password: auth=("bob", "…"), BasicAuth("bob", "…"), smtp.login("bob", "…").
// It is the last of two or three literals, and nothing else is in the brackets.
func findPair(s string, start, end int, out []span.Span) []span.Span {
	i := end + ascii.Count(s[end:], " =", 3)
	if i >= len(s) || s[i] != '(' && s[i] != '{' {
		return out
	}
	line := s[i+1 : min(len(s), i+maxCommand)]
	from, to := 0, 0
	for n, at := 1, 0; ; n++ {
		at += ascii.Count(line[at:], " \n\t", len(line))
		if at >= len(line) || line[at] != '"' && line[at] != '\'' {
			return out
		}
		if from, to = word(line, at); to < 0 {
			return out
		}
		at = to + 1
		if n > 1 && at < len(line) && (line[at] == ')' || line[at] == '}') {
			break
		}
		if n == 3 || !strings.HasPrefix(line[at:], ",") {
			return out
		}
		at++
	}
	if !value.Credible(line[from:to], value.Context{Kind: value.Password, Strong: true, Quoted: true, Verb: true}) {
		return out
	}
	return append(out, span.Span{Start: i + 1 + from, End: i + 1 + to, Rule: "password", Rank: span.ByName})
}

// findPiped finds what is piped into a command that reads a password: echo "bob:…" | chpasswd, docker login --password-stdin <<< "…".
func findPiped(s string, start, end int, out []span.Span) []span.Span {
	from := max(0, start-maxCommand)
	before := s[from:start]
	at := strings.LastIndexByte(before, '\n') + 1
	from, before = from+at, before[at:]
	pipe := strings.LastIndexByte(before, '|')
	line := s[from:min(len(s), end+maxCommand)]
	i := -1
	for _, echo := range [...]string{"echo ", "echo -n ", "printf ", "printf %s ", "printf '%s' ", `printf "%s" `} {
		if k := strings.LastIndex(before[:max(pipe, 0)], echo); k >= 0 {
			i = k + len(echo)
		}
	}
	if k := strings.Index(line[end-from:], "<<<"); i < 0 && k >= 0 && strings.IndexByte(line[end-from:end-from+k], '\n') < 0 {
		i = end - from + k + len("<<<")
		i += ascii.Count(line[i:], " ", 2)
	}
	if i < 0 {
		return out
	}
	if a, b, ok := (commandFlag{pair: s[start:end] == "chpasswd"}).argument(line, i); ok {
		out = append(out, span.Span{Start: from + a, End: from + b, Rule: "password", Rank: span.ByName})
	}
	return out
}
