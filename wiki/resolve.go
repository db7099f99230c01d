package wiki

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/wiki/wikilink"
)

// An AmbiguousError says that several pages claim the name that a link uses. It is never resolved by a
// guess, because a new page must not redirect an old link.
type AmbiguousError struct {
	Target     string
	Candidates []string // paths, sorted
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("link to %q may mean %s", e.Target, strings.Join(e.Candidates, " or "))
}

// An UnresolvedError says that no page of the vault has the name a link uses.
type UnresolvedError struct{ Target string }

func (e *UnresolvedError) Error() string { return fmt.Sprintf("link to %q leads nowhere", e.Target) }

// Resolve returns the file that a link's target means: by its path in the vault or in the wiki, else by file
// name, else by title, else by alias, each after folding. The name of a day means its log rather than a note. Folders before the name must be the last of the
// file's folders. Of several files whose names fold alike, it returns the one that is spelled like the
// target. The error is an [*AmbiguousError] or an [*UnresolvedError]. It looks only at the snapshot: a
// target that leads out of the vault is not looked for on disk.
func (w *Wiki) Resolve(target string) (*Page, error) { return w.resolve("", target) }

// ResolveFrom is Resolve for a link on the page p, which may be relative to p's folder. A target without a
// name means p itself.
func (w *Wiki) ResolveFrom(p *Page, target string) (*Page, error) {
	if strings.TrimSpace(target) == "" {
		return p, nil
	}
	return w.resolve(path.Dir(p.Path), target)
}

// LinkName returns the target of a link to a page: the page's name, or its path if another file has that
// name.
func (w *Wiki) LinkName(p *Page) Slug {
	if len(w.names[Fold(p.Name)]) > 1 {
		return Slug(stem(p.Path))
	}
	return p.Slug()
}

// Named returns the files that have a name, after folding.
func (w *Wiki) Named(name string) []*Page { return w.names[Fold(name)] }

func (w *Wiki) resolve(dir, target string) (*Page, error) {
	name := withoutMD(strings.TrimSpace(target))
	if rel, ok := strings.CutPrefix(name, "/"); ok { // from the root of the vault
		return w.only(target, w.atPath(rel, false))
	}
	if first, _, _ := strings.Cut(name, "/"); first == "." || first == ".." {
		if dir == "" {
			return nil, &UnresolvedError{target}
		}
		return w.only(target, w.atPath(path.Join(dir, name), false))
	}
	if name == "" || strings.Contains(name, "..") && slices.Contains(strings.Split(name, "/"), "..") {
		return nil, &UnresolvedError{target}
	}
	if found := w.atPath(name, true); len(found) > 0 {
		return w.only(target, found)
	}
	key := Fold(name)
	if i := strings.LastIndexByte(key, '/'); i >= 0 {
		var found []*Page
		for _, p := range w.names[Fold(key[i+1:])] {
			if strings.HasSuffix(Fold(stem(p.Path)), "/"+key) {
				found = append(found, p)
			}
		}
		if len(found) > 0 {
			return w.only(target, spelled(found, name[strings.LastIndexByte(name, '/')+1:]))
		}
	}
	if found := w.names[key]; len(found) > 0 {
		return w.only(target, logAmong(spelled(found, name)))
	}
	for _, claims := range []map[string][]*Page{w.titles, w.aliases} {
		if found := claims[key]; len(found) > 0 {
			return w.only(target, found)
		}
	}
	if strings.ContainsAny(name, "*`~") { // marks inside a title, as its page shows it
		if plain := wikilink.Plain(name); plain != name {
			if to, err := w.resolve(dir, plain); err == nil {
				return to, nil
			}
		}
	}
	return nil, &UnresolvedError{target}
}

// logAmong narrows files to the log, where the others are notes that a person has of the day.
func logAmong(found []*Page) []*Page {
	if at := slices.IndexFunc(found, func(p *Page) bool { return p.Kind == DayPage }); at >= 0 && !slices.ContainsFunc(found, func(p *Page) bool { return p != found[at] && p.Kind != PersonPage }) {
		return found[at : at+1]
	}
	return found
}

// spelled narrows files to the one whose name equals the target but for letter case, of several to the one
// in the same case. If that does not leave exactly one, it returns them all.
func spelled(found []*Page, name string) []*Page {
	if len(found) < 2 {
		return found
	}
	name = norm.NFC.String(name)
	for _, same := range []func(a, b string) bool{strings.EqualFold, func(a, b string) bool { return a == b }} {
		var out []*Page
		for _, p := range found {
			if same(norm.NFC.String(p.Name), name) {
				out = append(out, p)
			}
		}
		if len(out) == 1 {
			return out
		}
	}
	return found
}

// ResolveHref returns the file that the address of a link in plain Markdown means, as [Href.Split] of
// package wikilink cuts it: relative to the page's folder, else to the vault's root, else as [Wiki.Resolve]
// does. plain is the target with its percent signs decoded.
func (w *Wiki) ResolveHref(p *Page, target string) (to *Page, plain string, err error) {
	forms := []string{decoded(target)}
	if forms[0] != target { // a name may hold a percent sign
		forms = append(forms, target)
	}
	for _, form := range forms {
		bare, _, _ := strings.Cut(form, "?")
		rel := strings.TrimPrefix(bare, "/")
		if rel == bare {
			if found := w.atPath(path.Join(path.Dir(p.Path), withoutMD(bare)), false); len(found) == 1 {
				return found[0], bare, nil
			}
		}
		if to, err = w.resolve(path.Dir(p.Path), bare); err == nil {
			return to, bare, nil
		}
	}
	return nil, forms[0], err
}

func decoded(s string) string {
	if !strings.Contains(s, "%") {
		return s
	}
	if d, err := url.PathUnescape(s); err == nil {
		return d
	}
	return s
}

// withoutMD removes the extension of a page.
func withoutMD(name string) string {
	if n := len(name) - len(".md"); n >= 0 && strings.EqualFold(name[n:], ".md") {
		return strings.TrimSpace(name[:len(name)-len(".md")])
	}
	return name
}

// atPath returns the files at a path: the one spelled exactly so, else those of its folded form.
func (w *Wiki) atPath(name string, inWiki bool) []*Page {
	roots := []string{""}
	if inWiki {
		roots = append(roots, w.Dir()+"/")
	}
	if !strings.Contains(name, "/") {
		roots = roots[:1] // a bare name below the wiki is found by its name
	}
	var room [128]byte // most paths fit, and need no string to be looked up
	for _, root := range roots {
		file := append(append(append(room[:0], root...), name...), ".md"...)
		if p := w.byPath[string(file)]; p != nil {
			return []*Page{p}
		}
		if p := w.byPath[string(file[:len(file)-len(".md")])]; p != nil {
			return []*Page{p}
		}
	}
	for _, root := range roots {
		if found := w.paths[Fold(root+name)]; len(found) > 0 {
			return found
		}
	}
	return nil
}

func (w *Wiki) only(target string, found []*Page) (*Page, error) {
	switch len(found) {
	case 0:
		return nil, &UnresolvedError{target}
	case 1:
		return found[0], nil
	}
	e := &AmbiguousError{Target: target}
	for _, p := range found {
		e.Candidates = append(e.Candidates, p.Path)
	}
	slices.Sort(e.Candidates)
	return nil, e
}
