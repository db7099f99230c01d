package chart

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/fsutil/must"
)

// vault is a graph such as a vault has: projects, in them topics with many links, links across by chance.
func vault(n int, seed uint64) ([]Node, []Link) {
	rng := rand.New(rand.NewPCG(seed, 1))
	nodes := make([]Node, n)
	var links []Link
	for i := range nodes {
		topic := i / 12
		nodes[i] = Node{ID: fmt.Sprintf("wiki/concepts/page-%d.md", i), Title: fmt.Sprint("Page ", i), Href: fmt.Sprintf("wiki/concepts/page-%d.html", i),
			Type: "concept", Project: fmt.Sprint("project-", topic%7), Tags: []string{fmt.Sprint("tag-", topic%30)}, Day: "2026-03-01"}
		for range 2 {
			if to := topic*12 + rng.IntN(12); to < i {
				links = append(links, Link{i, to})
			}
		}
		if i > 0 && rng.IntN(3) == 0 {
			links = append(links, Link{i, rng.IntN(i)})
		}
	}
	return nodes, links
}

func distance(a, b Point) float64 { return math.Hypot(a.X-b.X, a.Y-b.Y) }

func TestLayout(t *testing.T) {
	nodes, links := vault(600, 1)
	at := Layout(nodes, links)
	must.Hold(t, slices.Equal(at, Layout(nodes, links)), "the same graph has two layouts")
	var linked, all float64
	for _, l := range links {
		linked += distance(at[l.From], at[l.To]) / float64(len(links))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		all += distance(at[rng.IntN(len(at))], at[rng.IntN(len(at))]) / 2000
	}
	must.Hold(t, linked <= all/3, "linked pages are %.3f apart, any two %.3f", linked, all)
	near := 0
	for i := range at {
		must.Be(t, at[i].X*at[i].X+at[i].Y*at[i].Y <= 1.000001 && !math.IsNaN(at[i].X), "%v lies outside", at[i])
		for j := range i {
			if distance(at[i], at[j]) < 0.4/math.Sqrt(float64(len(at))) {
				near++
			}
		}
	}
	must.Hold(t, near <= len(at)/20, "%d of %d pages lie on another", near, len(at))
}

// A page that comes with its links moves the others by little.
func TestLayoutIsStable(t *testing.T) {
	for seed := range uint64(5) {
		nodes, links := vault(400, seed)
		before := Layout(nodes, links)
		nodes = append(nodes, Node{ID: "wiki/concepts/new.md", Title: "New", Type: "concept", Project: "project-3"})
		links = append(links, Link{400, 13}, Link{400, 200}, Link{77, 400})
		after := Layout(nodes, links)
		var moved []float64
		for i := range before {
			moved = append(moved, distance(before[i], after[i]))
		}
		slices.Sort(moved)
		t.Logf("moved: half under %.3f, nine of ten under %.3f", moved[200], moved[360])
		must.Hold(t, moved[200] <= 0.02 && moved[360] <= 0.06, "a new page moves the others")
	}
}

func TestLayoutOfAny(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 30).Draw(t, "n")
		nodes := make([]Node, n)
		for i := range nodes {
			nodes[i] = Node{ID: rapid.SampledFrom([]string{"", "a", "b", "日本"}).Draw(t, "id"), Project: rapid.SampledFrom([]string{"", "p"}).Draw(t, "project")}
		}
		var links []Link
		for range rapid.IntRange(0, 60).Draw(t, "links") {
			if n > 0 {
				links = append(links, Link{rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")})
			}
		}
		for _, p := range Layout(nodes, links) {
			must.Be(t, !math.IsNaN(p.X) && !math.IsNaN(p.Y) && math.Hypot(p.X, p.Y) <= 1.000001, "a place at %v", p)
		}
	})
}

