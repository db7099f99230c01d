package editor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/compiler/editor/form"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/nearest"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// The parts that all questions share.
var (
	rules = sync.OnceValue(func() string { return templates.Prompt("compile-rules") })
	shape = sync.OnceValue(func() string { return templates.Prompt("compile-format") })
)

// Bytes of a question's parts. They do not grow with the wiki. From the second question of a run on, the shared first
// part is at least 60 % of the question.
const (
	linksMost   = 5 << 10 // titles that may be linked to
	linksTitles = 90
	shownMost   = 8 << 10  // articles that are shown to the whole run
	ownMost     = 2 << 10  // articles that are shown to one question in addition
	oneMost     = 26 << 10 // entries, if there is only one question
	framing     = 800      // the text around the entries of a question, and what is told of them
	hiddenMost  = 300      // where lines stand that are not shown
	maxTokens   = 4096
	heldMost    = 600     // what a line that was left out is shown with
	faultsMost  = 6 << 10 // lines that were left out
	takenMost   = 2 << 10 // what was taken of an answer that is to be repaired
)

// A run is what the questions of one run share.
type run struct {
	*pages.Pages
	window int
	prefix string
	shown  map[string]bool     // articles, by title
	refs   map[string][]string // p1: the lines that the point rests on
	links  []string            // titles that may be linked to
	points int
}

// newRun finds what the entries of a run may be about, and writes the part that its questions share.
func newRun(s *pages.Pages, window int, all pages.Batch) *run {
	r := &run{Pages: s, window: window, shown: map[string]bool{}, refs: map[string][]string{}}
	near, titles := s.Near(all)
	r.links = fitting(titles, min(linksMost, window/8), linksTitles)
	var b strings.Builder
	b.WriteString(shape())
	var data strings.Builder
	data.WriteString("# Articles that may be linked to\n\n")
	for _, t := range r.links {
		data.WriteString(t + "\n")
	}
	if n := len(titles) - len(r.links); n > 0 {
		fmt.Fprintf(&data, "(%d more, not shown)\n", n)
	}
	data.WriteString("\n# Articles as they are\n\n")
	for _, d := range near {
		text, refs := r.show(d, min(shownMost, window/6)-data.Len()+min(linksMost, window/8))
		if text == "" {
			break
		}
		data.WriteString(text)
		r.learn(d, refs)
	}
	mark := markFor(data.String())
	b.WriteString("\n" + ask.Quote(mark, "The wiki, for all questions that follow", data.String()))
	r.prefix = b.String()
	return r
}

// fitting returns the first titles, limited in number and bytes, sorted.
func fitting(titles []string, room, most int) (out []string) {
	for _, t := range titles {
		if t = proof.Line(t); t == "" || len(t) > 200 {
			continue
		}
		if room -= len(t) + 1; room < 0 || len(out) == most {
			break
		}
		out = append(out, t)
	}
	slices.Sort(out)
	return out
}

func (r *run) learn(d *draft.Draft, refs [][]string) {
	r.shown[d.Title] = true
	for _, keys := range refs {
		r.points++
		r.refs["p"+strconv.Itoa(r.points)] = keys
	}
}

// show writes an article in at most room bytes: the points that fit, preferring the newest. It shows nothing of an
// article if no point fits.
func (r *run) show(d *draft.Draft, room int) (string, [][]string) {
	var points []*wiki.Point
	for p := range nearest.Points(d) {
		if len(p.Cites) > 0 && r.Stand(pages.KeysOf(*p)) {
			points = append(points, p)
		}
	}
	head := "## " + proof.Line(d.Title) + "\n"
	if lead := proof.Line(d.Lead); lead != "" && len(lead) < kept.LeadMost {
		head += lead + "\n"
	}
	room -= len(head) + len("(999 older not shown)\n")
	var last []*wiki.Point
	for _, p := range slices.Backward(points) {
		n := len(proof.Line(p.Text)) + 20
		if n > room || len(last) == shownPoints {
			break
		}
		room -= n
		last = append(last, p)
	}
	if len(last) == 0 {
		return "", nil
	}
	slices.Reverse(last)
	if n := len(points) - len(last); n > 0 {
		head += fmt.Sprintf("(%d older not shown)\n", n)
	}
	var refs [][]string
	for i, p := range last {
		keys := pages.KeysOf(*p)
		head += fmt.Sprintf("p%d %s: %s\n", r.points+i+1, r.KindOf(keys[len(keys)-1]), proof.Line(p.Text))
		refs = append(refs, keys)
	}
	return head + "\n", refs
}

