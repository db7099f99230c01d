package flush

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/forgotten"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestRedactForgotten: a log that brings back what was forgotten is known by it, and a line in it that nobody
// forgot, also a person's own, is seen.
func TestRedactForgotten(t *testing.T) {
	for _, what := range []string{"session", "entry", "line"} {
		t.Run(what, func(t *testing.T) {
			b := newBench(t)
			s := &script{path: "/t/s1.jsonl"}
			s.say("a s1 10:00 keep the merger is with Acme and nobody else", "b/m1 s1 10:01 keep tabs are what we use here")
			b.end(s)
			name := filepath.Join(b.dir, "daily", "2026-03-01.md")
			old := strings.Replace(b.log("2026-03-01"), "<!-- /memoria:entry ", "- my own remark on it\n<!-- /memoria:entry ", 1)
			fsutiltest.Write(t, name, old)
			if v, err := forgotten.Redact(&daily.Store{Dir: b.f.Ledger.Dir}, ""); v != nil || err != nil {
				t.Fatal("something is hidden", err)
			}
			kept, err := archive.Archive{Dir: b.f.Ledger.Dir}.Entries(context.Background(), b.f.Ledger, b.f.Zone, testNow)
			e := b.logged()[0]
			must.Be(t, err == nil && len(kept) == 1 && kept[0].ID == e.ID && kept[0].Heading == e.Heading && kept[0].Bullets[0] == e.Bullets[0], "the archive holds %+v (%v), the log %+v", kept, err, e)
			x := &forgotten.Target{Entries: []daily.Dated{e}}
			switch what {
			case "session":
				x.Sessions = []forgotten.Session{{Agent: "claude", ID: "s1"}}
			case "line":
				x = &forgotten.Target{Lines: []forgotten.Line{{Of: e, Bullet: e.Bullets[0]}}}
			}
			b.forget(x, testNow)
			if err := os.WriteFile(name, []byte(old), 0o644); err != nil { // it is restored
				t.Fatal(err)
			}
			v, err := forgotten.Redact(&daily.Store{Dir: b.f.Ledger.Dir}, "")
			must.Be(t, err == nil && v != nil, "nothing is hidden %v", err)
			got, n := v(b.logged()[0])
			text := got.Title + got.Context
			for _, l := range got.Bullets {
				text += " " + l.Text
			}
			must.Hold(t, !strings.Contains(text, "Acme") && strings.Contains(text, "my own remark") && strings.Contains(text, "tabs") == (what == "line") && n != 0, "it says %q, %d are hidden", text, n)
			_, again := v(got)
			must.Hold(t, again == 0, "and again")
		})
	}
}
