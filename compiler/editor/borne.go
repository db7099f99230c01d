package editor

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/compiler/editor/form"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/change"
	"github.com/agent-admin/memoria/wiki/prose/mark"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// mayLink reports whether a title may be linked to.
func (r *run) mayLink(title string) bool {
	fold := wiki.Fold(proof.Line(title))
	return fold != "" && (slices.ContainsFunc(r.links, func(t string) bool { return wiki.Fold(t) == fold }) || r.shown[title])
}

// moved reports a text that fits another line better than the lines it cites.
func (q *asking) moved(said string, on []string) string {
	const clearly = 30 // percent of its words
	want := proof.Stems(proof.Folded(said))
	if len(want) < 3 {
		return ""
	}
	own := map[string]bool{}
	for _, k := range on {
		for w := range q.Stems(k) {
			own[w] = true
		}
	}
	has := pages.Share(want, own)
	if has+clearly > 100 {
		return ""
	}
	best, name := has+clearly, ""
	for ref, keys := range q.refs {
		for _, k := range keys {
			n := pages.Share(want, q.Stems(k))
			if !slices.Contains(on, k) && (n > best || n == best && (name == "" || ref < name)) {
				best, name = n, ref
			}
		}
	}
	if name == "" {
		return ""
	}
	return fmt.Sprintf("it says what %s says, and does not name that", name)
}

// wish reports a text that states a preference of the person that no cited line states as one.
func (q *asking) wish(said string, on []string) string {
	if q.Wishes(on) {
		return ""
	}
	for w := range proof.Stems(proof.Folded(said)) {
		if !wanting()[w] {
			continue
		}
		if !slices.ContainsFunc(on, func(k string) bool { return q.Stems(k)[w] }) {
			return "it makes a preference of what no line tells as one"
		}
	}
	return ""
}

// unsure reports a text that states what its lines only ask or suppose, or what all of them tell as the agent's word.
func (q *asking) unsure(said string, on []string) string {
	switch every := func(is func(string) bool) bool {
		return !slices.ContainsFunc(on, func(k string) bool { return !is(q.Text[k]) })
	}; {
	case !mark.Tells(said) && every(mark.Doubts):
		return "it states as certain what nobody confirmed"
	case !mark.Attributed(said) && !proof.Attributes(said) && every(mark.Claim.Begins):
		return "only the agent says so: tell it with \"According to the agent\""
	}
	return ""
}

// wanting are beginnings of words that say that somebody wants something.
var wanting = sync.OnceValue(func() map[string]bool {
	m := map[string]bool{}
	prose.EachWord("prefers preference want wants wanted wish wishes insists bevorzugt möchte will wünscht präferenz prefiere quiere préfère veut souhaite предпочитает хочет", func(w string) {
		for s := range proof.Stems(w) {
			m[s] = true
		}
	})
	return m
})

// stranger returns a name in a line that occurs nowhere in the question's material: not in the lines that it rests
// on, nor in the entries and titles around them. It returns "" if there is none.
func (q *asking) stranger(line string, said []*proof.Evidence) string {
	if proof.Stranger(line, said) == "" {
		return ""
	}
	var b strings.Builder
	for _, i := range q.batch {
		e := &q.Entries[i]
		b.WriteString(e.Project + "\n" + e.Title + "\n" + e.Context + "\n")
		for _, x := range e.Bullets {
			b.WriteString(x.Text + "\n")
		}
	}
	b.WriteString(strings.Join(q.links, "\n"))
	for title := range q.shown {
		b.WriteString("\n" + title)
	}
	return proof.Stranger(line, append(said[:len(said):len(said)], proof.Of(proof.Visible(b.String()), nil)))
}

// told removes a lead and a description from an edit if no point of the article supports them: they have no citations
// of their own. A new line that they rest on and that stands in no article becomes a point of this one.
func (q *asking) told(e *kept.Edit, d *draft.Draft, lines []form.Line) (faults []fault) {
	own := map[string]bool{}
	if d != nil {
		own = pages.LinesOf(d)
	}
	for _, x := range append([]kept.Edit{*e}, q.before...) {
		for _, c := range x.Claims {
			for _, k := range c.On {
				own[k] = own[k] || x.Article == e.Article
			}
		}
	}
	for _, k := range slices.Concat(e.Lead.On, e.Description.On) {
		if d == nil || own[k] || !q.free(k) {
			continue
		}
		if c, why := q.claim(form.Line{Kind: "point", Refs: []string{q.refOf(k)}, Text: q.Text[k]}, d, nil); why == "" {
			own[k], e.Claims = true, append(e.Claims, c)
		}
	}
	for kind, t := range map[string]*kept.Words{"lead": &e.Lead, "description": &e.Description} {
		why := ""
		if later := q.outdated(t, own); later != "" {
			why = q.refOf(later) + " of the article says later that it is otherwise"
		} else if i := slices.IndexFunc(t.On, func(k string) bool { return !own[k] }); i >= 0 {
			why = fmt.Sprintf("it tells what %s says, and no point of the article does", q.refOf(t.On[i]))
		}
		if why != "" {
			n := slices.IndexFunc(lines, func(l form.Line) bool { return l.Kind == kind })
			faults = append(faults, fault{lines[0].Text, lines[n].Raw, why})
			*t = kept.Words{}
		}
	}
	sorting.By(faults, func(a, b fault) int { return strings.Compare(b.line, a.line) })
	return faults
}