const shownPoints = 14

// room returns how many bytes of entries fit into a question, given the total: all of them, or so few that the shared
// part is 60 % of the question.
func (r *run) room(only int) int {
	fixed := len(rules()) + len(r.prefix)
	most := r.window - fixed - framing
	if only <= oneMost && only <= most {
		return only
	}
	return max(min(fixed*2/3-framing, oneMost, most), 1<<10)
}

// An asking is a question about a batch.
type asking struct {
	*run
	ask.Question
	batch pages.Batch
	mark  string
	refs  map[string][]string // b1 and p1: lines of logs
	mine  map[string]bool     // lines of the batch
	made  map[string]bool     // new articles that were accepted, by folded title

	hiddenLeft int // bytes

	subject string      // names of the article that is being checked
	before  []kept.Edit // what was accepted of the answer that is being repaired
}

// about returns the question about a batch. room limits the bytes of entries; a question that is not alone in its run
// also shows articles of its own.
func (r *run) about(b pages.Batch, room int, alone bool) *asking {
	q := &asking{run: r, batch: b, refs: map[string][]string{}, mine: map[string]bool{}, made: map[string]bool{}, hiddenLeft: hiddenMost}
	for k, v := range r.refs {
		q.refs[k] = v
	}
	var data strings.Builder
	if !alone {
		q.beside(&data, room)
	}
	n := 0
	for _, i := range b {
		e := &r.Entries[i]
		q.About = append(q.About, e.Session)
		fmt.Fprintf(&data, "# %s", e.Date.Day())
		if e.Project != "" {
			data.WriteString(", " + proof.Line(e.Project))
		}
		data.WriteString(": " + proof.Line(e.Title) + "\n")
		if e.Context != "" {
			data.WriteString("on: " + proof.Line(e.Context) + "\n")
		}
		for _, x := range e.Bullets {
			n++
			key := pages.KeyOf(pages.CiteOf(e, x))
			q.refs["b"+strconv.Itoa(n)] = []string{key}
			q.mine[key] = true
			fmt.Fprintf(&data, "b%d %s: %s%s\n", n, q.KindOf(key), proof.Line(x.Text), q.hidden(key))
		}
	}
	q.mark = markFor(data.String())
	q.Job, q.System, q.Prefix, q.MaxTokens = "compile", rules(), r.prefix, maxTokens
	q.Prompt = fmt.Sprintf("The mark of this question is %s.\n\n%s\nThat was all. Say what is to be changed in the wiki, in the form above, with the mark %s.\n",
		q.mark, ask.Quote(q.mark, "The new entries", data.String()), q.mark)
	return q
}

// hidden tells in which articles that the question does not show a line stands, at most two, or that it stands in none.
func (q *asking) hidden(key string) string {
	if q.free(key) {
		return " (in no article)"
	}
	var titles []string
	for _, i := range q.Saying([]string{key}) {
		if t := proof.Line(q.Drafts[i].Title); q.Drafts[i].Type == wiki.Concept && !q.Fixed(&q.Drafts[i]) && !q.shown[q.Drafts[i].Title] && !q.Out[i] && len(t) <= kept.TitleMost && len(titles) < 2 {
			titles = append(titles, t)
		}
	}
	told := " (stands in " + strings.Join(titles, ", ") + ")"
	if titles == nil || q.hiddenLeft < len(told) {
		return ""
	}
	q.hiddenLeft -= len(told)
	return told
}

