package subject

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/lazy"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/holds"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A collection is an article with all lines of one kind that a project has: its decisions, its preferences or its
// open tasks. The newest come first.
type collection struct {
	*shelf
	project *subject
	title   string
	slug    wiki.Slug
	lines   []int32
}

// A shelf is a kind of collection.
type shelf struct {
	kind        daily.Kind
	name, about string
}

var shelves = []*shelf{
	{daily.Decision, "Decisions of ", "Decisions from the work on "},
	{daily.Preference, "Preferences of ", "Preferences from the work on "},
	{daily.Action, "Open tasks of ", "Tasks from the work on "},
}

// A collection has collectLeast different lines of two sessions, or collectAlone of one, beside those with which the
// project's article opens; fewer, or tasks that are done, are read in that article.
const (
	collectLeast = 3
	collectAlone = 5
)

// collect makes the collections of the projects that have an article.
func (b *book) collect(ways map[string][]string) {
	b.collections = make(map[*subject][]*collection)
	for _, s := range b.subjects {
		if s.project == "" || s.human() {
			continue
		}
		seat := b.Seat(s.project)
		for _, k := range shelves {
			c := &collection{shelf: k, project: s}
			for _, n := range b.work[seat] {
				for i := b.Entries[n].First; i < b.Entries[n].Last; i++ {
					if b.takes(k, i) && (k.kind != daily.Decision || b.Lines[i].Chosen) {
						c.lines = append(c.lines, i)
					}
				}
			}
			titles := []string{k.name + b.spelled(s.project)}
			for _, p := range ways[seat] {
				titles = append(titles, k.name+p)
			}
			if b.collects(c) && b.entitled(c, titles...) {
				b.collections[s] = append(b.collections[s], c)
			}
		}
		b.collections[s] = append(b.collections[s], b.branchesOf(s)...)
	}
}

// takes reports whether a line is of the kind, understood by itself and holds beyond its day; others stand with their
// neighbours in the project's article.
func (b *book) takes(k *shelf, i int32) bool {
	l := &b.Lines[i]
	switch {
	case l.Kind != k.kind || !l.Alone || l.Loose():
		return false
	case k.kind == daily.Preference:
		return l.Rules
	case k.kind == daily.Action:
		return l.ToDo
	case strings.Contains(l.Plain, `?" – `): // what was asked, and chosen
		return !strings.HasSuffix(l.Plain, "?")
	}
	return l.Lasts || width(l.Plain) < shortest
}

// chosen reports whether a decision says what was chosen or is to be: without a model, explanations are taken for
// decisions, too.
func chosen(plain string) bool {
	first, _, _ := strings.Cut(strings.ToLower(plain), " ")
	return acts()[first] || choice().MatchString(plain) || prose.Detect(plain) != prose.EN
}

// choice matches words that tell of a choice.
var choice = lazy.Regexp(`(?i)\?["”] – |\b(?:instead|rather than|deliberately|on purpose|intentional(?:ly)?|by design|decid(?:e|ed|es|ing)|decision|choose|chose|chosen|opted|stays?|stick|skip(?:ped|s)?|drop(?:ped|s)?|prefer(?:s|red)?|go(?:es|ing)? with|now|we (?:use|keep|have|need|do|don['’]t)|let['’]s|defaults?|only|never|always|must|should|out of scope|left alone|no longer|because|so that|renamed|replaced|switched|moved|swapped|migrated|agreed)\b`)

// acts are words with which an English line begins that says what to do.
var acts = prose.Set("accept add adjust adopt allow apply ask avoid build bump call change check choose clean close collect compare compute configure confirm convert copy count " +
	"create cut decide define delete deploy describe detect disable do document download drop embed enable ensure exclude expose extend extract fetch find finish fix fold " +
	"generate give handle have hide ignore implement improve include inline install investigate join keep let limit link list load lock log look make mark measure merge migrate " +
	"move name normalize oil open optimize paint parse pass pick pin prefer print publish pull push put raise read record reduce refactor reject release remove rename " +
	"render replace report request require reset resolve restore return reuse review revert rewrite round run save say scan send separate set share ship show simplify skip sort " +
	"split start stop store strip support suppress switch tag take test tighten track translate try turn unify update upgrade upload use validate verify wait warn wire wrap write")

// toDo reports whether a line begins with what is to be done; in other languages, whether it begins with no known name
// or article.
func toDo(text string) bool {
	first, _, _ := strings.Cut(strings.ToLower(text), " ")
	if acts()[first] {
		return !colonLed(text)
	}
	return first != "" && prose.Detect(text) != prose.EN && prose.Detect(text) != prose.Unknown && mention.Lexicon()[first] == 0
}

