package contradict

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// A claim is a point of an article that cites lines of logs.
type claim struct {
	refs    []string     // of its lines, sorted, as daily.LineRef names them
	at      int          // of the newest of them, in the order of the logs
	day     string       // of the newest
	entry   *daily.Dated // of the newest
	project string
	text    string // in one line
	title   string // of the article
	path    string // of the article that says it; the first by path
	line    int
	cites   []string
	pages   []*wiki.Page // all articles that say it

	stems  []string // sorted
	values map[string]bool
	denies bool
}

// key names a claim by the lines that it cites.
func (c *claim) key() string { return strings.Join(c.refs, ",") }

// textMost is the maximum length of a claim in bytes; longer ones are not asked about.
const textMost = 1500

// said is a line of a log.
type said struct {
	entry  *daily.Dated
	bullet daily.Bullet
	at     int
}

// A record is the contents of the logs.
type record struct {
	lines   map[string]*said    // by how they are named
	under   map[string][]string // the lines of a section without block ids, by day and heading
	settled map[string]*word    // decisions of a person on pairs
	own     map[string]string   // lines of settlements, and the line that each says again, "" if that is gone
}

func recordOf(logs []*daily.Log) *record {
	r := &record{lines: map[string]*said{}, under: map[string][]string{}, settled: map[string]*word{}, own: map[string]string{}}
	at := 0
	for _, l := range logs {
		for i := range l.Entries {
			e := &l.Entries[i]
			if e.Redone || e.Unanswered() {
				continue
			}
			s, settles := e.Settlement()
			for _, b := range e.Bullets {
				at++
				ref := e.Ref(b)
				r.lines[ref] = &said{e, b, at}
				if key := e.Date.String() + "#" + wiki.Fold(e.Heading); b.Block == "" {
					r.under[key] = append(r.under[key], ref)
				}
				if settles {
					r.own[ref] = r.again(s, b.Text)
				}
			}
			if settles && !s.Task && len(e.Bullets) > 0 {
				r.heard(s, e)
			}
		}
	}
	return r
}

// again returns the line that repeats one of a settlement.
func (r *record) again(s daily.Settlement, text string) string {
	for _, ref := range slices.Concat(s.Holds, s.Past) {
		if l := r.lines[ref]; l != nil && l.bullet.Text == text {
			if first := r.own[ref]; first != "" {
				return first
			}
			return ref
		}
	}
	return ""
}

// named returns the lines that a citation of a claim means.
func (r *record) named(c wiki.Cite, text string) []string {
	if c.Block != "" {
		if ref := daily.LineRef(string(c.Date), c.Block, ""); r.lines[ref] != nil {
			return []string{ref}
		}
		return nil
	}
	for _, ref := range r.under[string(c.Date)+"#"+wiki.Fold(c.Heading)] {
		if proof.Line(r.lines[ref].bullet.Text) == text {
			return []string{ref}
		}
	}
	return nil
}

// claims returns what the articles say holds, in the order in which it was said.
func (j *Judge) claims(r *record, past *holds.Record) []*claim {
	byKey := map[string]*claim{}
	pages := j.Wiki.Articles()
	for _, p := range pages {
		for _, heading := range []string{wiki.KeyPoints, wiki.Details} {
			for _, pt := range p.PointsIn(heading) {
				c := r.claim(pt, past)
				if c == nil {
					continue
				}
				if old := byKey[c.key()]; old != nil {
					if !slices.Contains(old.pages, p) {
						old.pages = append(old.pages, p)
					}
					continue
				}
				c.title, c.path, c.pages = proof.Line(p.Title()), p.Path, []*wiki.Page{p}
				c.line = lineOf(p, heading, pt)
				byKey[c.key()] = c
			}
		}
	}
	out := slices.Collect(maps.Values(byKey))
	sorting.By(out, func(a, b *claim) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(a.key(), b.key())) })
	return out
}

// claim makes a claim of a point. It returns nil if the point cites no line of a log, cites a line that no
// longer holds, or is only an action or a question.
func (r *record) claim(p wiki.Point, past *holds.Record) *claim {
	c := &claim{text: proof.Line(markdown.Unescape(p.Text))}
	if c.text == "" || len(c.text) > textMost {
		return nil
	}
	tells := false
	var own []string
	for _, cite := range p.Cites {
		for _, ref := range r.named(cite, c.text) {
			l := r.lines[ref]
			if !past.Of(ref).Holds() {
				return nil
			}
			again, settles := r.own[ref]
			if again != "" {
				ref = again
			}
			switch {
			case settles && again == "":
				own = append(own, ref)
			case !slices.Contains(c.refs, ref):
				c.refs = append(c.refs, ref)
			}
			if k := l.bullet.Kind; k != daily.Action && k != daily.Exchange {
				tells = true
			}
			c.cites = append(c.cites, cite.Link())
		}
	}
	if len(c.refs) == 0 { // the lines from before the settlement are gone
		c.refs = own
	}
	if !tells || len(c.refs) == 0 {
		return nil
	}
	slices.Sort(c.refs)
	for _, ref := range c.refs {
		if l := r.lines[ref]; l.at > c.at {
			c.at, c.entry, c.day, c.project = l.at, l.entry, l.entry.Date.Day().String(), l.entry.Project
		}
	}
	folded := proof.Folded(c.text)
	c.denies = proof.SaysNot(folded)
	c.stems = slices.Sorted(maps.Keys(proof.Stems(folded)))
	c.values = map[string]bool{}
	for _, v := range proof.Values(c.text) {
		c.values[strings.ToLower(v)] = true
	}
	for _, w := range strings.FieldsFunc(folded, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:()", r) }) {
		if strings.ContainsFunc(w, unicode.IsDigit) {
			c.values[strings.ToLower(strings.Trim(w, "."))] = true
		}
	}
	return c
}

// lineOf returns the line of a page at which a point stands, 0 if it is unknown.
func lineOf(p *wiki.Page, heading string, pt wiki.Point) int {
	s, ok := p.Section(heading)
	if !ok || len(pt.Cites) == 0 {
		return 0
	}
	src := string(p.Bytes())
	first, _, _ := strings.Cut(pt.Text, "\n")
	n := strings.Count(src[:s.Body], "\n")
	for l := range strings.Lines(src[s.Body:s.End]) {
		if n++; strings.HasPrefix(strings.TrimLeft(l, "-*+ "), first) {
			return n
		}
	}
	return 0
}
