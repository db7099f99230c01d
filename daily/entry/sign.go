package entry

import (
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
)

// Sign returns a log whose entries that do not say whose they are say that they are of who. Those that another copy of the
// log has stay as they are.
func Sign(log, other []byte, who string) []byte {
	has := map[string]bool{}
	for line := range strings.Lines(string(other)) {
		if e, ok := ParseMarker(strings.TrimRight(line, "\r\n")); ok {
			has[e.ID] = true
		}
	}
	var out strings.Builder
	for line := range strings.Lines(string(log)) {
		if e, ok := ParseMarker(strings.TrimRight(line, "\r\n")); ok && e.Who == "" && !has[e.ID] {
			at := strings.LastIndex(line, Ending)
			line = line[:at] + " who=" + markdown.EncodeValue(who) + line[at:]
		}
		out.WriteString(line)
	}
	return []byte(out.String())
}