// opens says with how many lines of a kind a project's article may open.
var opens = map[daily.Kind]int{daily.Preference: maxRules, daily.Decision: maxReasons}

// collects reports whether a collection is worth an article.
func (b *book) collects(c *collection) bool {
	lines := c.lines
	if c.kind == daily.Action {
		lines = slices.DeleteFunc(slices.Clone(lines), b.done)
	}
	n := b.texts(lines) - opens[c.kind]
	return n >= collectAlone || n >= collectLeast && b.again(lines)
}

// entitled gives a collection the first of its titles, or that of its page if one of them is its name. It reports whether the
// title is free.
func (b *book) entitled(c *collection, titles ...string) bool {
	c.title = titles[0]
	for _, t := range titles {
		if k, ok := b.known[wiki.Fold(t)]; ok {
			c.title, c.slug = k.Title, k.Slug
			break
		}
	}
	return b.names.take(c.title)
}

// collected reports whether a collection of s has a line, so that the article of s need not list it.
func (b *book) collected(s *subject, i int32) bool {
	return slices.ContainsFunc(b.collections[s], func(c *collection) bool {
		_, ok := slices.BinarySearch(c.lines, i)
		return ok
	})
}

// maxOfCollection is how many subjects a collection is linked with, and how many lines are its key points.
const maxOfCollection = 40

// gather returns the article of a collection, and links it with its project and with what its lines are about.
func (b *book) gather(c *collection, links map[*subject][]draft.Related) draft.Draft {
	d := b.collection(c)
	link := func(s *subject, why string) {
		d.Related = append(d.Related, draft.Related{Ref: s.ref(), Why: why})
		links[s] = append(links[s], draft.Related{Ref: c.ref(), Why: why})
	}
	link(c.project, "part of the work on "+c.project.title)
	linked := make(map[*subject][]int32)
	var order []*subject
	for _, i := range c.lines {
		for _, s := range b.about[i] {
			if linked[s] = append(linked[s], i); len(linked[s]) == 1 && s != c.project && len(order) < maxOfCollection {
				order = append(order, s)
			}
		}
	}
	for _, s := range order {
		link(s, b.why(linked[s]))
	}
	return d
}

func (b *book) collection(c *collection) draft.Draft {
	if c.shelf == branches {
		return b.onBranch(c)
	}
	d := draft.Draft{Slug: c.slug, Title: c.title, Type: wiki.Concept, Tags: b.tags(c.lines)}
	d.Lead = c.about + b.spelled(c.project.project) + ", " + b.span(b.entriesOf(c.lines)) + "."
	d.Description = d.Lead
	lines := b.today(c.lines)
	points := b.standOf(lines)
	slices.Reverse(points)
	if c.kind == daily.Action {
		b.detail(&d, holds.DoneHeading, slices.DeleteFunc(slices.Clone(points), func(i int32) bool { return !b.done(i) }))
		points = slices.DeleteFunc(points, b.done)
	}
	n := min(len(points), maxOfCollection)
	d.Points = b.points(points[:n])
	b.detail(&d, "Earlier", points[n:])
	b.past(&d, lines)
	b.date(&d, lines)
	return d
}

// ref names a collection in the articles that are linked with it.
func (c *collection) ref() draft.Ref { return draft.Ref{Slug: c.slug, Title: c.title} }

func (b *book) done(i int32) bool { return b.Lines[i].Done }

// What was done on one branch of a project is a collection of its own, if the branch's name says what for: people name a
// piece of work so, and its lines belong together. It has branchLeast different lines of two sessions, or branchAlone of
// one, that are understood by themselves; and the project has otherLeast lines of other work, else its own article tells the same.
const (
	branchLeast = 4
	branchAlone = 8
	otherLeast  = 6
)

var branches = &shelf{about: "Notes from "}

// branchesOf returns the collections of a project's branches, in the order in which work on them began.
func (b *book) branchesOf(s *subject) []*collection {
	var order []*collection
	by := make(map[string]*collection)
	all := 0
	for _, n := range b.work[b.Seat(s.project)] {
		e := &b.Entries[n]
		all += int(e.Last - e.First)
		title := purpose(e.Branch)
		if title == "" {
			continue
		}
		c := by[wiki.Fold(title)]
		if c == nil {
			c = &collection{shelf: branches, project: s, title: title}
			by[wiki.Fold(title)] = c
			order = append(order, c)
		}
		for i := e.First; i < e.Last; i++ {
			c.lines = append(c.lines, i)
		}
	}
	return slices.DeleteFunc(order, func(c *collection) bool {
		clear := slices.DeleteFunc(b.said(c.lines, quoted...), func(i int32) bool { return !b.Lines[i].Alone })
		n := b.texts(clear)
		return n < branchLeast || n < branchAlone && !b.again(clear) || all-len(c.lines) < otherLeast || !b.free(c)
	})
}

