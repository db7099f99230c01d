package redact

import (
	"encoding/base64"
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/assign"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
	"github.com/agent-admin/memoria/flush/redact/value"
	"github.com/agent-admin/memoria/wiki/prose"
)

// findAuthorization finds the credentials of an Authorization header in any notation:
// "Authorization: Bearer x", -H 'authorization: x', {"Authorization": "token x"}.
func findAuthorization(s string, start, end int, out []span.Span) []span.Span {
	v, ok := assign.After(s, start, end)
	if !ok || v.Sep == assign.Word || v.Sep == assign.Space {
		return out
	}
	// Only the part that is examined is bounded, not the part that is removed.
	text := s[v.Start:min(len(s), v.Start+shape.MaxToken)]
	scheme := ascii.Run(text, 0, ascii.Letter|ascii.Digit|ascii.URL)
	from := scheme
	for from < len(text) && (text[from] == ' ' || text[from] == '\t') {
		from++
	}
	switch token := headerToken(text[from:]); {
	case scheme > 0 && scheme <= 20 && from > scheme && token != "":
		if !credential(text[:scheme], token) {
			return out
		}
	case value.Credible(headerToken(text), value.Context{Kind: value.Token, Strong: v.Strong}):
		from = 0
	default:
		return out
	}
	from += v.Start
	return append(out, span.Span{Start: from, End: from + len(headerToken(s[from:])), Rule: "authorization", Rank: span.ByRule})
}

// findBearer finds a bearer token outside an Authorization header.
func findBearer(s string, start, end int, out []span.Span) []span.Span {
	if !ascii.WordStart(s, start) || end >= len(s) || s[end] != ' ' && s[end] != '\t' {
		return out
	}
	from := end
	for from < len(s) && from-end < 4 && (s[from] == ' ' || s[from] == '\t') {
		from++
	}
	token := headerToken(s[from:])
	if !value.Credible(token, value.Context{Kind: value.Token, Strong: true}) {
		return out
	}
	return append(out, span.Span{Start: from, End: from + len(token), Rule: "authorization", Rank: span.ByRule})
}

// headerToken returns the token at the start of s.
func headerToken(s string) string {
	i := 0
	for i < len(s) && (ascii.IsAlnum(s[i]) || ascii.Is(s[i], ascii.URL|ascii.Base64) || s[i] == '.' || s[i] == '~' || s[i] == ':') {
		i++
	}
	return strings.TrimRight(s[:i], ".:")
}

// credential reports whether text is what a person would send under an authorization
// scheme, and not a word about it.
func credential(scheme, text string) bool {
	if shape.MarkedFake(text) {
		return true
	}
	if value.IsPlaceholder(text) || shape.IsMadeUp(text) || len(text) < 6 {
		return false
	}
	if strings.EqualFold(scheme, "basic") {
		return isUserAndPassword(text) || shape.IsRandom(text)
	}
	return ascii.HasDigit(text) && len(text) >= 8 || shape.IsRandom(text) || len(text) >= 16 && ascii.HasUpper(text) && !shape.IsSlug(text)
}

// isUserAndPassword reports whether text is base64 of user:password.
func isUserAndPassword(text string) bool {
	b, err := base64.StdEncoding.DecodeString(text)
	user, password, ok := strings.Cut(string(b), ":")
	return err == nil && ok && user != "" && ascii.IsPrintable(string(b)) && !value.IsPlaceholder(password)
}

// findAuth finds the user and password in base64 that docker keeps in its settings: "auth": "…".
func findAuth(s string, start, end int, out []span.Span) []span.Span {
	if v, ok := assign.After(s, start, end); ok && ascii.WordStart(s, start) {
		if text := s[v.Start : v.Start+ascii.Run(s[v.Start:min(len(s), v.Start+shape.MaxToken)], 0, ascii.Alnum|ascii.Base64)]; len(text) >= 8 && isUserAndPassword(text) {
			out = append(out, span.Span{Start: v.Start, End: v.Start + len(text), Rule: "authorization", Rank: span.ByRule})
		}
	}
	return out
}

// Cookie attributes, which are not secret.
var cookieAttributes = prose.Set(`path domain expires max-age samesite httponly secure priority partitioned version`)

// maxCookies is the maximum length of a cookie header.
const maxCookies = 16 << 10

// The bytes that end a cookie's value; only after ";" another cookie follows.
var cookieEnds = ascii.Set("; \t\n\r\"'`\\")

// findCookie finds the values in Cookie and Set-Cookie headers and in curl's --cookie.
// Short values with a harmless name (theme=dark) stay.
func findCookie(s string, start, end int, out []span.Span) []span.Span {
	v, ok := assign.After(s, start, end)
	if !ok || v.Sep != assign.Colon && v.Sep != assign.Flag {
		return out
	}
	for at, stop := v.Start, min(len(s), v.Start+maxCookies); at < stop; {
		next := at
		for next < stop && !cookieEnds[s[next]] {
			next++
		}
		name, text, ok := strings.Cut(s[at:next], "=")
		if !ok && at == v.Start || ascii.ContainsFold(name, "cookie:") {
			return out
		}
		if from := at + len(name) + 1; ok && cookieSecret(strings.TrimSpace(name), text) {
			out = append(out, span.Span{Start: from, End: next, Rule: "cookie", Rank: span.ByRule})
		}
		if next == stop || s[next] != ';' {
			return out
		}
		at = next + 1
		for at < stop && s[at] == ' ' {
			at++
		}
	}
	return out
}

func cookieSecret(name, text string) bool {
	if name == "" || len(name) > 64 || strings.ContainsAny(name, " \t") || cookieAttributes()[strings.ToLower(name)] {
		return false
	}
	if value.IsPlaceholder(text) || shape.IsReference(text) || shape.IsMadeUp(text) {
		return false
	}
	for _, part := range [...]string{"sess", "sid", "auth", "token", "csrf", "xsrf", "jwt", "remember", "login", "secret"} {
		if ascii.ContainsFold(name, part) {
			return len(text) >= 4
		}
	}
	return len(text) >= 12 && ascii.HasDigit(text) && !shape.IsSlug(text)
}

// The names of session cookies that frameworks set. sessionId alone is not among them, because it also names records.
var sessionNames = []string{"phpsessid", "jsessionid", "asp.net_sessionid", "connect.sid", "_session=", "sessionid="}

// findSession finds the value of a session cookie outside a header.
func findSession(s string, start, end int, out []span.Span) []span.Span {
	i := end
	if s[i-1] != '=' {
		if i >= len(s) || s[i] != '=' {
			return out
		}
		i++
	}
	stop := i
	for stop < len(s) && stop-i < shape.MaxToken && (ascii.IsAlnum(s[stop]) || ascii.Is(s[stop], ascii.URL|ascii.Base64) || strings.IndexByte("%.:!", s[stop]) >= 0) {
		stop++
	}
	text := strings.TrimRight(s[i:stop], ".:!")
	if len(text) < 16 || !shape.IsRandom(text) || shape.IsUUID(text) {
		return out
	}
	return append(out, span.Span{Start: i, End: i + len(text), Rule: "cookie", Rank: span.ByRule})
}
