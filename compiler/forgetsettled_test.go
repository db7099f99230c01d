package compiler_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/wording"
	"github.com/agent-admin/memoria/fsutil/must"
)

// settles writes a settlement of two claims, each named by the blocks of its lines.
func (v *vault) settles(n int, both bool, over, holds string) string {
	v.t.Helper()
	s := daily.Settlement{Pair: "0123456789", N: n, Both: both}
	var lines []daily.Bullet
	for _, day := range []string{"2026-11-26", "2026-11-27"} {
		date, _ := daily.ParseDate(day)
		log := must.Get(v.c.Daily.Read(date))(v.t)
		for _, e := range log.Entries {
			for _, b := range e.Bullets {
				o, h := strings.Contains(over, b.Block), strings.Contains(holds, b.Block)
				if o {
					s.Past = append(s.Past, e.Ref(b))
				}
				if h {
					s.Holds = append(s.Holds, e.Ref(b))
				}
				if h || o && both {
					lines = append(lines, b)
				}
			}
		}
	}
	e := s.Entry("p", lines, time.Date(2026, 11, 27, 12, n, 0, 0, time.UTC))
	_, _, err := v.c.Daily.Append(context.Background(), e)
	must.Do(v.t, err)
	v.settled(compiler.Options{})
	return "session=" + e.Session + " "
}

// TestForgetSettlement: a settlement is removed with either of its claims, and its marker stays, so that the person
// is not asked about the pair again.
func TestForgetSettlement(t *testing.T) {
	const first, second = "`locks` live on port 8080", "`locks` live on port 9090, " + secret
	for name, c := range map[string]struct {
		both   bool
		target string
		stays  string // words of the other claim, in which logs they stay
		in     []string
		gone   string
	}{
		"what holds":     {false, "^k20261127a0", "port 8080", []string{"daily/2026-11-26.md"}, "port 9090"},
		"its entry":      {false, "20261127a", "port 8080", []string{"daily/2026-11-26.md"}, "port 9090"},
		"its session":    {false, "s-20261127a", "port 8080", []string{"daily/2026-11-26.md"}, "port 9090"},
		"what does not":  {false, "^k20261126a0", "port 9090", []string{"daily/2026-11-27.md"}, "port 8080"},
		"both, a second": {true, "^k20261127a0", "port 8080", []string{"daily/2026-11-26.md"}, "port 9090"},
		"both, a first":  {true, "^k20261126a0", "port 9090", []string{"daily/2026-11-27.md"}, "port 8080"},
	} {
		t.Run(name, func(t *testing.T) {
			v := vaultAt(t, t.TempDir())
			v.log("2026-11-26", []string{first, "`locks` are files"})
			v.log("2026-11-27", []string{second, "`locks` are never renamed"})
			marker := v.settles(1, c.both, "k20261126a0", "k20261127a0")
			got := v.forgets(c.target)
			v.forgotten(c.gone)
			must.Text(t, v.read("daily/2026-11-27.md"), "of the settlement the log").Has(marker).Lacks("did not agree", "seemed not to")
			in := slices.DeleteFunc(v.says(c.stays), func(n string) bool { return !strings.HasPrefix(n, "daily/") })
			must.Hold(t, slices.Equal(in, c.in) && strings.Count(v.read(c.in[0]), c.stays) == 1, "the other claim stands in %q:\n%s", in, v.read(c.in[0]))
			must.Hold(t, strings.Contains(v.read("wiki/concepts/locks.md"), c.stays), "the article lacks the other claim")
			must.Text(t, strings.Join(got.Scope(wording.Says).Texts, "\n"), "forgotten are said to be the words").Lacks(c.stays, "agree")
		})
	}
}

// TestForgetSettlementAgain: a later settlement of the same pair rests on the earlier one, and is removed with it.
func TestForgetSettlementAgain(t *testing.T) {
	v := vaultAt(t, t.TempDir())
	v.log("2026-11-26", []string{"`locks` live on port 8080"})
	v.log("2026-11-27", []string{"`locks` live on port 9090, " + secret})
	v.settles(1, false, "k20261126a0", "k20261127a0")
	v.settles(2, false, "k20261127a0", "k20261126a0")
	v.forgets("^k20261127a0")
	v.forgotten("port 9090")
	n := strings.Count(v.read("daily/2026-11-27.md"), "agent=person")
	must.Hold(t, n == 2, "%d markers are left of two", n)
}

// TestForgetSettlementPart: if a claim also rests on a line that stays, the settlement still states that claim, and
// the other claim still does not hold.
func TestForgetSettlementPart(t *testing.T) {
	v := vaultAt(t, t.TempDir())
	v.log("2026-11-26", []string{"`locks` live on port 8080"})
	v.log("2026-11-27", []string{"`locks` live on port 9090, " + secret, "`locks` moved to port 9090"})
	v.settles(1, false, "k20261126a0", "k20261127a0 k20261127a1")
	v.forgets("^k20261127a0")
	v.forgotten(secret)
	must.Text(t, v.read("daily/2026-11-27.md"), "the settlement lost more than the line").Times(2, "moved to port 9090")
}
