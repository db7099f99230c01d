package daily

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Each archive holds a log and what is read from it. The comment says what it proves.
func TestParseGolden(t *testing.T) {
	for file, a := range fsutiltest.Goldens(t, "testdata/*.txtar") {
		t.Run(fsutiltest.NameOf(file), func(t *testing.T) {
			must.Be(t, len(a.Files) == 2 && a.Files[0].Name == "2026-04-01.md" && a.Files[1].Name == "want" && len(a.Comment) != 0, "an archive holds a comment, 2026-04-01.md and want")
			src := a.Files[0].Data
			got := dump(Parse(mustDate(t, "2026-04-01"), time.FixedZone("", 7200), src))
			crlf := dump(Parse(mustDate(t, "2026-04-01"), time.FixedZone("", 7200), bytes.ReplaceAll(src, []byte("\n"), []byte("\r\n"))))
			must.Hold(t, crlf == got, "with CRLF it reads\n%s", crlf)
			fsutiltest.Want(t, file, a, got)
		})
	}
}

func dump(log *Log) string {
	var b strings.Builder
	for _, e := range log.Entries {
		kind := "entry"
		if e.Hand {
			kind = "hand"
		}
		fmt.Fprintf(&b, "%s %q at %s in [[%s]]\n", kind, e.Title, e.At.Format("15:04 -0700"), e.Target(Bullet{}))
		if !e.Started.IsZero() {
			fmt.Fprintf(&b, "  started %s\n", e.Started.Format("2006-01-02 15:04"))
		}
		if e.Session != "" {
			fmt.Fprintf(&b, "  session %s %s on %s, rows %s to %s, by %s\n", e.Agent, e.Session, e.Branch, e.From, e.To, e.By)
		}
		if e.Context != "" {
			fmt.Fprintf(&b, "  context: %s\n", e.Context)
		}
		for _, x := range e.Bullets {
			done := ""
			if x.Done {
				done = " done"
			}
			fmt.Fprintf(&b, "  %s%s: %s", x.Kind, done, x.Text)
			if x.Block != "" {
				fmt.Fprintf(&b, " <- %s", e.Cite(x))
			}
			b.WriteString("\n")
		}
	}
	if log.Torn > 0 {
		fmt.Fprintf(&b, "torn: %d\n", log.Torn)
	}
	return b.String()
}
