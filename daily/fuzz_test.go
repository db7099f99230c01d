package daily

import (
	"bytes"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/must"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily/markdown"
)

// FuzzParse: no log stops the reader; what it reads lies in the file; and an append to the file
// changes nothing in it but our own torn tail, and is read back beside all that was read before.
func FuzzParse(f *testing.F) {
	f.Add([]byte(wantLog))
	f.Add([]byte(strings.ReplaceAll(wantLog, "\n", "\r\n")))
	f.Add([]byte(wantLog[:len(wantLog)-40]))
	f.Add([]byte("\ufeff---\na: b\n---\n# D\n\nTitle\n---\n- [ ] a\n  - b ^x\n\n```\n# c\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		date, _ := ParseDate("2026-11-27")
		log := Parse(date, time.UTC, src)
		at := 0
		for _, e := range log.Entries {
			must.Be(t, e.Start >= at && e.End >= e.Start && e.End <= len(src), "entry %q stands at %d to %d, after %d", e.Title, e.Start, e.End, at)
			at = e.End
			for _, b := range e.Bullets {
				must.Be(t, b.Text == markdown.Oneline(b.Text) && b.Text != "" && b.Kind.String() != "unknown" && (b.Block == "" || markdown.IsBlockID(b.Block)), "bullet %+v", b)
			}
			must.Be(t, !strings.ContainsAny(e.Heading, "#|^[]\n"), "cited by %q", e.Heading)
		}
		e := must.Get(sample(0).Clean(afternoon.Location()))(t)
		if holds(src, e.ID) {
			return
		}
		keep, text := compose(src, entry.Header(date, Machine{}), []Entry{e}, nil)
		cut := bytes.TrimRight(src[keep:], "\x00")
		must.Be(t, len(cut) == 0 || bytes.HasPrefix(cut, []byte("#")) || bytes.HasPrefix(cut, []byte(entry.Opening)), "cut off %q", cut)
		got := append(bytes.Clone(src[:keep]), text...)
		after := Parse(date, time.UTC, got)
		n := len(log.Entries)
		must.Be(t, len(after.Entries) == n+1 && after.Entries[n].ID == e.ID && after.Entries[n].Title == e.Title && len(after.Entries[n].Bullets) == 3, "%d entries, and after an append %d:\n%s", n, len(after.Entries), got)
		for i := range log.Entries {
			a, b := log.Entries[i], after.Entries[i]
			must.Be(t, a.ID == b.ID && a.Start == b.Start && (a.Hash == b.Hash || keep != len(src)), "%q was %+v\nand is %+v", src, a, b)
		}
	})
}
