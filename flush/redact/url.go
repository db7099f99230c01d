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
	case !ok, strings.ContainsAny(user, "/?#"), portAndPath(password), wrapped(password):
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

// wrapped reports whether a password is a variable or a mask: $PW, ${PW}, {pw}, [pw], %s.
func wrapped(s string) bool {
	if s == "" || shape.IsBlank(s) {
		return s != ""
	}
	switch s[0] {
	case '$':
		return shape.IsReference(s)
	case '{', '[', '(':
		return true
	case '%':
		return len(s) == 2 && ascii.Is(s[1], ascii.LowerCase) || strings.HasSuffix(s, "%")
	}
	return strings.Contains(s, "${") || strings.Contains(s, "...") || strings.Contains(s, "…") || strings.Contains(s, "***")
}
