package compiler

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A folder folds one page into another.
type folder struct {
	page *wiki.Article // the one that stays
	from *wiki.Article // the other, its links rewritten
	ours *wiki.Article // the last version of ours of the other, nil if there is none
	self *wiki.Page
	w    *wiki.Wiki // afterwards
}

// properties unites lists, and adds what the page does not have. What both have, each in another way,
// stays, and is told of.
func (f *folder) properties(m *mover) (*wiki.Article, error) {
	page, err := f.page, error(nil)
	for _, k := range f.from.Keys() {
		is, has := prop(f.from, k), prop(page, k)
		switch {
		case k == "title" || k == "type" || k == "aliases" || k == "alias":
			continue
		case k == "created" && has.there && is.text != "" && is.text < has.text,
			k == "updated" && has.there && is.text > has.text:
			page, err = is.set(page, k)
		case k == "created" || k == "updated" || k == "description" || has.equal(is):
			continue
		case has.there && (has.isList || is.isList || k == "tags" || k == "sources"):
			list := slices.Clone(has.list)
			for _, s := range is.list {
				if !slices.ContainsFunc(list, func(o string) bool { return sameItem(o, s, k) }) {
					list = append(list, s)
				}
			}
			if !slices.Equal(list, has.list) {
				page, err = page.SetList(k, list)
			}
		case !has.there:
			page = withProperty(page, rawProperty(f.from, k))
		default:
			m.note(f.self.Path, "keeps its own property "+k+"; that of the other page is not taken over")
		}
		if err != nil {
			return nil, err
		}
	}
	return page, nil
}

// rawProperty is a property as it is written, its lines with line ends.
func rawProperty(a *wiki.Article, name string) string {
	src := a.Bytes()
	front, ok := wikilink.FrontMatter(src)
	if !ok {
		return ""
	}
	var b strings.Builder
	in := false
	for l := range strings.Lines(string(src[front.Start:front.End])) {
		if begins := strings.TrimSpace(l) != "" && !strings.ContainsAny(l[:1], " \t-#]}"); begins {
			k, _, _ := strings.Cut(l, ":")
			in = strings.Trim(strings.TrimSpace(k), `"'`) == name
		}
		if in {
			b.WriteString(l)
		}
	}
	return b.String()
}

// withProperty adds a property as it is written elsewhere, behind the others.
func withProperty(a *wiki.Article, raw string) *wiki.Article {
	src := a.Bytes()
	front, ok := wikilink.FrontMatter(src)
	if raw == "" || !ok {
		return a
	}
	raw = strings.ReplaceAll(raw, "\r\n", "\n")
	if bytes.HasSuffix(src[:front.Start], []byte("\r\n")) {
		raw = strings.ReplaceAll(raw, "\n", "\r\n")
	}
	if with := wiki.Parse(slices.Concat(src[:front.End], []byte(raw), src[front.End:])); !with.ReadOnly() {
		return with
	}
	return a
}

// sections appends what stands in the sections of the other page, each to the one of the same heading.
func (f *folder) sections() error {
	for _, s := range stretches(f.from) {
		heading := s.heading
		if heading == "" {
			heading = "Details"
		}
		text := f.fresh(s, heading)
		if text == "" {
			continue
		}
		if sec, ok := f.page.Section(heading); ok {
			f.page = appended(f.page, sec, text)
			continue
		}
		var err error
		if f.page, err = f.page.SetSection(heading, text); err != nil {
			return err
		}
	}
	return nil
}

// fresh is what a section of the other page says that the page does not: all of it but lines that
// stand there already, and in lists lines of ours about what the page has.
func (f *folder) fresh(s stretch, heading string) string {
	have := map[string]bool{}
	var cites map[key]bool
	links := map[string]bool{f.self.Path: true}
	if at := find(stretches(f.page), heading); at != nil {
		for _, u := range at.units {
			have[strings.TrimSpace(u.text)] = true
			for _, to := range f.leads(u) {
				links[to] = true
			}
		}
	}
	cites = pageKeys(f.page)
	ours := map[string]bool{}
	if f.ours != nil {
		if was := find(stretches(f.ours), s.heading); was != nil {
			for _, u := range was.units {
				ours[u.text] = true
			}
		}
	}
	src := f.from.Bytes()
	var b strings.Builder
	end, dropped := -1, false
	for _, u := range s.units {
		skip := s.heading == "" && strings.HasPrefix(u.text, "# ")
		switch {
		case u.item() || !u.indented():
			dropped = false
			if u.item() && !fencedBelow(s, u) {
				dropped = have[u.text] || ours[u.text] && f.said(u, heading, cites, links)
			} else if heading != wiki.KeyPoints && s.heading == "" {
				dropped = have[u.text]
			}
		}
		if skip || dropped {
			continue
		}
		if end >= 0 {
			b.WriteString(between(src[end:u.start]))
		}
		b.WriteString(u.text)
		end = u.end
	}
	return strings.TrimSpace(b.String())
}

