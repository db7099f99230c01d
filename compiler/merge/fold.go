package merge

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// A Fold merges one page into another.
type Fold struct {
	Page *wiki.Article   // the one that stays
	From *wiki.Article   // the other, its links rewritten
	Ours *wiki.Article   // the compiler's last version of From, nil if there is none
	Own  *wiki.Article   // the compiler's last version of Page
	Self *wiki.Page      // the page that stays, before the merge
	Wiki *wiki.Wiki      // after the merge
	Gone map[string]bool // other pages that are removed
	Note func(text string)
}

// Run returns the page that stays, with what only the other says added to the section of the same heading. The error
// is ErrNoPlace if the added text would not be read as intended.
func (f *Fold) Run() (_ *wiki.Article, err error) {
	if f.Page, err = f.properties(); err != nil {
		return nil, err
	}
	if err := f.sections(); err != nil {
		return nil, err
	}
	if err := f.unself(); err != nil {
		return nil, err
	}
	if len(PageKeys(f.From).Minus(PageKeys(f.Page))) > 0 {
		return nil, ErrNoPlace
	}
	return f.Page, nil
}

// properties unites lists, and adds the properties that the page lacks. If both have a property with different
// values, the page's stays and the difference is reported.
func (f *Fold) properties() (*wiki.Article, error) {
	page, err := f.Page, error(nil)
	for _, k := range f.From.Keys() {
		is, has := prop(f.From, k), prop(page, k)
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
			page = withProperty(page, rawProperty(f.From, k))
		default:
			f.Note("keeps its own property " + k + "; that of the other page is not taken over")
		}
		if err != nil {
			return nil, err
		}
	}
	return page, nil
}

// rawProperty returns a property as it is written, its lines with line ends.
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

// withProperty appends a property as it is written elsewhere.
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

// sections appends the sections of the other page, each to the one of the same heading.
func (f *Fold) sections() error {
	for _, s := range Sections(f.From) {
		heading := s.heading
		if heading == "" {
			heading = "Details"
		}
		text := f.fresh(s, heading)
		if text == "" {
			continue
		}
		if sec, ok := f.Page.Section(heading); ok {
			f.Page = insert(f.Page, sec, text)
			continue
		}
		var err error
		if f.Page, err = f.Page.SetSection(heading, text); err != nil {
			return err
		}
	}
	return nil
}

// fresh returns what only the other page's section says: everything but lines that the page has, and, in lists, the
// compiler's lines about what the page has.
func (f *Fold) fresh(s Section, heading string) string {
	have := map[string]bool{}
	var cites Keys
	links := maps.Clone(f.Gone)
	links[f.Self.Path] = true
	if at := find(Sections(f.Page), heading); at != nil {
		for _, u := range at.Units {
			have[strings.TrimSpace(u.Text)] = true
			for _, to := range f.leads(u) {
				links[to] = true
			}
		}
	}
	cites = PageKeys(f.Page)
	ours := map[string]bool{}
	if f.Ours != nil {
		if was := find(Sections(f.Ours), s.heading); was != nil {
			for _, u := range was.Units {
				ours[u.Text] = true
			}
		}
	}
	src := f.From.Bytes()
	var b strings.Builder
	end, dropped := -1, false
	for _, u := range s.Units {
		skip := s.heading == "" && strings.HasPrefix(u.Text, "# ")
		switch {
		case u.Item() || !u.indented():
			dropped = false
			if u.Item() && !fencedBelow(s, u) {
				dropped = have[u.Text] || ours[u.Text] && f.said(u, heading, cites, links)
			} else if heading != wiki.KeyPoints && s.heading == "" {
				dropped = have[u.Text]
			}
		}
		if skip || dropped {
			continue
		}
		if end >= 0 {
			b.WriteString(between(src[end:u.Start]))
		}
		b.WriteString(u.Text)
		end = u.End
	}
	return strings.TrimSpace(b.String())
}

// fencedBelow reports whether an item has lines of its own below it, which stay with it.
func fencedBelow(s Section, u Unit) bool {
	i := slices.IndexFunc(s.Units, func(o Unit) bool { return o.Start == u.Start })
	return i+1 < len(s.Units) && s.Units[i+1].indented()
}

// between returns the space between a unit and the one before it that stays: a blank line if there was one.
func between(gap []byte) string {
	room := gap[len(bytes.TrimRight(gap, " \t\r\n")):]
	if bytes.Count(room, []byte("\n")) > 1 {
		return "\n\n"
	}
	return "\n"
}

// said reports whether the page says what a line of the compiler says: it has the same citation or, in a list of
// links, a link to the same page or to the page itself.
func (f *Fold) said(u Unit, heading string, cites Keys, links map[string]bool) bool {
	if heading == wiki.RelatedConcepts || heading == wiki.SourcesHeading {
		to := f.leads(u)
		return len(to) > 0 && !slices.ContainsFunc(to, func(at string) bool { return !links[at] })
	}
	return len(u.Cites) > 0 && !slices.ContainsFunc(u.Cites, func(k Key) bool { return !cites[k] })
}

// unself removes the compiler's lines from Related Concepts that now lead to the page itself or to one that is removed.
func (f *Fold) unself() (err error) {
	if f.Own == nil {
		return nil
	}
	f.Page, err = related(f.Page, f.Own, func(s *Section, u Unit) (string, bool) {
		to := f.leads(u)
		return u.Text, len(to) != 1 || to[0] != f.Self.Path && !f.Gone[to[0]] || fencedBelow(*s, u)
	})
	return err
}

// leads returns the paths that the links of a line lead to.
func (f *Fold) leads(u Unit) []string {
	var out []string
	for _, l := range wikilink.Extract([]byte(u.Text)) {
		if to, err := f.Wiki.ResolveFrom(f.Self, l.Target); err == nil {
			out = append(out, to.Path)
		}
	}
	return out
}
