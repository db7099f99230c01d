package transcript

import "bytes"

// IsTranscript reports whether head, the first bytes of a file, looks like a Claude Code
// transcript. The last line of head may be cut anywhere.
func IsTranscript(head []byte) bool {
	l := newLines(bytes.NewReader(head))
	for {
		line, _, err := l.next()
		if err != nil {
			return false
		}
		line = bytes.TrimLeft(line, "\xef\xbb\xbf \t\r\x00")
		if len(line) == 0 || line[0] != '{' {
			continue
		}
		var r row
		r.parse(&cursor{b: line})
		switch kind := r.kind.String(); kind {
		case "user", "assistant":
			if r.isRow() || r.hasMessage {
				return true
			}
		case "system", "attachment", "queue-operation", "summary", "ai-title", "custom-title":
			if r.isRow() {
				return true
			}
		default:
			if stateKinds()[kind] && r.isRow() {
				return true
			}
		}
	}
}
