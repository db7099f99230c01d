package daily

import (
	"bytes"
	"github.com/agent-admin/memoria/daily/entry"
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
)

// sessions is the heading above the entries.
const sessions = "## Sessions\n"

// A Machine is one that writes to a shared vault. The zero value stands for a vault that is not shared.
type Machine struct {
	Name string // see entry.IsMachine
	ID   string // tells it from another one of that name
	Who  string // the person who works on it
}

const owned = "<!-- memoria:log "

// header returns the beginning of a new log.
func header(d Date, m Machine) string {
	s := "# Daily Log: " + d.Day().String() + "\n"
	if d.Machine() != "" {
		s += owned + "machine=" + d.Machine() + " id=" + markdown.EncodeValue(m.ID) + entry.Ending + "\n"
	}
	return s + "\n" + sessions
}

// OwnerIn returns the id of the machine whose log a file is, as its first lines tell; "" if they do not.
func OwnerIn(file []byte) string {
	const most = 4096
	for l := range bytes.Lines(file[:min(len(file), most)]) {
		if rest, ok := bytes.CutPrefix(l, []byte(owned)); ok {
			_, id, _ := strings.Cut(string(rest), " id=")
			id, _, _ = strings.Cut(id, " ")
			return markdown.DecodeValue(id)
		}
	}
	return ""
}

// separator returns what stands between the file and its next entry: what head, the header, lacks in a new file,
// else an empty line.
func separator(file []byte, head string) string {
	if len(file) < 2*len(head) { // a header at most
		text := strings.ReplaceAll(string(bytes.TrimPrefix(file, []byte(markdown.ByteOrderMark))), "\r\n", "\n")
		if rest, ok := strings.CutPrefix(head, text); ok {
			return rest + "\n"
		}
	}
	switch end := markdown.LineBreaks(file); {
	case len(bytes.TrimSpace(bytes.TrimPrefix(file, []byte(markdown.ByteOrderMark)))) == 0:
		return strings.Repeat("\n", 1-min(1, end)) + head + "\n"
	case end > 1:
		return ""
	case end == 1:
		return "\n"
	}
	return "\n\n"
}
