package token

import (
	"strings"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/span"
)

const (
	pemBegin = "-----BEGIN "
	pemEnd   = "-----END "
	pemDash  = "-----"

	maxLabel = 64 // bytes of a PEM label
)

// findPEM finds private keys in PEM blocks, from the first dash to the last: complete ones,
// those without an end, and those of which only the end is left. Public keys and
// certificates stay.
func findPEM(s string, start, end int, out []span.Span) []span.Span {
	if span.Covered(out, start) {
		return out
	}
	if rest, ok := cutFold(s[start:], pemBegin); ok {
		head, ok := privateLabel(rest)
		if !ok {
			return out
		}
		body := start + len(pemBegin) + head
		stop := pemStop(s, body)
		if stop == body {
			return out // named, not shown
		}
		return append(out, span.Span{Start: start, End: stop, Rule: "private-key", Rank: span.ByShape})
	}
	if rest, ok := cutFold(s[start:], pemEnd); ok {
		tail, ok := privateLabel(rest)
		if !ok {
			return out
		}
		if from := pemStart(s, start); from < start {
			return append(out, span.Span{Start: from, End: start + len(pemEnd) + tail, Rule: "private-key", Rank: span.ByShape})
		}
	}
	return out
}

func cutFold(s, prefix string) (rest string, ok bool) {
	if !ascii.HasPrefixFold(s, strings.ToLower(prefix)) {
		return "", false
	}
	return s[len(prefix):], true
}

// privateLabel returns the length of a label and its closing dashes at the start of s, if
// it is the label of a private key.
func privateLabel(s string) (n int, ok bool) {
	label, _, ok := strings.Cut(s[:min(len(s), maxLabel+len(pemDash))], pemDash)
	if !ok || !ascii.ContainsFold(label, "private key") || strings.ContainsAny(label, "\r\n") {
		return 0, false
	}
	return len(label) + len(pemDash), true
}

// pemStop returns the end of the block whose body starts at i: after its END line, else
// after the last line that can be a part of it.
func pemStop(s string, i int) int {
	stop := len(s)
	if j := strings.Index(s[i:], pemDash); j >= 0 {
		stop = i + j
		if n := endLine(s[stop:]); n > 0 && pemLike(s[i:stop]) {
			return stop + n
		}
	}
	end := i
	for i < stop {
		line := s[i:stop]
		if j := strings.IndexByte(line, '\n'); j >= 0 {
			line = line[:j+1]
		}
		if !pemLine(line) {
			if n := pemRun(line); n >= 16 {
				end = i + n
			}
			break
		}
		i += len(line)
		if text := strings.TrimRight(line, " \t\r\n\"'`,;"); text != "" {
			end = i - len(line) + len(text)
		}
	}
	return end
}

// endLine returns the length of the END line s starts with, or 0.
func endLine(s string) int {
	rest, ok := cutFold(s, pemEnd)
	if !ok {
		return 0
	}
	label, _, ok := strings.Cut(rest[:min(len(rest), maxLabel+len(pemDash))], pemDash)
	if !ok {
		return 0
	}
	return len(pemEnd) + len(label) + len(pemDash)
}

// pemLike distinguishes a block from prose that mentions both its lines: no part of it has many
// short words in a row.
func pemLike(body string) bool {
	const most = 12
	words := 0
	for line := range strings.Lines(body) {
		if fields := strings.Fields(line); !strings.Contains(line, ": ") && len(fields) > 4 {
			words += len(fields)
		}
		if words > most {
			return false
		}
	}
	return true
}

// maxPEMLine is the maximum length of a line of a block that is read backwards.
const maxPEMLine = 4096

// pemStart returns the start of the body that ends at i.
func pemStart(s string, i int) int {
	start := i
	for at := i; at > 0; {
		low := max(0, at-maxPEMLine)
		from := low + strings.LastIndexByte(s[low:at-1], '\n') + 1
		if from == low && low > 0 {
			break
		}
		if line := s[from:at]; !pemLine(line) || strings.Contains(line, ":") {
			break
		} else if strings.TrimSpace(line) != "" {
			start = from
		}
		at = from
	}
	for start < i && ascii.IsSpace(s[start]) {
		start++
	}
	return start
}

// pemLine reports whether a line can belong to a key: base64, a header such as
// "Proc-Type: 4,ENCRYPTED", a cut, a blank line; also with line numbers or quote marks from tools.
func pemLine(line string) bool {
	line = strings.Trim(line, " \t\r\n\"'`,;+>|")
	line = strings.TrimLeft(line, "0123456789")
	line = strings.TrimLeft(line, " \t:→|")
	if line == "" || strings.Trim(line, ".…*") == "" {
		return true
	}
	for _, h := range [...]string{"proc-type:", "dek-info:", "version:", "comment:"} {
		if ascii.HasPrefixFold(line, h) {
			return true
		}
	}
	if pemRun(line) < len(line) {
		return false
	}
	// A single word is no line of a key: lines have 64 bytes, only the last one has fewer.
	return len(line) >= 16 || ascii.HasDigit(line) || strings.HasSuffix(line, "=") || len(line) > 6 && ascii.HasUpper(line[1:])
}

// pemRun returns how many bytes at the start of a line can belong to a key's body, escaped
// line breaks included.
func pemRun(line string) int {
	for i := 0; i < len(line); i++ {
		if c := line[i]; !ascii.IsAlnum(c) && !ascii.Is(c, ascii.Base64) && c != '\\' && c != '.' {
			return i
		}
	}
	return len(line)
}
