package brief

import (
	"fmt"
	"math"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

// worth returns the weight of a line by its kind, before its age and the number of its repeats count. Kinds with no
// weight are events, not lasting facts.
func worth(k daily.Kind) int {
	switch k {
	case daily.Preference:
		return 300
	case daily.Action:
		return 290
	case daily.Decision:
		return 280
	case daily.Lesson:
		return 200
	case daily.Fact:
		return 150
	}
	return 0
}

const (
	freshWorth = 120 // of the newest; half as much each halfLife before
	halfLife   = 30 * 24 * time.Hour
	againWorth = 25 // each further line that says the same
	againMost  = 3
	detailLess = 30  // what an article has in its Details
	sinceMore  = 80  // a fact that replaced an earlier one: it corrects whoever knows only that
	onceLess   = 180 // a recorded preference that may be a single request, or no wish at all
)

// fresh returns the weight of a time relative to the newest entry of the project.
func (d *making) fresh(at time.Time) int {
	age := max(d.newest.Sub(at), 0)
	return int(freshWorth * math.Exp2(-float64(age)/float64(halfLife)))
}

// read finds out what the pages related to the project made of its lines.
func (d *making) read() {
	var pages []*page
	for _, s := range d.about {
		if s.page.Kind == wiki.ArticlePage && s.page.all > 0 {
			pages = append(pages, s.page)
			d.take(s.page, wiki.KeyPoints)
		}
	}
	for _, p := range pages { // if a line is in both, the key point counts
		d.take(p, wiki.Details)
	}
	for _, p := range pages {
		for _, pt := range p.PointsIn(wiki.History) {
			for _, c := range pt.Cites { // of the line that took the place of another, too
				if l := d.cited(c); l != nil {
					l.dated = true
				}
			}
		}
	}
}

func (d *making) cited(c wiki.Cite) *said { return d.lines[place{string(c.Date), c.Block}] }

// take assigns to lines the first article that cites them, and its words.
func (d *making) take(p *page, heading string) {
	detail := heading == wiki.Details
	taken := &p.taken[prose.Bit(detail)]
	if *taken {
		return
	}
	*taken = true
	for _, pt := range p.PointsIn(heading) {
		for _, c := range pt.Cites {
			if l := d.cited(c); l != nil && l.on == nil && l.holds {
				l.on, l.text, l.more, l.detail = p, plain(pt.Text), len(pt.Cites)-1, detail
			}
		}
	}
}

// stands reports whether a line is told as holding: it holds, and nobody removed it from the articles. A history that tells
// that it took the place of another has it, too.
func (d *making) stands(l *said) bool {
	return l.holds && (l.on != nil || l.dated || d.Placed == nil || !d.Placed(l.entry.Date, l.Block))
}

// why says where a line stands.
func (l *said) why() string {
	switch {
	case l.on == nil:
		return "is in the log"
	case l.detail:
		return "stands in " + l.on.Path
	}
	return "is a key point of " + l.on.Path
}

// A told line is one of the project's that may be told as holding.
type told struct {
	*said
	rank int
}

// mostOf is how many lines of a project are told as holding, and how many of those of one branch: far more than any session
// has room for.
const mostOf = 500

// holds adds the lines of the project's entries that hold, the reader's own first, which others who say the same do not hide. Of
// many it adds the best, and the best of each branch, since a session prefers those of its own.
func (d *making) holds() {
	var all []told
	points := map[*page]map[string]bool{}
	for _, own := range []bool{true, false} {
		for i := range d.mine {
			if e := &d.mine[i]; d.Reader.Mine(e.Said) == own {
				all = d.holdsOf(all, e, points)
			}
		}
	}
	for _, t := range d.best(all) {
		d.tell(t)
	}
}

// best leaves out the lines that no session has room for.
func (d *making) best(all []told) []told {
	if len(all) <= mostOf {
		return all
	}
	order, taken, of := make([]int, len(all)), make([]bool, len(all)), map[string]int{}
	for i := range order {
		order[i] = i
	}
	sorting.Stable(order, func(i, j int) int { return all[j].rank - all[i].rank })
	for n, i := range order {
		branch := all[i].entry.Branch
		of[branch]++
		taken[i] = n < mostOf || branch != "" && of[branch] <= mostOf
	}
	out := all[:0]
	for i, t := range all {
		if taken[i] {
			out = append(out, t)
		}
	}
	d.out.More = len(all) - len(out)
	return out
}

// holdsOf adds the lines of an entry that hold to all. points are those of articles that are added.
func (d *making) holdsOf(all []told, e *daily.Dated, points map[*page]map[string]bool) []told {
	day := e.Date.String()
	for _, b := range e.Bullets {
		l := d.lines[place{day, b.Block}]
		if l == nil || worth(b.Kind) == 0 || d.Reader.Tells(e.Said, b.Kind == daily.Preference, b.Text) == "" {
			continue
		}
		if !d.stands(l) {
			continue
		}
		t := told{l, worth(b.Kind) + d.fresh(e.At)}
		if b.Kind == daily.Preference && !standing(b.Text) {
			t.rank -= onceLess
		}
		if l.on != nil {
			if points[l.on] == nil {
				points[l.on] = map[string]bool{}
			}
			if points[l.on][l.text] {
				continue // the point was added for another of its lines
			}
			points[l.on][l.text] = true
			t.rank += againWorth*min(l.more, againMost) - detailLess*prose.Bit(l.detail) + sinceMore*prose.Bit(l.since && b.Kind == daily.Fact)
		}
		all = append(all, t)
	}
	return all
}

// tell adds a line that holds.
func (d *making) tell(t told) {
	e, b := t.entry, *t.Bullet
	it := lineNote(prepared.Holds, e, b, t.rank, fmt.Sprintf("%s of %s, %s", b.Kind, e.Date.Day(), t.why()))
	from := d.logPath(e.Date)
	if t.on != nil {
		from = t.on.Path
		if d.Reader == nil { // else it may be the words of anybody who can write to the vault
			it.Text = t.text
		}
		it.Cites = append(it.Cites, string(d.Wiki.LinkName(t.on.Page)))
	}
	it.Text = d.Reader.Tells(e.Said, b.Kind == daily.Preference, it.Text)
	d.put(it, from)
}

const (
	pointPages = 12 // articles about the project whose own points are read
	pointsEach = 3
)

// points adds the key points of articles about the project that cite no line of an entry of memoria,
// such as those that a person wrote or that come from a log kept by hand. In a shared vault it is not known who did.
func (d *making) points() {
	if d.Reader != nil {
		return
	}
	for n, s := range d.about {
		if n == pointPages || !s.named {
			break
		}
		added := 0
		for i, pt := range s.page.PointsIn(wiki.KeyPoints) {
			if added == pointsEach {
				break
			}
			if d.fromEntries(pt) {
				continue
			}
			added++
			it := prepared.Item{Section: prepared.Holds, ID: pointID(s.page.Path, i), Text: plain(pt.Text), Cites: []string{string(d.Wiki.LinkName(s.page.Page))},
				Rank: 100 - 4*n - i, Why: "is a key point of " + s.page.Path + ", which " + s.why}
			d.put(it, s.page.Path)
		}
	}
}

func (d *making) fromEntries(pt wiki.Point) bool {
	for _, c := range pt.Cites {
		if d.lines[place{string(c.Date), c.Block}] != nil {
			return true
		}
	}
	return false
}