// free reports whether a line of the batch tells what an article can, and stands in none.
func (q *asking) free(key string) bool {
	switch q.Kind[key] {
	case daily.Decision, daily.Lesson, daily.Fact:
		return q.mine[key] && len(q.Saying([]string{key})) == 0
	}
	return false
}

// outdated returns a line of an article that takes back what a text says, and was said after all that the text rests on;
// "" if there is none.
func (q *asking) outdated(t *kept.Words, own map[string]bool) string {
	if t.Text == "" {
		return ""
	}
	r := change.Reader{Stop: prose.IsStopAnywhere}
	said := r.Read(t.Text, false)
	for _, k := range slices.Sorted(maps.Keys(own)) {
		if i, ok := q.Blocks[k]; !own[k] || !ok || slices.ContainsFunc(t.On, func(o string) bool { return q.Blocks[o] >= i }) {
			continue
		}
		settles := q.Kind[k] == daily.Decision || q.Kind[k] == daily.Preference
		if r.Read(proof.Visible(q.Text[k]), settles).Overturns(said) >= change.Sure {
			return k
		}
	}
	return ""
}

// refOf returns the reference of a line.
func (q *asking) refOf(key string) (name string) {
	for ref, keys := range q.refs {
		if slices.Contains(keys, key) && (name == "" || len(keys) == 1 && ref < name) {
			name = ref
		}
	}
	return name
}

// headings returns what the headings of the entries of some lines say, and what the entries are on: a line may be told
// with these words.
func (q *asking) headings(keys []string) (out []*proof.Evidence) {
	for _, k := range keys {
		if i, ok := q.Blocks[k]; ok {
			out = append(out, proof.Of(proof.Visible(q.Entries[i].Title+"\n"+q.Entries[i].Context), nil))
		}
	}
	return out
}

// drops accepts that a point goes from an article, if its lines stand elsewhere, or returns why not.
func (q *asking) drops(e *kept.Edit, l form.Line, d *draft.Draft) string {
	keys := q.refs[l.Over]
	if d == nil || d.Type != wiki.Concept || keys == nil || !q.has(d, keys) {
		return fmt.Sprintf("%s is no point of this article", strconv.Quote(l.Over))
	}
	e.Drops = append(e.Drops, keys)
	return ""
}

// homeless leaves out of edits that a point or an article goes of which a line would stand nowhere then: in no other
// article as it is, and in no point that these edits give to one.
func (q *asking) homeless(edits []kept.Edit, lines []form.Line) (faults []fault) {
	var e *kept.Edit
	var d *draft.Draft
	stands := func(keys, gone []string) bool {
		return !slices.ContainsFunc(keys, func(k string) bool {
			return !q.Elsewhere(d, []string{k}, gone) && !slices.ContainsFunc(slices.Concat(q.before, edits), func(o kept.Edit) bool {
				return o.Article != e.Article && slices.ContainsFunc(o.Claims, func(c kept.Claim) bool { return slices.Contains(c.On, k) })
			})
		})
	}
	article := ""
	for _, l := range lines {
		if l.Kind == "article" {
			article, e, d = l.Text, nil, q.Find(kept.Tidy(l.Text))
			if i := slices.IndexFunc(edits, func(o kept.Edit) bool { return d != nil && o.Article == d.Title }); i >= 0 {
				e = &edits[i]
			}
			continue
		}
		if e == nil {
			continue
		}
		keys := q.refs[l.Over]
		switch n := len(e.Drops); {
		case l.Kind == "drop" && !stands(keys, keys):
			if e.Drops = slices.DeleteFunc(e.Drops, func(k []string) bool { return slices.Equal(k, keys) }); len(e.Drops) < n {
				faults = append(faults, fault{article, l.Raw, "a line of it stands nowhere else: put it into another article"})
			}
		case l.Kind == "remove" && e.Remove && !stands(slices.Collect(maps.Keys(pages.LinesOf(d))), nil):
			e.Remove = false
			faults = append(faults, fault{article, l.Raw, "a line of it stands nowhere else: merge it into another article"})
		}
	}
	return faults
}

// moves accepts that an article gets another name, becomes a part of another, or goes; or it returns why not.
func (q *asking) moves(e *kept.Edit, l form.Line, d *draft.Draft) string {
	if d == nil || d.Type != wiki.Concept {
		return "it is no article that is there"
	}
	to, on := kept.Tidy(l.Text), slices.Collect(maps.Keys(pages.LinesOf(d)))
	if q.Fixed(d) && !(l.Kind == "rename" && q.Renames(d, to)) {
		return "the article of a project, and what is told of each, keeps its name"
	}
	switch l.Kind {
	case "rename":
		if why := q.nameable(to); why != "" {
			return why
		}
		if q.Find(to) != nil || q.Page(to) != nil {
			return "another page has this name: merge them"
		}
		if said := append(q.Evidence(on), proof.Of(d.Title, nil)); proof.Amiss(to, said) != "" || !proof.Together(said).Bears(to) {
			return "its points speak of something else than the new title"
		}
		e.Rename = to
	case "merge":
		o := q.Find(to)
		if o == nil || o.Type != wiki.Concept || o.Title == d.Title || !q.shown[o.Title] {
			return "there is no other article of this name among those that are shown"
		}
		e.Merge = o.Title
	case "remove":
		e.Remove = true
	}
	return ""
}
