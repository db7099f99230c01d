package subject

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// TestKeptAnswers: an author that keeps what it found out of lines writes what one that keeps nothing writes, whatever
// entries were added, changed, moved and taken out between.
func TestKeptAnswers(t *testing.T) {
	all := years(60)
	rapid.Check(t, func(r *rapid.T) {
		dir := must.Get(fsutil.OpenDir(t.TempDir()))(t)
		defer dir.Close()
		kept := Author{Dir: dir}
		var entries []daily.Dated
		for step := range rapid.IntRange(1, 5).Draw(r, "steps") {
			for range rapid.IntRange(1, 12).Draw(r, "edits") {
				e := rapid.SampledFrom(all).Draw(r, "entry")
				i := 0
				if len(entries) > 0 {
					i = rapid.IntRange(0, len(entries)-1).Draw(r, "at")
				}
				switch rapid.IntRange(0, 5).Draw(r, "edit") {
				case 0:
					if len(entries) > 0 {
						entries = slices.Delete(slices.Clone(entries), i, i+1)
					}
				case 1:
					if len(entries) > 0 {
						entries = slices.Clone(entries)
						o := rapid.SampledFrom(e.Bullets).Draw(r, "words")
						entries[i].Bullets = append(slices.Clone(entries[i].Bullets), daily.Bullet{Kind: o.Kind, Text: o.Text + " now", Block: fmt.Sprintf("kx%d", step)})
					}
				default:
					if !slices.ContainsFunc(entries, func(o daily.Dated) bool { return o.ID == e.ID }) {
						entries = append(entries, e)
					}
				}
			}
			got := must.Get(kept.Articles(context.Background(), entries, nil))(r)
			want, _ := Author{}.Articles(context.Background(), entries, nil)
			must.Be(r, reflect.DeepEqual(got, want), "step %d: it wrote other articles than from nothing", step)
			if rapid.IntRange(0, 9).Draw(r, "lost") == 0 {
				_ = dir.Remove(layout.CacheJudged)
			}
		}
	})
}

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
