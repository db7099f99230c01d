package markup

import (
	"strings"
)

// web returns an address as it may be written, or false where it does not lead to the web or to a mailbox.
// Browsers drop control characters and spaces before they look at a scheme, so does this.
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
	return scheme + ":" + escapeURL(rest), true
}

// hasScheme reports whether an address names a scheme, whichever: it is none within the vault then.
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

// escapeURL percent-encodes what has no place in an address, and leaves what is encoded.
func escapeURL(s string) string {
	const hex = "0123456789ABCDEF"
	var out strings.Builder
	for _, c := range []byte(s) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			out.Write([]byte{'%', hex[c>>4], hex[c&15]})
			continue
		}
		out.WriteByte(c)
	}
	return out.String()
}

// escape writes text so that it is text in HTML, in an attribute too. Characters that no document may hold
// become the one that stands for them.
func escape(out *strings.Builder, s []byte) {
	last := 0
	for i, c := range s {
		var as string
		switch c {
		case '&':
			as = "&amp;"
		case '<':
			as = "&lt;"
		case '>':
			as = "&gt;"
		case '"':
			as = "&#34;"
		case '\'':
			as = "&#39;"
		case 0:
			as = "\ufffd"
		default:
			continue
		}
		out.Write(s[last:i])
		out.WriteString(as)
		last = i + 1
	}
	out.Write(s[last:])
}
