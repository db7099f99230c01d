package articles

import (
	"bytes"
	"fmt"
	"maps"
	"path"
	"slices"

	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
)

// An Article is a page of the compiler: one in the wiki, or one that a person removed. The state may not know it.
type Article struct {
	Path   string
	Page   *wiki.Page // nil if a person removed it
	Record state.PageRecord
	From   string   // where the state knew it, if a person has moved it since
	Into   *Article // of one that is gone: the page that now has its name as an alias
	// Hands: a person's words are in it, or may be.
	Hands bool
}

func (a *Article) Slug() wiki.Slug { return PageSlug(a.Path) }

func PageSlug(p string) wiki.Slug {
	base := path.Base(p)
	return wiki.Slug(base[:len(base)-len(path.Ext(base))])
}

// Readable reports whether the page can be read and safely changed.
func (a *Article) Readable() bool { return a.Page != nil && !a.Page.ReadOnly() }

// Emptied reports whether there is nothing left in the page.
func (a *Article) Emptied() bool { return a.Page != nil && empty(a.Page) }

func empty(p *wiki.Page) bool {
	return p.Article != nil && len(bytes.Trim(p.Bytes(), "\ufeff\x00 \t\r\n")) == 0
}

// Reconcile compares the state with the existing pages: which pages are the compiler's, and which of these a person
// edited, moved or removed. The articles are sorted by path; hands is what a person did to them since the last run.
func Reconcile(s *state.State, w *wiki.Wiki, store wiki.Store) (articles []*Article, hands []Hand) {
	r := &reconciler{w: w, store: store, byPath: map[string]*Article{}}
	index := store.Folder() + "/index.md"
	var lost []string
	removed := 0 // since the last run
	for _, at := range slices.Sorted(maps.Keys(s.Pages)) {
		rec := s.Pages[at]
		page := w.Page(at)
		switch {
		case page == nil || page.Article == nil:
			lost = append(lost, at)
			if !rec.Deleted {
				removed++
			}
		case empty(page) && !rec.Deleted && PathType(at) != wiki.QA: // by a slip, as of a shell, or by a disk that was full
			hands = append(hands, Hand{Path: at, Now: at, Text: "was empty, and is written again: to have no such article, remove its file"})
			rec.Hands = false
			r.add(&Article{Path: at, Page: page, Record: rec})
		case !page.ReadOnly() && !w.Ours(page, true):
			text := "was an article and is a person's page now"
			if empty(page) {
				text = "is empty and was an answer: remove the file, and memoria query --file-back asks again"
			}
			hands = append(hands, Hand{Path: at, Now: at, Text: text})
		default:
			if rec.Deleted {
				hands = append(hands, Hand{Path: at, Now: at, Text: "was put back, and goes on"})
			}
			rec.Deleted = false
			r.add(&Article{Path: at, Page: page, Record: rec, Hands: rec.Hands || page.Hash() != rec.Hash})
		}
	}
	r.adopt(s)
	if removed > 0 && w.Page(index) == nil && r.none() {
		return r.articles(), append(hands, Hand{Path: path.Dir(index), All: true, Text: "all articles are gone, the index too: they are made again"})
	}
	moved := r.follow(s, lost)
	for _, at := range lost {
		rec := s.Pages[at]
		if to := moved[at]; to != nil {
			rec.Deleted, rec.Moved = false, true
			to.From = at
			to.Record, to.Hands = rec, rec.Hands || to.Page.Hash() != rec.Hash
			hands = append(hands, Hand{Path: at, Now: to.Path, Text: "was moved to " + to.Path + ", and goes on there"})
			continue
		}
		a := &Article{Path: at, Record: rec, Into: r.merged(at, rec)}
		switch {
		case rec.Deleted:
		case a.Into != nil:
			hands = append(hands, Hand{Path: at, Now: a.Into.Path, Text: "was merged into " + a.Into.Path + " by hand, and what is new of it goes there"})
		default:
			hands = append(hands, Hand{Path: at, Text: "was removed by hand, and is not made again"})
		}
		a.Record.Deleted = true
		r.add(a)
	}
	return r.articles(), append(hands, r.crowds()...)
}

// merged finds the article into which a person merged a removed one: it now has the title or name of that one as an
// alias.
func (r *reconciler) merged(at string, rec state.PageRecord) *Article {
	names := append([]string{string(PageSlug(at))}, rec.Names[:min(1, len(rec.Names))]...)
	for _, a := range r.articles() {
		if !a.Readable() {
			continue
		}
		for _, alias := range a.Page.Aliases() {
			if slices.ContainsFunc(names, func(n string) bool { return wiki.Fold(n) == wiki.Fold(alias) }) {
				return a
			}
		}
	}
	return nil
}

