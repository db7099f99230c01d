package compiler

import (
	"errors"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// relink corrects the compiler's links after a person, or this run, removed pages or gave their names to others. It
// covers articles that do not change otherwise. A person's links stay.
func (p *planner) relink(pages []*articles.Article) error {
	if len(p.hands) == 0 && !slices.ContainsFunc(p.edits, func(e journal.Edit) bool { return e.Verb == journal.Remove }) {
		return nil
	}
	links := linker{p.outcome(), p.next.Pages}
	planned := map[string]int{}
	for i, e := range p.edits {
		planned[e.Path] = i
	}
	for _, a := range pages {
		rec, there := p.next.Pages[a.Path]
		if !there || a.Page == nil || !a.Readable() || !p.c.Wiki.Writes(a.Path) {
			continue
		}
		page := a.Page.Article
		edit, written := planned[a.Path]
		if written {
			page = wiki.Parse(p.edits[edit].After)
		}
		base := page
		if rec.Hands || a.Hands {
			var err error
			if base, err = p.text(rec.Base); err != nil {
				return err
			}
		}
		if base == nil {
			continue
		}
		mended, err := merge.Relink(page, base, links.now)
		if err != nil {
			return err
		}
		if mended == page || p.when(rec) == "" {
			continue
		}
		if base, err = merge.Relink(base, base, links.now); err != nil {
			return err
		}
		rec.Base, rec.Hash, rec.Hands = p.keepText(base.Bytes()), fsutil.Hash(mended.Bytes()), rec.Hands || a.Hands
		p.next.Pages[a.Path] = rec
		if written {
			p.edits[edit].After = mended.Bytes()
			continue
		}
		title := a.Names()[0]
		e := journal.Edit{
			Path: a.Path, Title: title, Verb: journal.Update, Why: "its links follow what was done by hand",
			Before: a.Page.Bytes(), After: mended.Bytes(), Days: merge.PageKeys(mended).Days(), Was: a.From,
		}
		if a.Hands {
			e.Verb = journal.Merge
		}
		e.Line = state.LogLine{Date: p.when(rec), Verb: e.Verb.Past(), Path: a.Path, Title: title, Note: e.Why}
		p.edits = append(p.edits, e)
	}
	return nil
}

// text returns a base text that is stored or that this run is about to store.
func (p *planner) text(hash string) (*wiki.Article, error) {
	if b, ok := p.plan.blobs[hash]; ok {
		return wiki.Parse(b), nil
	}
	return p.c.store().Text(hash)
}

// A linker knows where links lead after the run.
type linker struct {
	w    *wiki.Wiki
	ours map[string]state.PageRecord
}

// now returns what a link of the compiler must say: not ok if its target is gone, and the path of an article if a
// person's page shares its name.
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
