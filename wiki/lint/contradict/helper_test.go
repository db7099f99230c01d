package contradict

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
	"github.com/agent-admin/memoria/wiki/draft"
)

// honest says of each pair what its claims show: another number is a contradiction, and "now" replaces.
func honest() *asktest.Model {
	return &asktest.Model{Say: func(q ask.Question, _ int) (string, error) { return verdicts(q, ""), nil }}
}

// verdicts are those of an honest model; reason, if any, stands in the place of its own.
func verdicts(q ask.Question, reason string) string {
	var b strings.Builder
	b.WriteString("=== MARK\n")
	claims := claimsIn(q)
	for n := 0; n+1 < len(claims); n += 2 {
		why := reason
		if why == "" {
			why = claims[n]
		}
		switch {
		case strings.Contains(claims[n+1], " now "):
			fmt.Fprintf(&b, "replaces [c%d c%d]: %s\n", n+1, n+2, why)
		case strings.Contains(claims[n], "port") && strings.Contains(claims[n+1], "port"):
			fmt.Fprintf(&b, "contradict [c%d c%d]: %s\n", n+1, n+2, why)
		default:
			fmt.Fprintf(&b, "agree [c%d c%d]\n", n+1, n+2)
		}
	}
	return b.String() + "=== end MARK"
}

// claimsIn are the claims of a question, in their order.
func claimsIn(q ask.Question) (out []string) {
	for _, l := range strings.Split(q.Prompt, "\n") {
		if head, text, ok := strings.Cut(l, "): "); ok && strings.HasPrefix(head, "c") && strings.Contains(head, "from the article") {
			out = append(out, text)
		}
	}
	return out
}

// A vault is logs, and articles that cite them.
type vault struct {
	t     *testing.T
	dir   *fsutil.Dir
	logs  map[string][]daily.Entry
	pages map[string][]wiki.Point
	past  map[string][]draft.Replacement
}

func newVault(t *testing.T) *vault {
	t.Helper()
	dir := fsutiltest.Open(t, t.TempDir())
	return &vault{t, dir, map[string][]daily.Entry{}, map[string][]wiki.Point{}, map[string][]draft.Replacement{}}
}

// say adds a line to the log of a day and to an article, and returns its point.
func (v *vault) say(day, article, text string) wiki.Point {
	v.t.Helper()
	d := must.Get(daily.ParseDate(day))(v.t)
	n := len(v.logs[day])
	block := fmt.Sprintf("k%s%02d", strings.ReplaceAll(day[5:], "-", ""), n)
	v.logs[day] = append(v.logs[day], daily.Entry{Agent: "claude", Session: "s", Project: "app", To: block, At: d.At(9, n, time.UTC),
		Summary: daily.Summary{Title: "Work", Bullets: []daily.Bullet{{Kind: daily.Decision, Text: text, Block: block}}}})
	p := wiki.Point{Text: text, Cites: []wiki.Cite{{Date: wiki.Date(day), Block: block}}}
	v.pages[article] = append(v.pages[article], p)
	return p
}

// settle writes a settlement into its log.
func (v *vault) settle(e daily.Entry) {
	day := daily.DateOf(e.At, time.UTC).String()
	v.logs[day] = append(v.logs[day], e)
}

func (v *vault) read() []*daily.Log {
	v.t.Helper()
	var days []string
	for d := range v.logs {
		days = append(days, d)
	}
	slices.Sort(days)
	var out []*daily.Log
	for _, day := range days {
		d, _ := daily.ParseDate(day)
		l := &daily.Log{Date: d}
		for _, e := range v.logs[day] {
			x := must.Get(daily.Read(e, time.UTC))(v.t)
			x.Said.Who = e.Who
			l.Entries = append(l.Entries, x)
		}
		out = append(out, l)
	}
	return out
}

func (v *vault) judge(m ask.Model) *Judge {
	v.t.Helper()
	files := map[string][]byte{}
	for title, points := range v.pages {
		d := draft.Draft{Title: title, Type: wiki.Concept, Lead: "A lead.", Points: points, History: v.past[title]}
		files["wiki/concepts/"+string(d.Name())+".md"] = d.Render()
	}
	return &Judge{Wiki: wiki.New("wiki", files), Logs: v.read(), Asker: ask.Asker{Replies: &ask.Replies{Dir: v.dir}, Model: m}}
}

func (v *vault) run(m ask.Model) *Report {
	v.t.Helper()
	return must.Get(v.judge(m).Run(context.Background()))(v.t)
}

// gateway says where it listens on two days, and some more.
func gateway(v *vault) (first, second wiki.Point) {
	first = v.say("2026-11-20", "Gateway", "The gateway listens on port 8080 behind the proxy")
	v.say("2026-11-21", "Gateway", "The gateway drops idle sockets after a minute")
	v.say("2026-11-22", "Importer", "The importer reads the tables of the harbour")
	return first, v.say("2026-11-24", "Gateway", "The gateway listens on port 9090 for the proxy")
}
