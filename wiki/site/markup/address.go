package markup

import (
	"net/url"
	"strings"
)

// web returns an address as it may be written. ok is false unless it leads to the web or to a mailbox.
// Browsers drop control characters and spaces before they look at a scheme, so web does too.
func web(dest string) (string, bool) {
	dest = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return -1
		}
		return r
	}, strings.TrimSpace(dest))
	scheme, rest, ok := strings.Cut(dest, ":")
	if !ok {
		return "", false
	}
	switch scheme = strings.ToLower(scheme); scheme {
	case "http", "https":
		if host := strings.TrimPrefix(rest, "//"); host == rest || host == "" || strings.ContainsAny(host[:1], "/\\?#") {
			return "", false
		}
	case "mailto":
	default:
		return "", false
	}
	href := scheme + ":" + escapeURL(rest)
	if _, err := url.Parse(href); err != nil {
		return "", false
	}
	return href, true
}

// hasScheme reports whether an address has any scheme, so that it does not lead into the vault.
func hasScheme(dest string) bool {
	dest = strings.TrimLeft(dest, "\x00\x01\x02\x03\x04\x05\x06\x07\x08\t\n\v\f\r\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f ")
	for i, c := range []byte(dest) {
		switch {
		case c == ':':
			return i > 0
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '+', c == '-', c == '.', c < ' ':
		default:
			return strings.HasPrefix(dest, "//") || strings.HasPrefix(dest, `\\`)
		}
	}
	return false
}

// escapeURL percent-encodes characters that are invalid in an address, and leaves what is already encoded.
func escapeURL(s string) string {
	const hex = "0123456789ABCDEF"
	var out strings.Builder
	for i, c := range []byte(s) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0 || c == '%' && !(i+2 < len(s) && isHex(s[i+1]) && isHex(s[i+2])) {
			out.Write([]byte{'%', hex[c>>4], hex[c&15]})
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}

func isHex(c byte) bool { return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F' }
