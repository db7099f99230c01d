package adopt

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
)

// Pages takes over every page whose sum is not the one that this machine gave it. A page without a sum, and one that
// cannot be read, is left to the caller.
func (a *Run) Pages() error {
	if a == nil {
		return nil
	}
	a.lacks, a.cut = merge.Keys{}, map[string][]merge.Key{}
	for _, page := range a.Wiki.Articles() {
		if page.ReadOnly() || page.Sum() == "" || page.Type() == wiki.QA || a.Wiki.CopyOf(page) != nil {
			continue
		}
		rec, known := a.State.Pages[page.Path]
		if known {
			rec.Names = a.names(page, rec.Names)
			a.State.Pages[page.Path] = rec
		}
		if known && page.Hash() == rec.Hash {
			continue
		}
		from := page.Path
		if !known {
			from = a.renamed(page)
			rec = a.State.Pages[from]
		}
		if own, err := a.own(page, rec); err != nil {
			return err
		} else if own {
			continue
		}
		if from != page.Path {
			delete(a.State.Pages, from)
		}
		if err := a.take(page, rec); err != nil {
			return err
		}
	}
	return nil
}

// names returns names that a page was written under here without those that only another page bears now: else each machine
// would go on to write it under its own.
func (a *Run) names(page *wiki.Page, names []string) []string {
	names = slices.DeleteFunc(slices.Clone(names), func(n string) bool {
		return !Follows(page.Article, n, n) && slices.ContainsFunc(a.Wiki.Claims(n), func(o *wiki.Page) bool { return o != page && o.Kind == wiki.ArticlePage })
	})
	if len(names) == 0 {
		return []string{page.Title()}
	}
	return names
}

// own reports whether a page goes back to the text that this machine last generated for it.
func (a *Run) own(page *wiki.Page, rec state.PageRecord) (bool, error) {
	base, err := a.Text(rec.Base)
	return base != nil && base.Sum() == page.Sum(), err
}

// renamed returns the path of a page that is gone and that a new page continues: a person here moved it, and it has the
// sum of that one, or another machine did, and it has the name or title of that one as an alias. It returns "" if there
// is none.
func (a *Run) renamed(page *wiki.Page) string {
	to := ""
	for _, at := range slices.Sorted(maps.Keys(a.State.Pages)) {
		rec := a.State.Pages[at]
		if len(rec.Names) == 0 || a.Wiki.Page(at) != nil {
			continue
		}
		if own, err := a.own(page, rec); own && err == nil {
			return at
		}
		if to == "" && !rec.Deleted && Follows(page.Article, at, rec.Names[0]) {
			to = at
		}
	}
	return to
}

// Follows reports whether a page was moved from a path, where it had a title.
func Follows(page *wiki.Article, from, title string) bool { return follows(page, from, title) >= 0 }

// follows returns which of its names a page had at a path, where it had a title: the last are the newest. It returns -1 if
// it has none of them.
func follows(page *wiki.Article, from, title string) int {
	stem, names := strings.TrimSuffix(path.Base(from), ".md"), append(page.Aliases(), page.Title())
	for i, n := range slices.Backward(names) {
		if wiki.Fold(n) == wiki.Fold(title) || wiki.Fold(n) == wiki.Fold(stem) {
			return i
		}
	}
	return -1
}

// named reports whether a person seems to have given a page its name: the file has another one than the title, or the
// title that it had is an alias.
func (a *Run) named(page *wiki.Page) bool {
	return page.Path != a.Store.PathFor(page.Type(), a.Store.Name(page.Title())) || len(page.Aliases()) > 0
}

// Namesakes reports whether two pages have a name in common, so that they are versions of one.
func Namesakes(a, b *wiki.Article) bool {
	return slices.ContainsFunc(append(a.Aliases(), a.Title()), func(n string) bool { return Follows(b, n, n) })
}

// earlier returns the generated text that a page rests on as an earlier version of the page has it, at its path or at one
// that it had before a move, or of the base text itself, nil if there is none.
func (a *Run) earlier(page *wiki.Page) []byte {
	if a.Past == nil {
		return nil
	}
	sum := page.Sum()
	paths := []string{page.Path}
	for _, n := range page.Aliases() {
		if at := a.Store.PathFor(page.Type(), a.Store.Name(n)); !slices.Contains(paths, at) {
			paths = append(paths, at)
		}
	}
	for _, at := range paths {
		if text := a.Past.Version(at, func(text []byte) bool { return wiki.Sum(text) == sum && wiki.Parse(text).Fits() }); text != nil {
			return text
		}
	}
	return BaseText(a.Past.Version(BaseName(sum), func(file []byte) bool { return wiki.Sum(BaseText(file)) == sum }))
}

// committed reports whether git knows what of a page was done here.
func (a *Run) committed(at string) bool {
	if a.Past == nil {
		return false
	}
	text, err := a.Past.Committed(at)
	return err == nil && text != nil
}

// take makes the record of a page that another machine wrote. Of what this machine knew of the page only its names
// count: what another machine did not know of is not what a person removed.
func (a *Run) take(page *wiki.Page, was state.PageRecord) error {
	rec := state.PageRecord{Names: append([]string{page.Title()}, page.Aliases()...), Ends: was.Ends, Mine: was.Mine, Bases: was.Bases}
	for _, n := range was.Names {
		if !slices.ContainsFunc(rec.Names, func(o string) bool { return wiki.Fold(o) == wiki.Fold(n) }) {
			rec.Names = append(rec.Names, n)
		}
	}
	rec.Hash, rec.Moved = page.Hash(), was.Moved || a.named(page)
	had := merge.PageKeys(page.Article)
	if page.Fits() {
		rec.Base = a.Keep(page.Bytes())
	} else {
		rec.Hands = true
		text, tells := a.bases().Text(page.Sum()), true
		if text != nil {
			note(&rec, page.Sum())
			tells = a.committed(page.Path)
		} else {
			text = a.earlier(page)
		}
		if text != nil {
			rec.Base = a.Keep(text)
			was := merge.PageKeys(wiki.Parse(text))
			if tells { // it was edited before a run saw it, as after a pull by hand: Noticed finds out whether here
				a.cut[page.Path] = unlike(was, had)
			}
			maps.Copy(had, was)
		}
	}
	rec.AddCites(had)
	said := merge.KeysOf(was.Cites)
	if base, err := a.Text(was.Base); err != nil {
		return err
	} else if base != nil {
		said = merge.PageKeys(base)
	}
	maps.Copy(a.lacks, said.Minus(had))
	a.State.Pages[page.Path] = rec
	a.Paths = append(a.Paths, page.Path)
	return nil
}