type reconciler struct {
	w      *wiki.Wiki
	store  wiki.Store
	byPath map[string]*Article
	loose  []*Article // the compiler's by their content, without a record
}

func (r *reconciler) add(a *Article) { r.byPath[a.Path] = a }

func (r *reconciler) articles() []*Article {
	var out []*Article
	for _, at := range slices.Sorted(maps.Keys(r.byPath)) {
		out = append(out, r.byPath[at])
	}
	return out
}

func (r *reconciler) none() bool {
	for _, a := range r.byPath {
		if a.Page != nil {
			return false
		}
	}
	return true
}

// adopt finds the compiler's pages that the state does not know: it was lost, or they were moved or copied here.
// Their content may be a person's. A page in the compiler's folders that cannot be read may be one too, so its name
// stays taken.
func (r *reconciler) adopt(s *state.State) {
	held := maps.Clone(r.byPath)
	for _, p := range append(r.places(true), r.places(false)...) {
		if !r.store.Writes(p.Path) { // what is elsewhere is a copy of what is not
			held = r.byPath
		}
		_, known := s.Pages[p.Path]
		if known || copiedFrom(p, r.w, held) != nil || p.Article == nil || p.Kind == wiki.CodePage || p.Kind == wiki.DayPage || CopyOf(p.Path, r.w) != "" {
			continue
		}
		a := &Article{Path: p.Path, Page: p, Hands: true}
		switch {
		case p.ReadOnly():
			if r.store.Writes(p.Path) {
				r.add(a)
			}
		case r.w.Ours(p, false):
			r.add(a)
			r.loose = append(r.loose, a)
		}
	}
}

// places returns the pages in the folders that the compiler writes, or the others.
func (r *reconciler) places(written bool) []*wiki.Page {
	return slices.DeleteFunc(slices.Clone(r.w.Pages()), func(p *wiki.Page) bool { return r.store.Writes(p.Path) != written })
}

// traits identify a page that was moved, the best first: its bytes, its file name, its title, the log lines it cites.
type traits [4]string

const citesTrait = 3

func (a *Article) traits() traits {
	cites := merge.PageKeys(a.Page.Article).Sorted()
	return traits{a.Page.Hash(), wiki.Fold(string(a.Slug())), wiki.Fold(a.Page.Title()), join(cites)}
}

func join(keys []merge.Key) string {
	s := ""
	for _, k := range keys {
		s += string(k) + "\n"
	}
	return s
}

// follow finds the new places of missing pages. A better trait of any page wins over a worse one of another. Two
// pages that cite the same lines match only if no third page does.
func (r *reconciler) follow(s *state.State, lost []string) map[string]*Article {
	moved := map[string]*Article{}
	taken := map[*Article]bool{}
	if len(lost) == 0 {
		return moved
	}
	for trait := range len(traits{}) {
		from, to := map[string][]string{}, map[string][]*Article{}
		for _, at := range lost {
			rec := s.Pages[at]
			if v := (traits{rec.Hash, wiki.Fold(string(PageSlug(at))), wiki.Fold(rec.Names[0]), join(rec.Cites)})[trait]; v != "" && moved[at] == nil {
				from[v] = append(from[v], at)
			}
		}
		for _, a := range r.loose {
			if v := a.traits()[trait]; !taken[a] {
				to[v] = append(to[v], a)
			}
		}
		for v, pages := range from {
			if len(to[v]) == 0 || trait == citesTrait && len(pages)+len(to[v]) > 2 {
				continue
			}
			moved[pages[0]], taken[to[v][0]] = to[v][0], true
		}
	}
	return moved
}

// Unreadable reports the articles that cannot be read; nothing is written to them.
func Unreadable(articles []*Article) []journal.Note {
	var notes []journal.Note
	for _, a := range articles {
		if a.Page == nil || a.Readable() {
			continue
		}
		text := wiki.ErrReadOnly.Error()
		for _, f := range a.Page.Findings() {
			text = fmt.Sprintf("line %d: %s", f.Line, f.Text)
			break
		}
		notes = append(notes, journal.Note{Path: a.Path, Text: text + ": the page is left alone until that is mended"})
	}
	return notes
}