// beside shows articles that this batch mentions and the run does not show.
func (q *asking) beside(data *strings.Builder, room int) {
	for _, i := range q.batch {
		room -= pages.Size(&q.Entries[i])
	}
	room = min(room, ownMost)
	points := q.points
	near, _ := q.Near(q.batch)
	for _, d := range near {
		if q.shown[d.Title] {
			continue
		}
		text, refs := q.show(d, room)
		if text == "" {
			break
		}
		room -= len(text)
		data.WriteString(text)
		for _, keys := range refs {
			q.points++
			q.refs["p"+strconv.Itoa(q.points)] = keys
		}
	}
	q.points = points
}

// again returns the question again, after an answer that cannot be used. Of one of which something was left out, it returns
// a question about these lines alone, with what they were held against.
func (q *asking) again(why error, faults []fault, taken []kept.Edit) ask.Question {
	x := q.Question
	if why != nil {
		x.Prompt += ask.Again("to this", why.Error(), q.mark)
		return x
	}
	var b strings.Builder
	fmt.Fprintf(&b, "The mark of this question is %s. Of an earlier answer of yours about a wiki these lines were left out, each for the reason below it:\n\n--- %s left out\n", q.mark, q.mark)
	article, held := "", []string(nil)
	for _, f := range faults {
		if b.Len() > faultsMost {
			break
		}
		if f.article != article && !strings.HasPrefix(f.line, "article") {
			fmt.Fprintf(&b, "article: %s\n", proof.Line(f.article))
		}
		article = f.article
		fmt.Fprintf(&b, "%s\n  (%s)\n", proof.Line(f.line), proof.Line(f.why))
		held = append(held, q.named(f.line)...)
	}
	fmt.Fprintf(&b, "--- %s what they name\n", q.mark)
	for i, l := range held {
		if !slices.Contains(held[:i], l) {
			b.WriteString(l)
		}
	}
	if len(taken) > 0 {
		b.WriteString("--- " + q.mark + " taken, as it stands now\n" + standing(taken))
	}
	fmt.Fprintf(&b, "--- %s end\n\nThat was all. Answer in the same form, with these lines only, mended so that they hold, each below its article, with the mark %s. Name no lines but these. Drop what cannot be mended; if that is all, answer %s.\n", q.mark, q.mark, form.Nothing)
	x.Prefix, x.Prompt = shape(), b.String()
	return x
}

// named returns the lines that a line of an answer names, as a question shows them, at most heldMost bytes.
func (q *asking) named(raw string) (out []string) {
	l, err := form.Read(raw)
	if err != nil {
		return nil
	}
	room := heldMost
	for _, ref := range append(slices.Clone(l.Refs), l.Over) {
		ref = strings.TrimPrefix(strings.ToLower(ref), "~")
		for _, k := range q.refs[ref] {
			text := fmt.Sprintf("%s %s: %s\n", ref, q.KindOf(k), proof.Line(q.Text[k]))
			if room -= len(text); room >= 0 {
				out = append(out, text)
			}
		}
	}
	return out
}

// standing returns the texts of edits, at most takenMost bytes.
func standing(edits []kept.Edit) string {
	var b strings.Builder
	for _, e := range edits {
		lines := []string{"article: " + e.Article}
		for kind, t := range map[string]string{"lead: ": e.Lead.Text, "description: ": e.Description.Text} {
			if t != "" {
				lines = append(lines, kind+t)
			}
		}
		slices.Sort(lines)
		for _, c := range e.Claims {
			lines = append(lines, "point: "+c.Text)
		}
		for _, l := range lines {
			if b.Len()+len(l) > takenMost {
				return b.String() + "[…]\n"
			}
			b.WriteString(l + "\n")
		}
	}
	return b.String()
}

func markFor(data string) string { return ask.Mark("M", ask.Recipe("mark", data), data) }