// branched reports whether a line stands in the article of a branch of s and is no rule for all work on it.
func (b *book) branched(s *subject, i int32) bool {
	return b.Lines[i].Kind != daily.Preference && slices.ContainsFunc(b.collections[s], func(c *collection) bool {
		_, ok := slices.BinarySearch(c.lines, i)
		return ok && c.shelf == branches
	})
}

// free gives the collection of a branch a title that nothing else has, that of its page if it has one. It reports whether there is one.
func (b *book) free(c *collection) bool {
	own := c.title
	return b.entitled(c, own, own+" of "+b.spelled(c.project.project)) || c.slug == "" && b.entitled(c, own+" of "+b.spelled(c.project.project))
}

// onBranch returns the article of what was done on a branch.
func (b *book) onBranch(c *collection) draft.Draft {
	d := draft.Draft{Slug: c.slug, Title: c.title, Type: wiki.Concept, Tags: b.tags(c.lines)}
	work := slices.Compact(b.entriesOf(c.lines))
	notes := c.about + b.sittings(work) + " of work on the branch " + b.Entries[work[0]].Branch + " of " + b.spelled(c.project.project) + ", " + b.span(work) + "."
	d.Description = b.asked(c, work)
	d.Lead = strings.TrimSpace(d.Description + " " + notes)
	b.layOut(&d, &subject{id: -1, title: c.title, lines: c.lines, strongest: -1, weighed: true})
	d.Description = cmp.Or(d.Description, notes)
	b.date(&d, b.today(c.lines))
	return d
}

// asked returns what the sessions on a branch were asked for: a line that says what the branch does, or the first clause of their
// titles and requests that shares two words
// with the branch's name, or half of them, or else a title that says what to do.
func (b *book) asked(c *collection, work []int32) string {
	for _, i := range c.lines {
		if l := &b.Lines[i]; does().MatchString(l.Plain) && b.Stands(i) {
			if said := whole(opening(l.Text), describeMost); said != "" {
				return sentence(said)
			}
		}
	}
	named, titled := tellingWords(c.title), ""
	for _, n := range work {
		for k, text := range b.Entries[n].Asked {
			for clause := range strings.SplitSeq(strings.ReplaceAll(text, ". ", "; "), "; ") {
				clause = heads().ReplaceAllString(clause, "")
				short := whole(clause, describeMost)
				if short == "" || strings.Count(clause, " ") < 2 || elsewhere().MatchString(clause) || width(clause) < shortest {
					continue
				}
				said, shared := tellingWords(clause), 0
				for _, w := range named {
					shared += prose.Bit(slices.Contains(said, w))
				}
				first, _, _ := strings.Cut(strings.ToLower(clause), " ")
				switch {
				case shared > 1 || 2*shared >= len(named):
					return sentence(capital(short))
				case k == 0 && titled == "" && acts()[first] && !bookkeeping().MatchString(clause):
					titled = sentence(short)
				}
			}
		}
	}
	return titled
}

var (
	// does matches how a line begins that says what a branch does.
	does = lazy.Regexp(`^(?i)(?:this|the) (?:pr|branch|change|pull request) \w+s\b`)
	// heads matches what stands before what is asked for.
	heads = lazy.Regexp(`^(?i)(?:(?:plan|fix|feat|task|implement the following plan)[:,] |(?:please|can you|could you|let['’]s|i['’]d like (?:you )?to|i want (?:you )?to|we need to|ok(?:ay)?|so|and)[, ]+)+`)
	// elsewhere matches what tells where to look, or asks.
	elsewhere = lazy.Regexp(`^(?i)(?:re?view|look|take a look|check|is|are|was|does|do|how|what|why|which|where|when|who|i)\b|[?@]|\.\./|https?:|…$`)
)

// onlyBranch names the branch that all of several entries were made on, if its name says what for.
func (b *book) onlyBranch(work []int32) string {
	branch := b.Entries[work[0]].Branch
	if purpose(branch) == "" || slices.ContainsFunc(work, func(n int32) bool { return b.Entries[n].Branch != branch }) {
		return ""
	}
	return ", on the branch " + branch
}

// again reports whether lines come from several sessions.
func (b *book) again(lines []int32) bool {
	session := func(i int32) string { return b.Entries[b.Lines[i].Entry].Session }
	return slices.ContainsFunc(lines, func(i int32) bool { return session(i) != session(lines[0]) })
}
