package subject

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
)

// years makes n entries of ten bullets, in which a few names occur often and most rarely.
func years(n int) []daily.Dated {
	r := rand.New(rand.NewPCG(1, 2))
	syllables := strings.Fields("ka lo mi ra ten vor sil dun pex gar bo lin quo zet har")
	coin := func() string {
		return syllables[r.IntN(15)] + syllables[r.IntN(15)] + syllables[r.IntN(15)]
	}
	names := make([]string, 4000)
	for i := range names {
		switch w := coin(); i % 5 {
		case 0:
			names[i] = "`" + w + "`"
		case 1:
			names[i] = "`" + w + " " + coin() + " --all`"
		case 2:
			names[i] = "the " + w + " " + coin()
		case 3:
			names[i] = strings.ToUpper(w[:1]) + w[1:]
		default:
			names[i] = "`" + w + "_" + coin() + ".go`"
		}
	}
	pick := func() string { return names[int(float64(len(names))*r.Float64()*r.Float64()*r.Float64())] }
	day := daily.DateOf(time.Date(2020, time.January, 1, 0, 0, 0, 0, time.UTC), nil)
	out := make([]daily.Dated, n)
	for i := range out {
		e := daily.Dated{Date: day.AddDays(i / 8)}
		e.ID, e.Agent, e.Session, e.Project = fmt.Sprint(i), "claude", fmt.Sprint(i/3), "p"+fmt.Sprint(i%12)
		e.At = e.Date.At(i%24, 0, time.UTC)
		e.Title = "Mend " + pick()
		for j := range 10 {
			e.Bullets = append(e.Bullets, daily.Bullet{Kind: daily.Kind(1 + r.IntN(5)), Block: fmt.Sprintf("k%d-%d", i, j),
				Text: fmt.Sprintf("Since the last release %s reads %s before it writes, because %s %s the older rows", pick(), pick(), coin(), coin())})
		}
		out[i] = e
	}
	return out
}

func BenchmarkArticles(b *testing.B) {
	for _, n := range []int{1000, 10000} {
		entries := years(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := (Author{}).Articles(context.Background(), entries, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
