package subject

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
)

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

// purpose returns what the name of a branch says that the work on it is for, "" if it says nothing: batch ref updates, of
// someone/fix/batch-ref-updates-2. Dates, tickets, versions and what kind of change it is are no part of it.
func purpose(branch string) string {
	branch = branch[strings.LastIndexByte(branch, '/')+1:]
	words := strings.FieldsFunc(branch, func(r rune) bool { return r == '-' || r == '_' || r == ' ' })
	for len(words) > 0 && (changes()[strings.ToLower(words[0])] || !worded(words[0]) || len(words) > 1 && len(words[0]) <= 6 && !worded(words[1])) {
		words = words[1:]
	}
	for len(words) > 0 && !worded(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	said := 0
	for _, w := range words {
		if w = strings.ToLower(w); worded(w) && utf8.RuneCountInString(w) > 1 && !vague()[w] && !prose.IsStopAnywhere(w) {
			said++
		}
	}
	if said < 2 {
		return ""
	}
	title := strings.Join(words, " ")
	r, n := utf8.DecodeRuneInString(title)
	return string(unicode.ToUpper(r)) + title[n:]
}

// worded reports whether a part of a name is a word, with a number at most: sha256, and no number, version or random id.
func worded(s string) bool {
	letters := strings.TrimRight(s, "0123456789")
	return letters != "" && !strings.ContainsAny(letters, "0123456789.") && (len(letters) > 1 || letters == s)
}

// changes are the words with which the name of a branch says what kind of change it is.
var changes = prose.Set("fix feat feature add adds bug bugfix hotfix chore refactor docs doc test tests wip make update updates improve improvements minor try tmp temp issue pr claude codex")

// vague are words in names of branches that say nothing of what the work is for.
var vague = prose.Set("branch new my main master develop dev trunk staging production release work working change changes update updates fix fixes improve improvements more misc cleanup clean stuff " +
	"review feedback comments patch test tests testing worktree task issue bug feature small minor version bump code")

// onBranch returns the article of what was done on a branch.
func (b *book) onBranch(c *collection) draft.Draft {
	d := draft.Draft{Slug: c.slug, Title: c.title, Type: wiki.Concept, Tags: b.tags(c.lines)}
	work := slices.Compact(b.entriesOf(c.lines))
	notes := c.about + b.sittings(work) + " of work on the branch " + b.Entries[work[0]].Branch + " of " + b.spelled(c.project.project) + ", " + b.span(work) + "."
	d.Description = b.called(c, work)
	d.Lead = strings.TrimSpace(d.Description + " " + notes)
	d.Description = cmp.Or(d.Description, notes)
	b.layOut(&d, &subject{id: -1, title: c.title, lines: c.lines, strongest: -1, weighed: true})
	b.date(&d, b.today(c.lines))
	return d
}

// called returns the first title of a session on a branch that tells what the branch is for: it says what to do, and shares a
// word with the branch's name.
func (b *book) called(c *collection, work []int32) string {
	named := strings.Fields(strings.ToLower(c.title))
	for _, n := range work {
		title := b.Entries[n].Title
		first, rest, _ := strings.Cut(strings.ToLower(title), " ")
		if acts()[first] && !strings.HasSuffix(title, "…") && slices.ContainsFunc(strings.FieldsFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) }), func(w string) bool {
			return slices.ContainsFunc(named, func(v string) bool {
				return mention.Key(v) == mention.Key(w) && !vague()[w] && !prose.IsStopAnywhere(w)
			})
		}) {
			return whole(sentence(title), describeMost)
		}
	}
	return ""
}

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
