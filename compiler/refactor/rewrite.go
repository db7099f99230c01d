package refactor

import (
	"bytes"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A shift is what changes the links to pages: to their new paths, or to the page that one was merged into.
type shift struct {
	before, after *wiki.Wiki
	moved         map[string]string // from paths of before to those of after
	title         string            // the new target of a link by the old title; "" to keep it
}

// moves reports whether links to a page of before change.
func (s *shift) moves(p *wiki.Page) bool { return p != nil && s.moved[p.Path] != "" }

// rewrite returns a text that moves from one path to another, with its links updated: links to the shifted page keep
// their form, and if the text changes its folder, relative links are adjusted. Everything else stays.
func (s *shift) rewrite(at, now string, a *wiki.Article) []byte {
	src := a.Bytes()
	page := &wiki.Page{Path: at}
	var cuts []merge.Splice
	for _, l := range a.Doc().Links {
		if l.Target == "" {
			continue
		}
		to, err := s.before.ResolveFrom(page, l.Target)
		if err != nil {
			continue
		}
		said := s.target(l.Target, to, at, now)
		i := bytes.Index(src[l.Start:l.End], []byte(l.Target))
		if said == l.Target || i < 0 {
			continue
		}
		cuts = append(cuts, merge.Splice{Start: l.Start + i, End: l.Start + i + len(l.Target), Text: said})
		if s.byTitle(l.Target, to) && l.Display == "" && !l.Embed && linkable(s.title) {
			pipe := "|"
			if l.Table {
				pipe = `\|`
			}
			cuts = append(cuts, merge.Splice{Start: l.End - len("]]"), End: l.End - len("]]"), Text: pipe + s.title})
		}
	}
	for _, h := range a.Doc().Hrefs {
		if said, end, ok := s.address(src, h, page, now); ok {
			cuts = append(cuts, merge.Splice{Start: h.Start, End: end, Text: said})
		}
	}
	if len(cuts) == 0 {
		return src
	}
	sorting.Stable(cuts, func(a, b merge.Splice) int { return a.Start - b.Start })
	done := 0
	return merge.Rewrite(src, slices.DeleteFunc(cuts, func(c merge.Splice) bool {
		if c.Start < done {
			return true
		}
		done = c.End
		return false
	}))
}

// target returns the new target of the link raw that leads to a page.
func (s *shift) target(raw string, to *wiki.Page, at, now string) string {
	moved := s.moves(to)
	name, ext := cutMD(raw)
	if first, _, _ := strings.Cut(name, "/"); first == "." || first == ".." {
		if !moved && path.Dir(at) == path.Dir(now) {
			return raw
		}
		rel := relative(path.Dir(now), s.dest(to))
		if first == "." && !strings.HasPrefix(rel, "../") || !strings.Contains(rel, "/") {
			rel = "./" + rel
		}
		return plainPath(rel, to) + ext
	}
	if !moved {
		return raw
	}
	said := s.form(name, to) + ext
	if s.leads(said, now, to) {
		return said
	}
	if dest := s.after.Page(s.dest(to)); dest != nil {
		if said = string(s.after.LinkName(dest)) + ext; s.leads(said, now, to) {
			return said
		}
	}
	return stemOf(s.dest(to)) + ext
}

// form returns the new name in the form of the old one: a path from the root or the wiki, a path from the last
// folder, or a name. Other names of the page stay, because it keeps them.
func (s *shift) form(name string, to *wiki.Page) string {
	full, dest := stemOf(to.Path), stemOf(s.dest(to))
	if rest, ok := strings.CutPrefix(name, "/"); ok && wiki.Fold(rest) == wiki.Fold(full) {
		return "/" + dest
	}
	if strings.Contains(name, "/") {
		dir := s.before.Dir() + "/"
		switch rest, in := strings.CutPrefix(dest, dir); {
		case wiki.Fold(name) == wiki.Fold(full):
			return dest
		case wiki.Fold(dir+name) == wiki.Fold(full):
			if in {
				return rest
			}
			return dest
		}
		parts := strings.Split(dest, "/")
		return path.Join(parts[max(0, len(parts)-1-strings.Count(name, "/")):]...)
	}
	switch {
	case s.byTitle(name, to):
		if s.title == "" {
			return name // as it was
		}
		return path.Base(dest) // not every reader finds a page by its title
	case wiki.Fold(name) == wiki.Fold(to.Name):
		return path.Base(dest)
	}
	return name
}

// byTitle reports whether a link uses the title of the shifted page, and not just another spelling of its name.
func (s *shift) byTitle(target string, to *wiki.Page) bool {
	name, _ := cutMD(target)
	title, own := to.Title(), to.Name
	return s.moves(to) && wiki.Fold(name) == wiki.Fold(title) && !strings.EqualFold(name, own) &&
		(strings.EqualFold(name, title) || wiki.Fold(name) != wiki.Fold(own))
}

// leads reports whether a link on a page leads to the intended page.
func (s *shift) leads(target, now string, to *wiki.Page) bool {
	found, err := s.after.ResolveFrom(&wiki.Page{Path: now}, target)
	return err == nil && found.Path == s.dest(to)
}

// dest returns the path of a page afterwards.
func (s *shift) dest(to *wiki.Page) string {
	if s.moves(to) {
		return s.moved[to.Path]
	}
	return to.Path
}

// linkable reports whether a link can show a title anywhere, in a property too.
func linkable(title string) bool {
	return title != "" && !strings.ContainsAny(title, "[]|#^`\\%\"'*_~$<")
}

// address is what the address of a link in plain Markdown has to say, up to end, and false if it stays.
func (s *shift) address(src []byte, h wikilink.Href, page *wiki.Page, now string) (said string, end int, ok bool) {
	target, _, local := h.Split()
	if !local || target == "" {
		return "", 0, false
	}
	to, bare, err := s.before.ResolveHref(page, target)
	if err != nil {
		return "", 0, false
	}
	moved := s.moves(to)
	from := path.Join(path.Dir(page.Path), bare)
	switch {
	case !strings.HasPrefix(bare, "/") && (wiki.Fold(from) == wiki.Fold(to.Path) || wiki.Fold(from) == wiki.Fold(stemOf(to.Path))):
		if !moved && path.Dir(page.Path) == path.Dir(now) {
			return "", 0, false
		}
		said = relative(path.Dir(now), s.dest(to))
		if _, ext := cutMD(bare); ext == "" {
			said = plainPath(said, to)
		}
		if strings.HasPrefix(bare, "./") && !strings.HasPrefix(said, "../") {
			said = "./" + said
		}
	case !moved:
		return "", 0, false
	default:
		name, ext := cutMD(bare)
		said = s.form(name, to) + ext
		if back, _, err := s.after.ResolveHref(&wiki.Page{Path: now}, escaped(said, "%", false)); err != nil || back.Path != s.dest(to) {
			said = "/" + s.dest(to)
		}
	}
	raw := string(src[h.Start:h.End])
	if i := strings.IndexAny(raw, "#?"); i >= 0 {
		raw = raw[:i]
	}
	if said == bare {
		return "", 0, false
	}
	angled := h.Start > 0 && src[h.Start-1] == '<'
	return escaped(said, raw, angled), h.Start + len(raw), true
}

// escaped writes a path as an address, in the manner of the one that stood there.
func escaped(name, like string, angled bool) string {
	if strings.Contains(like, "%") {
		parts := strings.Split(name, "/")
		for i, p := range parts {
			parts[i] = strings.NewReplacer("(", "%28", ")", "%29").Replace(url.PathEscape(p))
		}
		return strings.Join(parts, "/")
	}
	special := "%#?<>\\"
	if !angled {
		special += " ()\"'*_`[]"
	}
	var b strings.Builder
	for i := range len(name) {
		if c := name[i]; c < ' ' || strings.IndexByte(special, c) >= 0 && !(c == '_' && strings.Contains(like, "_")) {
			fmt.Fprintf(&b, "%%%02X", c)
		} else {
			b.WriteByte(c)
		}
	}
	return b.String()
}

func stemOf(file string) string { return strings.TrimSuffix(file, ".md") }

// plainPath returns the path without the extension of a page.
func plainPath(file string, to *wiki.Page) string {
	if to.Article == nil {
		return file
	}
	return stemOf(file)
}

// cutMD removes the extension of a page.
func cutMD(target string) (name, ext string) {
	if n := len(target) - len(".md"); n > 0 && strings.EqualFold(target[n:], ".md") {
		return target[:n], target[n:]
	}
	return target, ""
}

// relative returns the path of a file relative to a folder, both given from the root.
func relative(dir, file string) string {
	up := ""
	for dir != "." && dir != "" {
		if rest, ok := strings.CutPrefix(file, dir+"/"); ok {
			return up + rest
		}
		up, dir = up+"../", path.Dir(dir)
	}
	return up + file
}
