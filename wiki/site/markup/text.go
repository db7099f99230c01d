package markup

import (
	"bytes"
	"unicode/utf8"

	"github.com/yuin/goldmark/util"
)

// escaped is the HTML for each byte; "" is the byte itself. Characters that are invalid in a document
// become the replacement character.
var escaped = [256]string{
	'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&#34;", '\'': "&#39;", 0x7f: "\ufffd",
	0: "\ufffd", 1: "\ufffd", 2: "\ufffd", 3: "\ufffd", 4: "\ufffd", 5: "\ufffd", 6: "\ufffd", 7: "\ufffd", 8: "\ufffd", 11: "\ufffd", 12: "\ufffd",
	14: "\ufffd", 15: "\ufffd", 16: "\ufffd", 17: "\ufffd", 18: "\ufffd", 19: "\ufffd", 20: "\ufffd", 21: "\ufffd", 22: "\ufffd", 23: "\ufffd",
	24: "\ufffd", 25: "\ufffd", 26: "\ufffd", 27: "\ufffd", 28: "\ufffd", 29: "\ufffd", 30: "\ufffd", 31: "\ufffd",
}

// escape appends text, escaped for HTML text and attributes.
func escape[T string | []byte](out []byte, s T) []byte {
	last := 0
	for i := 0; i < len(s); i++ {
		if as := escaped[s[i]]; as != "" {
			out = append(append(out, s[last:i]...), as...)
			last = i + 1
		}
	}
	return append(out, s[last:]...)
}

// plain appends text unchanged.
func plain(out, s []byte) []byte { return append(out, s...) }

// maxEntity is the maximum length of a named character: &CounterClockwiseContourIntegral;
const maxEntity = 40

// resolve appends the text that Markdown means: it drops a backslash before a mark, and replaces &amp; and &#38;.
// The result of one replacement is not read again. add appends the text.
func resolve(out, s []byte, add func(out, s []byte) []byte) []byte {
	for {
		i := bytes.IndexAny(s, `\&`)
		if i < 0 || i+1 >= len(s) {
			return add(out, s)
		}
		if s[i] == '\\' {
			if util.IsPunct(s[i+1]) {
				out = add(out, s[:i])
				out = add(out, s[i+1:i+2])
				s = s[i+2:]
				continue
			}
		} else if end := bytes.IndexByte(s[i:min(len(s), i+maxEntity)], ';'); end > 1 {
			name := s[i : i+end+1]
			as := util.ResolveEntityNames(util.ResolveNumericReferences(name))
			if !bytes.Equal(as, name) && utf8.Valid(as) {
				out = add(out, s[:i])
				out = add(out, as)
				s = s[i+end+1:]
				continue
			}
		}
		out = add(out, s[:i+1])
		s = s[i+1:]
	}
}

// resolved returns the text that an address or a title of Markdown means.
func resolved(s []byte) string {
	if bytes.IndexAny(s, `\&`) < 0 {
		return string(s)
	}
	return string(resolve(nil, s, plain))
}
