package token

import (
	"encoding/base64"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
)

// maxHeader is the maximum length of a token's first part.
const maxHeader = 1024

// findJWT finds JSON web tokens: three parts (five when encrypted) with dots between, and
// also the rest of one whose later parts were cut or masked. A base64 object that
// names no algorithm, such as a page cursor, is not a token.
func findJWT(s string, start, end int, out []span.Span) []span.Span {
	if s[start:end] != "eyJ" || !ascii.WordStart(s, start) || span.Covered(out, start) {
		return out
	}
	head := ascii.Run(s[:min(len(s), start+maxHeader)], start, ascii.Alnum|ascii.URL)
	if head-start < 12 || head-start == maxHeader {
		return out
	}
	stop, parts := head, 1
	for parts < 5 && stop+1 < len(s) && s[stop] == '.' && isTokenByte(s[stop+1]) {
		stop = ascii.Run(s, stop+1, ascii.Alnum|ascii.URL)
		parts++
	}
	if shape.Documented(s[start:stop]) || parts < 3 && !namesAlgorithm(s[start:head]) {
		return out
	}
	if parts < 3 && (strings.HasPrefix(s[stop:], "...") || strings.HasPrefix(s[stop:], "…")) && stop-start < 40 {
		return out
	}
	return append(out, span.Span{Start: start, End: stop, Rule: "jwt", Rank: span.ByShape})
}

func isTokenByte(c byte) bool { return ascii.Is(c, ascii.Alnum|ascii.URL) }

// namesAlgorithm reports whether a token's first part decodes to a header.
func namesAlgorithm(part string) bool {
	part = part[:min(len(part), 256)]
	part = part[:len(part)-len(part)%4]
	b, err := base64.RawURLEncoding.DecodeString(part)
	return err == nil && strings.Contains(string(b), `"alg"`)
}
