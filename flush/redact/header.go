package redact

import (
	"encoding/base64"
	"strings"
)

// findAuthorization finds the credentials of an Authorization header in any notation:
// "Authorization: Bearer x", -H 'authorization: x', {"Authorization": "token x"}.
func findAuthorization(s string, start, end int, out []span) []span {
	v, ok := assigned(s, start, end)
	if !ok || v.sep == sepWord || v.sep == sepSpace {
		return out
	}
	// Only the part that is examined is bounded, not the part that is removed.
	text := s[v.start:min(len(s), v.start+maxToken)]
	scheme := run(text, 0, classLetter|classDigit|classURL)
	from := scheme
	for from < len(text) && (text[from] == ' ' || text[from] == '\t') {
		from++
	}
	switch token := headerToken(text[from:]); {
	case scheme > 0 && scheme <= 20 && from > scheme && token != "":
		if !credential(text[:scheme], token) {
			return out
		}
	case credible(headerToken(text), value{kind: kindToken, strong: v.strong}):
		from = 0
	default:
		return out
	}
	from += v.start
	return append(out, span{start: from, end: from + len(headerToken(s[from:])), rule: "authorization", rank: byRule})
}

// findBearer finds a bearer token outside an Authorization header.
func findBearer(s string, start, end int, out []span) []span {
	if !wordStart(s, start) || end >= len(s) || s[end] != ' ' && s[end] != '\t' {
		return out
	}
	from := end
	for from < len(s) && from-end < 4 && (s[from] == ' ' || s[from] == '\t') {
		from++
	}
	token := headerToken(s[from:])
	if !credible(token, value{kind: kindToken, strong: true}) {
		return out
	}
	return append(out, span{start: from, end: from + len(token), rule: "authorization", rank: byRule})
}

// headerToken returns the token at the start of s.
func headerToken(s string) string {
	i := 0
	for i < len(s) && (isAlnum(s[i]) || is(s[i], classURL|classB64) || s[i] == '.' || s[i] == '~' || s[i] == ':') {
		i++
	}
	return strings.TrimRight(s[:i], ".:")
}

// credential reports whether text is what a person would send under an authorization
// scheme, and not a word about it.
func credential(scheme, text string) bool {
	if markedFake(text) {
		return true
	}
	if placeholder(text) || len(text) < 6 {
		return false
	}
	if strings.EqualFold(scheme, "basic") {
		b, err := base64.StdEncoding.DecodeString(text)
		return err == nil && strings.Contains(string(b), ":") || isRandom(text)
	}
	return hasDigit(text) && len(text) >= 8 || isRandom(text) || len(text) >= 16 && hasUpper(text) && !isSlug(text)
}

// Cookie attributes, which are not secret.
var cookieAttributes = wordSet(`path domain expires max-age samesite httponly secure priority partitioned version`)

// maxCookies is the maximum length of a cookie header.
const maxCookies = 16 << 10

// The bytes that end a cookie's value; only after ";" another cookie follows.
var cookieEnds = byteSet("; \t\n\r\"'`\\")

// findCookie finds the values in Cookie and Set-Cookie headers and in curl's --cookie.
// Short values with a harmless name (theme=dark) stay.
func findCookie(s string, start, end int, out []span) []span {
	v, ok := assigned(s, start, end)
	if !ok || v.sep != sepColon && v.sep != sepFlag {
		return out
	}
	for at, stop := v.start, min(len(s), v.start+maxCookies); at < stop; {
		next := at
		for next < stop && !cookieEnds[s[next]] {
			next++
		}
		name, text, ok := strings.Cut(s[at:next], "=")
		if !ok && at == v.start || containsFold(name, "cookie:") {
			return out
		}
		if from := at + len(name) + 1; ok && cookieSecret(strings.TrimSpace(name), text) {
			out = append(out, span{start: from, end: next, rule: "cookie", rank: byRule})
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
	if placeholder(text) || isReference(text) {
		return false
	}
	for _, part := range [...]string{"sess", "sid", "auth", "token", "csrf", "xsrf", "jwt", "remember", "login", "secret"} {
		if containsFold(name, part) {
			return len(text) >= 4
		}
	}
	return len(text) >= 12 && hasDigit(text) && !isSlug(text)
}

// The names of session cookies that frameworks set. sessionId alone is not among them, because it also names records.
var sessionNames = []string{"phpsessid", "jsessionid", "asp.net_sessionid", "connect.sid", "_session=", "sessionid="}

// findSession finds the value of a session cookie outside a header.
func findSession(s string, start, end int, out []span) []span {
	i := end
	if s[i-1] != '=' {
		if i >= len(s) || s[i] != '=' {
			return out
		}
		i++
	}
	stop := i
	for stop < len(s) && stop-i < maxToken && (isAlnum(s[stop]) || is(s[stop], classURL|classB64) || strings.IndexByte("%.:!", s[stop]) >= 0) {
		stop++
	}
	text := strings.TrimRight(s[i:stop], ".:!")
	if len(text) < 16 || !isRandom(text) || isUUID(text) {
		return out
	}
	return append(out, span{start: i, end: i + len(text), rule: "cookie", rank: byRule})
}
