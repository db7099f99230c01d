package redact

import (
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/value"
)

// maxUserinfo is the maximum length of the part of a URL before the "@".
const maxUserinfo = 4096

// findURL finds the password in scheme://user:password@host, or a token in its place without a
// user. The user's name stays.
func findURL(s string, start, end int, out []span.Span) []span.Span {
	if start == 0 || !ascii.IsAlnum(s[start-1]) {
		return out
	}
	at := userinfoEnd(s, end)
	if at < 0 {
		return out
	}
	info := s[end:at]
	user, password, ok := strings.Cut(info, ":")
	switch {
	case !ok && len(info) >= 20 && shape.IsRandom(info) && !strings.Contains(info, "/"):
		return append(out, span.Span{Start: end, End: at, Rule: "url-password", Rank: span.ByRule})
	case !ok, strings.ContainsAny(user, "/?#"), portAndPath(password):
		return out
	case password == "x-oauth-basic" || password == "" && len(user) >= 20 && shape.IsRandom(user):
		return append(out, span.Span{Start: end, End: end + len(user), Rule: "url-password", Rank: span.ByRule})
	case password == "", password == user, value.IsPlaceholder(password):
		return out
	}
	if strings.Contains(password, "/") && (ascii.HasSuffixFold(s[:start], "http") || ascii.HasSuffixFold(s[:start], "https")) {
		return out
	}
	return append(out, span.Span{Start: end + len(user) + 1, End: at, Rule: "url-password", Rank: span.ByRule})
}

// findHook finds the secret in the URL of a hook: the first part of its path that a machine made, and what follows it.
func findHook(s string, start, end int, out []span.Span) []span.Span {
	const longest = 512
	low := max(0, start-longest)
	from := strings.LastIndex(s[low:start], "://")
	if from < 0 || ascii.HasSuffixFold(s[:low+from], "file") || strings.ContainsAny(s[low+from:start], " \t\n\"'`<>()") || span.Covered(out, start) {
		return out
	}
	stop := end
	for stop < len(s) && stop-end < longest && !userinfoEnds[s[stop]] && strings.IndexByte("?#),;", s[stop]) < 0 {
		stop++
	}
	for at := end; at < stop; {
		part, _, _ := strings.Cut(s[at:stop], "/")
		if name, _, _ := strings.Cut(part, "."); len(name) >= 16 && !(len(part) == 40 && ascii.IsHex(part)) && (shape.IsRandom(part) || shape.IsUUID(part) || ascii.IsHex(part) && len(part) >= 32 ||
			shape.Wordiness(name) < 0.3 && ascii.Run(name, 0, ascii.Alnum) == len(name) && !shape.IsBlank(name)) {
			return append(out, span.Span{Start: at, End: at + len(strings.TrimRight(s[at:stop], ".:!*_")), Rule: "webhook", Rank: span.ByRule})
		}
		at += len(part) + 1
	}
	return out
}

var userinfoEnds = ascii.Set(" \t\n\r\v\f\"'`<>|\\")

// userinfoEnd returns the index of the last "@" that can end the userinfo at i, or -1. The
// first slash after an "@" ends the host, so no later "@" counts.
func userinfoEnd(s string, i int) int {
	at := -1
	ends := &userinfoEnds
	for stop := min(len(s), i+maxUserinfo); i < stop; i++ {
		switch c := s[i]; {
		case c == '@':
			at = i
		case c == '/' && at >= 0, ends[c], c == ':' && strings.HasPrefix(s[i:], "://"):
			return at
		}
	}
	return at
}

// portAndPath reports whether the text after a host's colon is a port and the rest of a URL
// that contains an "@" further on.
func portAndPath(s string) bool {
	i := ascii.Run(s, 0, ascii.Digit)
	return i > 0 && i <= 5 && i < len(s) && strings.IndexByte("/?#", s[i]) >= 0
}