func TestData(t *testing.T) {
	nodes := []Node{{ID: "a", Title: `</script><b>"`, Href: "a.html", Type: "concept", Project: "p", Tags: []string{"t"}}, {ID: "b", Title: "B\u2028", Type: "day", Href: "b.html"}}
	got := string(Data(nodes, []Link{{0, 1}}))
	body, ok := strings.CutPrefix(got, `memoria("graph",`)
	body, also := strings.CutSuffix(body, ");\n")
	var f file
	err := json.Unmarshal([]byte(body), &f)
	must.Be(t, err == nil && ok && also, "%v in %s", err, got)
	must.Hold(t, f.Titles[0] == nodes[0].Title && f.Names[f.Types[1]] == "day" && f.Projects[1] == -1 && f.Names[f.Tags[0][0]] == "t" && slices.Equal(f.Links, []int{0, 1}), "read back: %+v", f)
	must.Hold(t, !strings.ContainsAny(got, "<>\u2028"), "a title that ends a script: %s", got)
}

func TestLocal(t *testing.T) {
	got := Local(Hub{Title: "Alone"})
	must.Hold(t, got == "", "nothing around, drawn as %s", got)
	h := Hub{Title: `<script>`, Label: `"quoted"`, MoreHref: "#backlinks"}
	for i := range 45 {
		h.Around = append(h.Around, Spoke{Title: fmt.Sprintf("A page with a name that is too long %d <&\"'>\u202e", i), Href: `x.html?a="b"&c`, Type: "concept", In: i%2 == 0, Out: i%4 != 0})
	}
	got = Local(h)
	links := 0
	for d := xml.NewDecoder(strings.NewReader(got)); ; {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		must.Be(t, err == nil, "%v in %s", err, got)
		if e, ok := tok.(xml.StartElement); ok {
			must.Hold(t, slices.Contains([]string{"svg", "g", "path", "circle", "a", "text", "title"}, e.Name.Local), "an element %s", e.Name.Local)
			if e.Name.Local == "a" {
				links++
			}
		}
	}
	must.Hold(t, links == 12+20+1 && strings.Contains(got, "and 13 more"), "%d links in %s", links, got)
}

// Whatever was decided when: every mark lies within the drawing, and no decision hides another that was made beside it.
func TestLine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lanes := []string{"claude", "codex", "opencode"}[:rapid.IntRange(1, 3).Draw(t, "lanes")]
		var marks []Mark
		for i := range rapid.IntRange(1, 30).Draw(t, "marks") {
			at := time.Date(2026, 3, rapid.IntRange(1, 9).Draw(t, "day"), 12, 0, 0, 0, time.UTC)
			marks = append(marks, Mark{At: at, Lane: rapid.SampledFrom(lanes).Draw(t, "lane"), Small: rapid.Bool().Draw(t, "small"), Href: fmt.Sprint(i), Title: "x"})
		}
		svg := Line(marks, lanes, "label")
		var wide, high int
		if _, err := fmt.Sscanf(svg, `<svg class="time" viewBox="0 0 %d %d"`, &wide, &high); err != nil {
			t.Fatal(err)
		}
		on := map[[2]int]int{}
		circles := strings.Split(svg, "<circle")[1:]
		for _, c := range circles {
			var x, y, r int
			if _, err := fmt.Sscanf(c, ` cx="%d" cy="%d" r="%d"`, &x, &y, &r); err != nil {
				t.Fatal(err)
			}
			must.Hold(t, x-r >= gutter && x+r <= wide && y-r > 0 && y+r < high-foot+laneFoot, "a mark at %d, %d with radius %d is cut off in %d by %d", x, y, r, wide, high)
			if r > 2 {
				on[[2]int{x, y}]++
			}
		}
		must.Hold(t, len(circles) == len(marks), "%d of %d marks are drawn", len(circles), len(marks))
		for place, n := range on {
			must.Hold(t, n <= 1 || on[[2]int{place[0], place[1] + step}] != 0, "%d decisions lie at %v, with room below it", n, place)
		}
	})
}
