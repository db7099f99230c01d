package holds

import (
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"pgregory.net/rapid"
)

// Whatever happened to logs and articles since it was asked, a memory gives the record that they give from nothing.
func TestMemoryOfLogs(t *testing.T) {
	texts := []string{"We use Redis for the queue", "Actually we use Postgres for the queue", "Job 1 crashes again", "Job 1 works now"}
	rapid.Check(t, func(t *rapid.T) {
		logs, who := []*daily.Log{}, rapid.SampledFrom([]string{"", "ana"}).Draw(t, "whose")
		for n := range 3 {
			day := daily.DateOf(time.Date(2026, 3, 1+n, 0, 0, 0, 0, time.UTC), nil).On("laptop")
			l := &daily.Log{Date: day, Owner: "0000000a"}
			for k := range 2 {
				e := daily.Dated{Date: day, Said: daily.Speaker{Who: who, Machine: "laptop", ID: "0000000a"}}
				e.ID, e.Agent, e.Project, e.At, e.Who = fmt.Sprintf("e%d%d", n, k), "claude", "till", day.At(9+k, 0, time.UTC), who
				e.Bullets = []daily.Bullet{{Kind: daily.Decision, Text: texts[(n+k)%4], Block: fmt.Sprintf("k%d%d", n, k)}, {Kind: daily.Action, Text: "Mend job 1", Block: fmt.Sprintf("t%d%d", n, k)}}
				l.Entries = append(l.Entries, e)
			}
			logs = append(logs, l)
		}
		pages := map[string][]byte{}
		m := &Memory{}
		for range rapid.IntRange(1, 6).Draw(t, "steps") {
			n, k := rapid.IntRange(0, 2).Draw(t, "log"), rapid.IntRange(0, 1).Draw(t, "entry")
			l := *logs[n]
			l.Entries, l.Controls = slices.Clone(l.Entries), slices.Clone(l.Controls)
			e := &l.Entries[k]
			cite := fmt.Sprintf("[[%s#^%s]]", l.Date, e.Bullets[0].Block)
			switch rapid.IntRange(0, 5).Draw(t, "edit") {
			case 0:
				e.Redone = !e.Redone
			case 1:
				l.Controls = append(l.Controls, daily.Control{Verb: daily.Back, Cite: fmt.Sprintf("%s#^%s", l.Date, e.Bullets[0].Block), Who: "ana"})
			case 2:
				e.Bullets = slices.Clone(e.Bullets)
				e.Bullets[0].Text = rapid.SampledFrom(texts).Draw(t, "text")
			case 3:
				e.Who = rapid.SampledFrom([]string{"", "ana", "bo"}).Draw(t, "who")
				e.Said.Who = e.Who
			default:
				heading := rapid.SampledFrom([]string{"## Key Points\n\n", "## Details\n\n### Tried and dropped\n\n", "## Details\n\n### Done\n\n"}).Draw(t, "heading")
				if rapid.Bool().Draw(t, "task") {
					cite = fmt.Sprintf("[[%s#^%s]]", l.Date, e.Bullets[1].Block)
				}
				pages["wiki/concepts/"+rapid.SampledFrom([]string{"a", "b"}).Draw(t, "page")+".md"] = []byte("---\ntitle: A\ntype: concept\n---\n\n# A\n\n" + heading + "- It says so (" + cite + ")\n")
			}
			logs[n] = &l
			w := wiki.New("wiki", pages)
			if got, want := m.OfLogs(logs, w), OfLogs(logs, w); !reflect.DeepEqual(got, want) {
				t.Fatalf("got  %+v\nwant %+v", got, want)
			}
			again := m.OfLogs(logs, wiki.New("wiki", pages))
			must.Be(t, again == m.whole, "it was found out again")
		}
	})
}
