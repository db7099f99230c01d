package chart

import (
	"cmp"
	"math"
	"slices"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

const (
	// pull is the weight of the neighbours in a node's position; the rest is the weight of its own position. Below 1 the
	// positions are the unique solution of a system in which a node's influence decreases with every link, so a distant
	// change has hardly any effect.
	pull   = 0.85
	rounds = 40 // pull^40 is below a thousandth

	// kin is the weight of the project in a node's own position, so that the nodes of a project lie together.
	kin = 0.6

	spreads = 24  // rounds in which nodes that lie too near part
	apart   = 1.6 // how far apart they want to be, as a share of the distance in a full circle
)

// Layout returns the position of each node. Linked nodes lie close to each other, and no two overlap.
//
// A node's own position comes from a hash of its ID and its project. Each node is then drawn to the mean of its
// neighbours (personalised averaging, a contraction with one solution, found by iteration). The whole is then
// spread to fill the circle, by the rank of each node's distance from the centre, and nodes that are too
// close are separated, using a grid to look only at those around. The time is linear in nodes and links.
func Layout(nodes []Node, links []Link) []Point {
	at := make([]Point, len(nodes))
	if len(nodes) == 0 {
		return at
	}
	own := make([]Point, len(nodes))
	for i, n := range nodes {
		a, b := place("node\x00"+n.ID), place("project\x00"+n.Project)
		if n.Project == "" {
			b = a
		}
		own[i] = Point{(1-kin)*a.X + kin*b.X, (1-kin)*a.Y + kin*b.Y}
	}
	average(at, own, neighbours(len(nodes), links))
	fill(at, nodes)
	spread(at)
	return at
}

// place returns a point of the circle, from a hash of a name (FNV-1a, with the finish of SplitMix64).
func place(name string) Point {
	h := uint64(14695981039346656037)
	for i := range len(name) {
		h = (h ^ uint64(name[i])) * 1099511628211
	}
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	h ^= h >> 31
	r := math.Sqrt(float64(h>>32) / (1 << 32))
	sin, cos := math.Sincos(2 * math.Pi * float64(uint32(h)) / (1 << 32))
	return Point{r * cos, r * sin}
}

// neighbours returns for each node those it is linked with, once, in order.
func neighbours(n int, links []Link) [][]int32 {
	out := make([][]int32, n)
	for _, l := range links {
		if l.From == l.To {
			continue
		}
		out[l.From] = append(out[l.From], int32(l.To))
		out[l.To] = append(out[l.To], int32(l.From))
	}
	for i := range out {
		slices.Sort(out[i])
		out[i] = slices.Compact(out[i])
	}
	return out
}

// average solves at = (1-pull)·own + pull·(mean of the neighbours). A neighbour with many links counts less:
// a page that everything links to does not draw everything together.
func average(at, own []Point, near [][]int32) {
	copy(at, own)
	next := make([]Point, len(at))
	for range rounds {
		for i := range at {
			var x, y, weight float64
			for _, j := range near[i] {
				w := 1 / math.Sqrt(float64(len(near[j])))
				x, y, weight = x+w*at[j].X, y+w*at[j].Y, weight+w
			}
			if weight == 0 {
				next[i] = own[i]
				continue
			}
			next[i] = Point{(1-pull)*own[i].X + pull*x/weight, (1-pull)*own[i].Y + pull*y/weight}
		}
		copy(at, next)
	}
}

// fill spreads the positions over the circle: each keeps its direction from the centre, and its distance
// becomes that of its rank in an evenly filled circle.
func fill(at []Point, nodes []Node) {
	var mid Point
	for _, p := range at {
		mid.X, mid.Y = mid.X+p.X/float64(len(at)), mid.Y+p.Y/float64(len(at))
	}
	order := make([]int, len(at))
	far := make([]float64, len(at))
	for i, p := range at {
		order[i], far[i] = i, math.Hypot(p.X-mid.X, p.Y-mid.Y)
	}
	sorting.By(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(far[a], far[b]), cmp.Compare(nodes[a].ID, nodes[b].ID))
	})
	for rank, i := range order {
		r := math.Sqrt((float64(rank) + 0.5) / float64(len(at)))
		if far[i] == 0 { // alone, or exactly in the middle
			at[i] = Point{r, 0}
			continue
		}
		at[i] = Point{(at[i].X - mid.X) / far[i] * r, (at[i].Y - mid.Y) / far[i] * r}
	}
}

// spread separates nodes that are too close, each pair by half of the missing distance, in rounds.
func spread(at []Point) {
	want := apart / math.Sqrt(float64(len(at)))
	move := make([]Point, len(at))
	for range spreads {
		g := newGrid(at, want)
		clear(move)
		for i := range at {
			g.around(at[i], func(j int32) {
				if int(j) <= i {
					return
				}
				dx, dy := at[i].X-at[j].X, at[i].Y-at[j].Y
				d := math.Hypot(dx, dy)
				if d >= want {
					return
				}
				if d < 1e-9 { // on one another: part them along a line that their numbers give
					sin, cos := math.Sincos(float64(i) + 0.5*float64(j))
					dx, dy, d = 1e-9*cos, 1e-9*sin, 1e-9
				}
				push := 0.25 * (want - d) / d
				move[i].X, move[i].Y = move[i].X+push*dx, move[i].Y+push*dy
				move[j].X, move[j].Y = move[j].X-push*dx, move[j].Y-push*dy
			})
		}
		for i, m := range move {
			if far := math.Hypot(m.X, m.Y); far > want {
				m.X, m.Y = m.X*want/far, m.Y*want/far
			}
			at[i] = inside(Point{at[i].X + m.X, at[i].Y + m.Y})
		}
	}
}

func inside(p Point) Point {
	if r := math.Hypot(p.X, p.Y); r > 1 {
		return Point{p.X / r, p.Y / r}
	}
	return p
}

// A grid finds the nodes around a position.
type grid struct {
	size  float64
	wide  int
	first []int32 // of each cell, in rest
	rest  []int32 // nodes by cell, in order
}

func newGrid(at []Point, size float64) *grid {
	g := &grid{size: size, wide: int(2/size) + 3}
	g.first = make([]int32, g.wide*g.wide+1)
	for _, p := range at {
		g.first[g.cell(p)+1]++
	}
	for c := 1; c < len(g.first); c++ {
		g.first[c] += g.first[c-1]
	}
	g.rest = make([]int32, len(at))
	next := slices.Clone(g.first)
	for i, p := range at {
		c := g.cell(p)
		g.rest[next[c]] = int32(i)
		next[c]++
	}
	return g
}

func (g *grid) cell(p Point) int {
	return (int((p.Y+1)/g.size)+1)*g.wide + int((p.X+1)/g.size) + 1
}

// around calls f with every node in the cell of p and those beside it.
func (g *grid) around(p Point, f func(int32)) {
	c := g.cell(p)
	for _, row := range [...]int{-g.wide, 0, g.wide} {
		from, to := max(c+row-1, 0), min(c+row+2, len(g.first)-1)
		if from >= to {
			continue
		}
		for _, j := range g.rest[g.first[from]:g.first[to]] {
			f(j)
		}
	}
}
