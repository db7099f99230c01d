package holds

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
	"pgregory.net/rapid"
)

// TestMemory: whatever was judged before, a memory gives the record that judging from nothing gives.
func TestMemory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := []string{
			"The limit of queue N is M MB", "We use Redis instead of store N", "Use store N for table M", "Table N now has M rows", "The crash of job N is fixed",
			"Job N crashes again", "Job N does not start", "Job N works now", "We dropped store N", "The import tried job N first and dropped it", "Actually, queue N is M GB",
		}
		var entries []daily.Dated
		make := func(n int) daily.Dated {
			at := time.Date(2026, 1, 1+rapid.IntRange(0, 5).Draw(t, "day"), rapid.IntRange(0, 23).Draw(t, "hour"), 0, 0, 0, time.UTC)
			e := daily.Dated{Date: daily.DateOf(at, time.UTC)}
			e.ID, e.At, e.Agent = fmt.Sprintf("e%06d", n), at, "claude"
			e.Project = rapid.SampledFrom([]string{"", "tide", "app"}).Draw(t, "project")
			e.Who = rapid.SampledFrom([]string{"", "ana", "bo"}).Draw(t, "who")
			for k := range rapid.IntRange(1, 3).Draw(t, "lines") {
				text := rapid.SampledFrom(texts).Draw(t, "text")
				b := daily.Bullet{Kind: daily.Kind(1 + rapid.IntRange(0, 4).Draw(t, "kind")), Block: fmt.Sprintf("k%06d", 10*n+k)}
				b.Text = strings.NewReplacer("N", rapid.SampledFrom([]string{"1", "2"}).Draw(t, "n"), "M", rapid.SampledFrom([]string{"3", "4"}).Draw(t, "m")).Replace(text)
				if len(entries) > 0 && rapid.IntRange(0, 9).Draw(t, "settles") == 0 {
					o := rapid.SampledFrom(entries).Draw(t, "other")
					b.Settles = o.Ref(o.Bullets[0])
				}
				e.Bullets = append(e.Bullets, b)
			}
			if len(entries) > 0 && rapid.IntRange(0, 7).Draw(t, "person") == 0 {
				a, b := rapid.SampledFrom(entries).Draw(t, "past"), rapid.SampledFrom(entries).Draw(t, "holds")
				s := daily.Settlement{Pair: "p", N: 1, Past: []string{a.Ref(a.Bullets[0])}, Holds: []string{b.Ref(b.Bullets[0])}}
				d := e.Date
				e = daily.Dated{Date: d, Entry: s.Entry(e.Project, b.Bullets[:1], at)}
				e.ID, e.Bullets[0].Block = fmt.Sprintf("e%06d", n), fmt.Sprintf("k%06d", 10*n)
			}
			return e
		}
		m := &Memory{}
		for n := range rapid.IntRange(1, 12).Draw(t, "steps") {
			switch op := rapid.IntRange(0, 6).Draw(t, "op"); {
			case op == 0 && len(entries) > 0:
				i := rapid.IntRange(0, len(entries)-1).Draw(t, "gone")
				entries = append(entries[:i:i], entries[i+1:]...)
			case op == 1 && len(entries) > 0:
				i := rapid.IntRange(0, len(entries)-1).Draw(t, "changed")
				entries = append([]daily.Dated{}, entries...)
				entries[i] = make(100 + n)
			default:
				entries = append(entries, make(n))
			}
			got, want := m.Judge(entries), new(Memory).Judge(entries)
			must.Be(t, reflect.DeepEqual(got, want), "got  %+v\nwant %+v\nentries %+v", got, want, entries)
			if rapid.Bool().Draw(t, "kept") {
				if m = ReadMemory(m.Bytes()); m.Judge(entries) == nil || m.Changed {
					t.Fatal("it did not remember all")
				}
			}
		}
	})
}

func TestMemoryThatIsDamaged(t *testing.T) {
	entries := []daily.Dated{{Date: daily.DateOf(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), nil)}}
	entries[0].Bullets = []daily.Bullet{{Kind: daily.Fact, Text: "Job 7 works now", Block: "k1"}}
	m := &Memory{}
	m.Judge(entries)
	data := m.Bytes()
	for i := range data {
		bad := append([]byte{}, data...)
		bad[i] ^= 1
		m := ReadMemory(bad)
		must.Be(t, len(m.marks) <= 0, "it believed a file whose byte %d is another", i)
	}
}

// TestVersion fails when the same entries give another record than before: then Version has to change, and the sum here.
func TestVersion(t *testing.T) {
	const want = "18 0ddb4415406d"
	src := must.Get(os.ReadFile(filepath.Join("..", "prose", "change", "testdata", "pairs.txt")))(t)
	var entries []daily.Dated
	for n, text := range strings.FieldsFunc(string(src), func(r rune) bool { return r == '\n' || r == '\t' || r == '=' }) {
		e := daily.Dated{Date: daily.DateOf(time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC), nil).AddDays(n)}
		e.Project, e.At = fmt.Sprintf("p%d", n/8), e.Date.At(9, 0, time.UTC)
		e.Bullets = []daily.Bullet{{Kind: daily.Kind(1 + n%4), Block: fmt.Sprintf("k%d", n), Text: text}}
		entries = append(entries, e)
	}
	m := &Memory{}
	m.Judge(entries)
	got := Version + " " + fsutil.Hash(m.Bytes())[:12]
	must.Hold(t, got == want, "what is found out is %q, was %q", got, want)
}
