package editor

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/form"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/mark"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

const claimsLeast = 2 // of a new article

// A fault is a line that was left out, its article, and why.
type fault struct{ article, line, why string }

// take accepts the parts of an answer that the given lines support, and returns the faults of the others.
func (q *asking) take(lines []form.Line) (edits []kept.Edit, faults []fault) {
	for rest := lines; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Kind != "article" {
			n++
		}
		e, some := q.article(rest[:n])
		faults = append(faults, some...)
		if e != nil {
			edits = append(edits, *e)
		}
		rest = rest[n:]
	}
	faults = append(faults, q.homeless(edits, lines)...)
	return q.linked(edits, &faults), faults
}

// article accepts the lines about one article that are supported; e is nil if none is.
func (q *asking) article(lines []form.Line) (e *kept.Edit, faults []fault) {
	left := func(l form.Line, why string) {
		if why != "" {
			faults = append(faults, fault{lines[0].Text, l.Raw, why})
		}
	}
	e = &kept.Edit{Article: kept.Tidy(lines[0].Text)}
	d := q.Find(e.Article)
	if d != nil {
		e.Article = d.Title
	}
	if d == nil || d.Type != wiki.Concept {
		if why := q.nameable(e.Article); why != "" {
			for _, l := range lines {
				left(l, why)
			}
			return nil, faults
		}
		e.New = true
	}
	q.subject = e.Article
	if d != nil {
		q.subject += "\n" + strings.Join(d.Aliases, "\n")
	}
	section := ""
	for _, l := range lines[1:] {
		switch l.Kind {
		case "section":
			section = kept.Tidy(l.Text)
		case "lead":
			why := ""
			e.Lead, why = q.text(l, kept.LeadMost)
			left(l, why)
		case "description":
			why := ""
			e.Description, why = q.text(l, kept.DescriptionMost)
			left(l, why)
		case "drop":
			left(l, q.drops(e, l, d))
		case "rename", "merge", "remove":
			left(l, q.moves(e, l, d))
		case "point", "instead", "settled":
			c, why := q.claim(l, d, lines)
			if why == "" && section != "" {
				if why = proof.Amiss(section, q.Evidence(c.On)); why == "" && len(section) <= kept.TitleMost {
					c.Section = section
				}
			}
			if why != "" {
				left(l, why)
				continue
			}
			e.Claims = append(e.Claims, c)
		case "link":
			x, why := q.link(l)
			left(l, why)
			if why == "" {
				e.Links = append(e.Links, x)
			}
		}
	}
	faults = append(faults, q.told(e, d, lines)...)
	if why := q.amount(e); why != "" {
		left(lines[0], why)
		return nil, faults
	}
	return e, faults
}

// amount returns what an edit lacks, or "".
func (q *asking) amount(e *kept.Edit) string {
	if e.New && !q.made[wiki.Fold(e.Article)] {
		if len(e.Claims) < claimsLeast {
			return fmt.Sprintf("a new article needs %d points that hold", claimsLeast)
		}
		var on []string
		for _, c := range e.Claims {
			on = append(on, c.On...)
		}
		said := q.Evidence(on)
		if why := proof.Amiss(e.Article, said); why != "" {
			return "its title: " + why
		}
		if !proof.Together(said).Bears(e.Article) {
			return "its points speak of something else than its title"
		}
		return ""
	}
	if e.Empty() {
		return "nothing is left of what is said of this article"
	}
	return ""
}

// nameable returns why no article can have this title, or "".
func (q *asking) nameable(title string) string {
	slug := wiki.MakeSlug(title)
	_, err := wiki.ParseSlug(string(slug))
	short, whole := prose.Clip(title, kept.TitleMost)
	switch {
	case title == "" || !whole || short != title || strings.ContainsAny(title, "[]|#^<>`*\\/") || strings.Contains(title, ".."):
		return "this can be no title"
	case slug == "" || err != nil || strings.HasPrefix(string(slug), "about-") && !strings.HasPrefix(wiki.Fold(title), "about"):
		return "no file can have this name" // a day, the index, a device
	case pages.OfFolder(title):
		return "this is the name of a folder: take what people call the thing"
	case q.Taken(title):
		return "a page that is no article of ours has this name"
	}
	return ""
}

