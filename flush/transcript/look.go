package transcript

import "bytes"

// IsTranscript reports whether head, the first bytes of a file, looks like a Claude Code
// transcript. The last line of head may be cut anywhere.
func IsTranscript(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\xef\xbb\xbf"))
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte{'\n'})
		head = rest
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] != '{' {
			continue
		}
		var r row
		r.parse(&cursor{b: line})
		switch kind := r.kind.String(); {
		case !r.isRow():
		case kind == "user", kind == "assistant", kind == "system", kind == "attachment", kind == "queue-operation",
			kind == "summary", kind == "ai-title", kind == "custom-title", stateKinds[kind]:
			return true
		}
	}
	return false
}
