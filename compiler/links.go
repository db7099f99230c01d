package compiler

import (
	"errors"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// relink mends links of ours once a person, or this run, has taken pages away or given their names to
// others: those of articles that stay as they are otherwise. What a person wrote in them stays.
func (p *planner) relink(articles []*article) error {
	if len(p.hands) == 0 && !slices.ContainsFunc(p.edits, func(e Edit) bool { return e.Verb == Remove }) {
		return nil
	}
	links := linker{p.outcome(), p.next.Pages}
	planned := map[string]int{}
	for i, e := range p.edits {
		planned[e.Path] = i
	}
	for _, a := range articles {
		rec, there := p.next.Pages[a.path]
		if !there || a.page == nil || !a.readable() || !writable(p.c.Wiki, a.path) {
			continue
		}
		page := a.page.Article
		edit, written := planned[a.path]
		if written {
			page = wiki.Parse(p.edits[edit].After)
		}
		base := page
		if rec.Hands || a.hands {
			var err error
			if base, err = p.text(rec.Base); err != nil {
				return err
			}
		}
		if base == nil {
			continue
		}
		mended, err := links.mended(page, base)
		if err != nil {
			return err
		}
		if mended == page || p.when(rec) == "" {
			continue
		}
		if base, err = links.mended(base, base); err != nil {
			return err
		}
		rec.Base, rec.Hash = p.keepsake(base.Bytes()), fsutil.Hash(mended.Bytes())
		p.next.Pages[a.path] = rec
		if written {
			p.edits[edit].After = mended.Bytes()
			continue
		}
		title := a.names()[0]
		e := Edit{
			Path: a.path, Title: title, Verb: Update, Why: "its links follow what was done by hand",
			Before: a.page.Bytes(), After: mended.Bytes(), days: days(pageKeys(mended)), from: a.from,
		}
		if a.hands {
			e.Verb = Merge
		}
		e.line = logLine{Date: p.when(rec), Verb: e.Verb.past(), Path: a.path, Title: title, Note: e.Why}
		p.edits = append(p.edits, e)
	}
	return nil
}

// text is a kept text, or one that this run is about to keep.
func (p *planner) text(hash string) (*wiki.Article, error) {
	if b, ok := p.plan.blobs[hash]; ok {
		return wiki.Parse(b), nil
	}
	return p.c.kept(hash)
}

// A linker knows where links lead after the run.
type linker struct {
	w    *wiki.Wiki
	ours map[string]pageRecord
}

// now says what a link of ours has to say: nothing if it leads nowhere, and the path of an article
// where a person's page has its name too.
func (l linker) now(target string) (string, bool) {
	_, err := l.w.Resolve(target)
	if errors.As(err, new(*wiki.UnresolvedError)) {
		return "", false
	}
	many := (*wiki.AmbiguousError)(nil)
	if !errors.As(err, &many) {
		return target, true
	}
	found := slices.DeleteFunc(slices.Clone(many.Candidates), func(at string) bool { _, ok := l.ours[at]; return !ok })
	if len(found) != 1 {
		return target, true
	}
	return strings.TrimSuffix(found[0], ".md"), true
}

// mended is the page with the links of ours as they have to be: in the lines of Related Concepts and
// the elements of connects that base has too. What leads nowhere is taken out. It is the page itself
// if there is nothing to mend.
func (l linker) mended(page, base *wiki.Article) (*wiki.Article, error) {
	out, err := l.connects(page, base)
	if err != nil {
		return nil, err
	}
	was, is := find(stretches(base), wiki.RelatedConcepts), find(stretches(out), wiki.RelatedConcepts)
	if was == nil || is == nil {
		return out, nil
	}
	m := &merger{theirs: out}
	s := &stretchMerge{merger: m, heading: wiki.RelatedConcepts, at: is, left: len(is.units)}
	for _, u := range is.units {
		if !u.item() || !slices.ContainsFunc(was.units, func(b unit) bool { return b.text == u.text }) {
			continue
		}
		links := wikilink.Extract([]byte(u.text))
		if len(links) == 0 {
			continue
		}
		switch to, ok := l.now(links[0].Target); {
		case !ok:
			m.splices = append(m.splices, s.cut(u))
			s.left--
		case to != links[0].Target:
			s.replace(u, strings.Replace(u.text, "[["+links[0].Target, "[["+to, 1))
		}
	}
	if len(m.splices) == 0 {
		return out, nil
	}
	out = wiki.Parse(m.spliced())
	if s.left == 0 {
		return out.RemoveSection(wiki.RelatedConcepts)
	}
	return out, nil
}

func (l linker) connects(page, base *wiki.Article) (*wiki.Article, error) {
	old := base.List("connects")
	var list []string
	for _, s := range page.List("connects") {
		links := wikilink.Extract([]byte(s))
		if len(links) != 1 || !slices.Contains(old, s) {
			list = append(list, s)
			continue
		}
		if to, ok := l.now(links[0].Target); ok {
			list = append(list, strings.Replace(s, "[["+links[0].Target, "[["+to, 1))
		}
	}
	if slices.Equal(list, page.List("connects")) {
		return page, nil
	}
	return page.SetList("connects", list)
}