// on are the lines of logs that references name.
func (q *asking) on(refs []string) (keys []string, why string) {
	for _, ref := range refs {
		some := q.refs[strings.ToLower(ref)]
		if some == nil {
			return nil, fmt.Sprintf("it names %s, which it was not given", strconv.Quote(ref))
		}
		for _, k := range some {
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	if len(keys) == 0 {
		return nil, "it names no line that it rests on"
	}
	return keys, ""
}

// text is what a line says, or why it must not say it.
func (q *asking) text(l form.Line, most int) (t kept.Words, why string) {
	var own, lean []string
	for _, ref := range l.Refs {
		if rest, ok := strings.CutPrefix(ref, "~"); ok {
			lean = append(lean, rest)
		} else {
			own = append(own, ref)
		}
	}
	on, why := q.on(own)
	if why != "" {
		return t, why
	}
	said := kept.Tidy(l.Text)
	short, ok := prose.Clip(said, most)
	if !ok || short != said || said == "" {
		return t, fmt.Sprintf("it is no text of at most %d characters", most)
	}
	all := q.Evidence(on)
	if len(lean) > 0 {
		keys, why := q.on(lean)
		if why != "" {
			return t, why
		}
		all = append(all, q.Evidence(keys)...)
	}
	all = append(all, q.headings(on)...)
	claim := said
	said = mark.Plain(said)
	named := append(slices.Clip(all), proof.Of(proof.Visible(q.subject), nil)) // so that a line can say what it is about
	switch {
	case proof.Lures(said):
		return t, "it would have its reader fetch something and run it"
	case strings.Contains(said, "[["):
		return t, "links are lines of their own"
	case !proof.Together(all).Bears(said):
		return t, "what it rests on speaks of something else"
	}
	if why = proof.Amiss(said, named); why != "" {
		return t, why
	}
	if name := q.stranger(said, named); name != "" {
		return t, fmt.Sprintf("what it rests on does not speak of %q", name)
	}
	if proof.Reversed(said, all) {
		return t, "what it rests on says it the other way round"
	}
	if why = proof.Refuted(said, proof.Sources{Said: all}); why != "" {
		return t, why
	}
	if why = q.moved(said, on); why != "" {
		return t, why
	}
	if why = q.unsure(claim, on); why != "" && l.Kind != "link" {
		return t, why
	}
	return kept.Words{Text: claim, On: on}, q.wish(said, on)
}

// claim is the claim of a line on an article, nil for one that is new.
func (q *asking) claim(l form.Line, d *draft.Draft, beside []form.Line) (c kept.Claim, why string) {
	if l.Kind == "settled" { // by a line that needs no other words
		keys := q.refs[strings.Join(l.Refs, " ")]
		if len(keys) != 1 {
			return c, "it names no new line by which the point is settled"
		}
		l.Kind, l.Text = "instead", q.Text[keys[0]]
	}
	if c.Words, why = q.text(l, kept.ClaimMost); why != "" {
		return c, why
	}
	if l.Kind == "instead" {
		if d == nil || d.Type != wiki.Concept {
			return c, "a new article has nothing that is over"
		}
		c.Over = q.refs[l.Over]
		switch {
		case c.Over == nil || !q.has(d, c.Over):
			return c, fmt.Sprintf("%s is no point of this article", strconv.Quote(l.Over))
		case !slices.ContainsFunc(c.On, func(k string) bool { return q.mine[k] && !slices.Contains(c.Over, k) }):
			return c, "it rests on no new line, so nothing is over"
		case q.Wishes(c.Over) && !q.Wishes(slices.DeleteFunc(slices.Clone(c.On), func(k string) bool { return !q.mine[k] })):
			return c, "only the person puts an end to what the person prefers, and no new preference says so"
		case !q.ofOne(c.On, c.Over):
			return c, "another person said what it puts an end to, and nobody takes back what others said"
		case !q.later(c.On, c.Over):
			return c, "what it rests on was said before what it puts an end to"
		case !proof.Together(q.Evidence(c.Over)).Bears(c.Text):
			return c, "what it puts an end to speaks of something else"
		}
		c.On = slices.DeleteFunc(c.On, func(k string) bool { return slices.Contains(c.Over, k) })
		return c, proof.Amiss(c.Text, append(q.Evidence(c.On), proof.Of(proof.Visible(q.subject), nil)))
	}
	if d != nil {
		if !slices.ContainsFunc(c.On, func(k string) bool { return q.mine[k] }) && !q.has(d, c.On) {
			return c, "it rests on points of another article"
		}
		c.Part = slices.ContainsFunc(beside, func(o form.Line) bool {
			return o.Kind == "instead" && q.refs[o.Over] != nil && slices.Equal(q.refs[o.Over], c.On)
		})
		if c.Part {
			return c, ""
		}
		return c, pages.Loss(&c, d)
	}
	return c, ""
}

// ofOne reports whether the new lines among now may be of the person who said what was before.
func (q *asking) ofOne(now, before []string) bool {
	who := func(k string) daily.Speaker { return q.Entries[q.Blocks[k]].Said }
	return !slices.ContainsFunc(now, func(k string) bool {
		return q.mine[k] && slices.ContainsFunc(before, func(o string) bool { return !who(o).Yields(who(k)) })
	})
}

// later reports whether something of now was said after all of before, or in the same entry.
func (q *asking) later(now, before []string) bool {
	last := -1
	for _, k := range before {
		last = max(last, q.Blocks[k])
	}
	return slices.ContainsFunc(now, func(k string) bool { return q.Blocks[k] >= last })
}

// has reports whether points of an article rest on all of these lines.
func (q *asking) has(d *draft.Draft, keys []string) bool {
	own := pages.LinesOf(d)
	return !slices.ContainsFunc(keys, func(k string) bool { return !own[k] })
}

// link is a link of a line: "Title - why".
func (q *asking) link(l form.Line) (x kept.Link, why string) {
	title, reason := l.Text, ""
	for at := 0; ; {
		i := strings.Index(l.Text[at:], " - ")
		if i < 0 {
			break
		}
		if t := strings.TrimSpace(l.Text[:at+i]); q.mayLink(t) {
			title, reason = t, l.Text[at+i+3:]
			break
		}
		if at == 0 {
			title, reason = strings.TrimSpace(l.Text[:i]), l.Text[i+3:]
		}
		at += i + 3
	}
	x.To = kept.Tidy(strings.Trim(title, "[]"))
	l.Text = reason
	if reason == "" {
		return x, "it does not say why"
	}
	x.Why, why = q.text(l, kept.WhyMost)
	return x, why
}

// linked leaves out links to what is neither an allowed article nor one of these.
func (q *asking) linked(edits []kept.Edit, faults *[]fault) []kept.Edit {
	made := func(title string) bool {
		return q.made[wiki.Fold(title)] || slices.ContainsFunc(edits, func(e kept.Edit) bool { return e.New && wiki.Fold(e.Article) == wiki.Fold(title) })
	}
	out := edits[:0]
	for _, e := range edits {
		e.Links = slices.DeleteFunc(e.Links, func(x kept.Link) bool {
			ok := (q.mayLink(x.To) || made(x.To)) && wiki.Fold(x.To) != wiki.Fold(e.Article)
			if !ok {
				*faults = append(*faults, fault{e.Article, "link: " + x.To, "there is no such article among those that may be linked to"})
			}
			return !ok
		})
		if q.amount(&e) == "" {
			q.made[wiki.Fold(e.Article)] = q.made[wiki.Fold(e.Article)] || e.New
			out = append(out, e)
		}
	}
	return out
}
