package subject

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

const disagreeing = `
2026-11-20 app | The gateway
D The gateway listens on port 8080 behind the proxy
L The gateway drops idle sockets after a minute
2026-11-24 app | The gateway again
D The gateway listens on port 9090 for the proxy
F The gateway logs to the journal
`

// settlement returns a settlement of lines of entries, named by their blocks.
func settlement(t *testing.T, all []daily.Dated, n int, both bool, over, holds string) daily.Dated {
	t.Helper()
	s := daily.Settlement{Pair: "0123456789", N: n, Both: both}
	var lines []daily.Bullet
	for _, d := range all {
		for _, b := range d.Bullets {
			switch b.Block {
			case over:
				s.Past = append(s.Past, d.Ref(b))
				if both {
					lines = append(lines, b)
				}
			case holds:
				s.Holds = append(s.Holds, d.Ref(b))
				lines = append(lines, b)
			}
		}
	}
	d := must.Get(daily.Read(s.Entry("app", lines, time.Date(2026, 11, 28+n, 9, 0, 0, 0, time.UTC)), time.UTC))(t)
	for i := range d.Bullets {
		d.Bullets[i].Block = "s" + string(rune('0'+n)) + string(rune('0'+i))
	}
	return d
}

func settledArticles(t *testing.T, all []daily.Dated) map[string]draft.Draft {
	t.Helper()
	drafts := must.Get(Author{}.Articles(context.Background(), all, nil))(t)
	out := map[string]draft.Draft{}
	for _, d := range drafts {
		out[d.Title] = d
	}
	return out
}

// What a person settled holds, whichever line is the later one; the rejected line is kept in the history, with the
// day until which it held, and no other line moves.
func TestSettled(t *testing.T) {
	all := parseEntries(t, disagreeing)
	before := settledArticles(t, all)
	for _, tt := range []struct{ over, holds, was, now string }{
		{"k0100", "k0000", "9090", "8080"},
		{"k0000", "k0100", "8080", "9090"},
	} {
		after := settledArticles(t, append(all[:2:2], settlement(t, all, 1, false, tt.over, tt.holds)))
		must.Hold(t, len(after) == len(before), "%d articles, %d before it was settled", len(after), len(before))
		for title, d := range after {
			points, past := d.Section(wiki.KeyPoints)+d.Section(wiki.Details), d.Section(wiki.History)
			must.Hold(t, !strings.Contains(points, tt.was) && strings.Contains(points, tt.now) && strings.Contains(points, "#^s10") && strings.Contains(points, "idle sockets"), "%s: %s", title, points)
			must.Hold(t, strings.Count(past, "Until") == 1 && strings.Contains(past, "Until 2026-11-29: The gateway listens on port "+tt.was), "%s: %s", title, past)
		}
	}
}

// If both hold, nothing moves. A later settlement of them replaces the first.
func TestSettledAnew(t *testing.T) {
	all := parseEntries(t, disagreeing)
	both := settlement(t, all, 1, true, "k0000", "k0100")
	for title, d := range settledArticles(t, append(all[:2:2], both)) {
		points := d.Section(wiki.KeyPoints) + d.Section(wiki.Details)
		must.Hold(t, len(d.History) == 0 && strings.Contains(points, "8080") && strings.Contains(points, "9090"), "%s: %s%s", title, points, d.Section(wiki.History))
	}
	first := settlement(t, all, 1, false, "k0100", "k0000")
	second := settlement(t, all, 2, false, "k0000", "k0100")
	s, _ := second.Settlement()
	s.Past = append(s.Past, first.Ref(first.Bullets[0]))
	second.From = strings.Join(s.Past, ",")
	for title, d := range settledArticles(t, append(all[:2:2], second, first)) {
		points, past := d.Section(wiki.KeyPoints)+d.Section(wiki.Details), d.Section(wiki.History)
		must.Hold(t, !strings.Contains(points, "8080") && strings.Contains(points, "9090") && strings.Count(past, "Until") == 2, "%s: %s%s", title, points, past)
	}
}

// A settlement that names missing lines, later ones or its own settles nothing, and two that name each other cause no
// loop.
func TestSettledNothing(t *testing.T) {
	all := parseEntries(t, disagreeing)
	first := settlement(t, all, 1, false, "k0100", "k0000")
	second := settlement(t, all, 2, false, "k0100", "k0000")
	own := first.Ref(first.Bullets[0])
	first.From = strings.Join([]string{second.Ref(second.Bullets[0]), own, "2026-01-01^kffffff", ""}, ",")
	second.From = own
	for title, d := range settledArticles(t, append(all[:2:2], first, second)) {
		must.Text(t, d.Section(wiki.KeyPoints)+d.Section(wiki.Details), "%s", title).Has("9090", "8080")
	}
}
