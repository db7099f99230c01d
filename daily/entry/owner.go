package entry

import (
	"bytes"
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
)

// Sessions is the heading above the entries.
const Sessions = "## Sessions\n"

// A Machine is one that writes to a shared vault. The zero value stands for a vault that is not shared.
type Machine struct {
	Name string // see [IsMachine]
	ID   string // tells it from another one of that name
	Who  string // the person who works on it
}

// Owned begins the line that says whose a log is.
const Owned = "<!-- memoria:log "

// Header returns the beginning of a new log, without an entry.
func Header(d Date, m Machine) string {
	s := "# Daily Log: " + d.Day().String() + "\n"
	if d.Machine() != "" {
		s += Owned + "machine=" + d.Machine() + " id=" + markdown.EncodeValue(m.ID) + Ending + "\n"
	}
	return s + "\n" + Sessions
}

// OwnerIn returns the id of the machine whose log a file is, as its first lines tell; "" if they do not.
func OwnerIn(file []byte) string {
	const most = 4096
	for l := range bytes.Lines(file[:min(len(file), most)]) {
		if rest, ok := bytes.CutPrefix(l, []byte(Owned)); ok {
			_, id, _ := strings.Cut(string(rest), " id=")
			id, _, _ = strings.Cut(id, " ")
			return markdown.DecodeValue(id)
		}
	}
	return ""
}