// fencedBelow reports whether an item has lines of its own below it, which stay with it.
func fencedBelow(s stretch, u unit) bool {
	i := slices.IndexFunc(s.units, func(o unit) bool { return o.start == u.start })
	return i+1 < len(s.units) && s.units[i+1].indented()
}

// between is the room ahead of a unit, of what lies between it and the one before it that stays: a blank
// line where there was one.
func between(gap []byte) string {
	room := gap[len(bytes.TrimRight(gap, " \t\r\n")):]
	if bytes.Count(room, []byte("\n")) > 1 {
		return "\n\n"
	}
	return "\n"
}

// said reports whether the page says what a line of ours says: it cites the same, or in a list of links
// leads to the same page, or to the page itself.
func (f *folder) said(u unit, heading string, cites map[key]bool, links map[string]bool) bool {
	if heading == wiki.RelatedConcepts || heading == wiki.SourcesHeading {
		to := f.leads(u)
		return len(to) > 0 && !slices.ContainsFunc(to, func(at string) bool { return !links[at] })
	}
	return len(u.keys) > 0 && !slices.ContainsFunc(u.keys, func(k key) bool { return !cites[k] })
}

// unself takes the lines of ours out of Related Concepts that lead to the page itself now: base is the
// last version of ours of the page, nil if there is none.
func (f *folder) unself(base *wiki.Article) error {
	if base == nil {
		return nil
	}
	was, is := find(stretches(base), wiki.RelatedConcepts), find(stretches(f.page), wiki.RelatedConcepts)
	if was == nil || is == nil {
		return nil
	}
	m := &merger{theirs: f.page}
	s := &stretchMerge{merger: m, heading: wiki.RelatedConcepts, at: is, left: len(is.units)}
	for _, u := range is.units {
		to := f.leads(u)
		if !u.item() || len(to) != 1 || to[0] != f.self.Path || fencedBelow(*is, u) ||
			!slices.ContainsFunc(was.units, func(b unit) bool { return b.text == u.text }) {
			continue
		}
		m.splices = append(m.splices, s.cut(u))
		s.left--
	}
	if len(m.splices) == 0 {
		return nil
	}
	f.page = wiki.Parse(m.spliced())
	if s.left > 0 {
		return nil
	}
	var err error
	f.page, err = f.page.RemoveSection(wiki.RelatedConcepts)
	return err
}

// leads are the paths that the links of a line lead to.
func (f *folder) leads(u unit) []string {
	var out []string
	for _, l := range wikilink.Extract([]byte(u.text)) {
		if to, err := f.w.ResolveFrom(f.self, l.Target); err == nil {
			out = append(out, to.Path)
		}
	}
	return out
}

// appended is a page with text at the end of a section: right below where a list goes on, else behind a
// blank line.
func appended(a *wiki.Article, s wiki.Section, text string) *wiki.Article {
	first, _, _ := strings.Cut(text, "\n")
	if (unit{text: first}).item() {
		return insert(a, s, text)
	}
	src := a.Bytes()
	eol := "\n"
	if bytes.Contains(src, []byte("\r\n")) {
		eol = "\r\n"
	}
	at := s.Body + len(bytes.TrimRight(src[s.Body:s.End], " \t\r\n"))
	if at == s.Body {
		at -= len(src[:at]) - len(bytes.TrimRight(src[:at], "\r\n"))
	}
	tail := src[at:]
	if len(bytes.TrimSpace(tail)) == 0 && len(tail) == 0 {
		tail = []byte(eol)
	}
	return wiki.Parse(slices.Concat(src[:at], []byte(eol+eol+strings.ReplaceAll(text, "\n", eol)), tail))
}
