package erase

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A Page is an article that loses lines.
type Page struct {
	Lines int   // that are removed for what they cite or say
	Left  []int // numbers of those that cite it in a person's own words, and stay

	lines   Lines
	article *wiki.Article
	ours    bool // only the compiler wrote it
	alone   bool // it rests on nothing else
	units   []merge.Unit
	desc    bool // the description is removed too
	rest    bool // something on it stays
}

// Page finds what to remove from a page: the compiler's lines that cite l, and all of the compiler's lines if the
// page rests on nothing else, because they are about the same. A line is the compiler's on a page that nobody edited,
// if it is unchanged since the compiler last wrote the page, or if it has the words of the log. last is the page as
// the compiler last wrote it, nil if that is unknown; ours says that only the compiler wrote it. cites are all
// citations the page ever had.
func (l Lines) Page(a, last *wiki.Article, ours bool, cites []merge.Key) *Page {
	p := &Page{lines: l, article: a, ours: ours, alone: l.All(cites)}
	if ours {
		last = a
	}
	was := map[string]bool{}
	if last != nil {
		for _, u := range Units(last) {
			was[u.Text] = true
		}
	}
	for k := range merge.PageKeys(a) {
		p.alone = p.alone && l.Has(k)
	}
	for _, u := range Units(a) {
		p.unit(u, was[u.Text])
	}
	if p.alone && last != nil && len(p.units) > 0 {
		p.Lines = max(1, p.Lines)
		p.desc = a.Description() != "" && a.Description() == last.Description()
	}
	return p
}

// unit decides whether a unit is removed; ours says that the compiler wrote it.
func (p *Page) unit(u merge.Unit, ours bool) {
	cites := p.lines.cited(u)
	left, unsaid := u.Text, false
	switch {
	case cites && (ours || p.lines.Said[saidHash(Claim(u.Text))]):
		left, unsaid = "", true
	case cites:
		left, unsaid = p.lines.unsaid(u, func(said string) bool { return p.lines.retells(Claim(said)) })
	case p.lines.Lost && ours:
		left, unsaid = p.lines.unsaid(u, p.lines.says)
	case !ours && len(u.Cites) == 0: // a person may have begun alike
		left, unsaid = p.lines.unsaid(u, func(said string) bool { return p.lines.Said[saidHash(said)] })
	}
	switch {
	case unsaid:
		u.Instead = left
		p.units = append(p.units, u)
		p.Lines++
		p.rest = p.rest || left != "" || !cites
	case cites:
		p.Left = append(p.Left, LineOf(p.article, u))
	case p.alone && ours && !u.Title():
		p.units = append(p.units, u)
	case !u.Title() || !ours && !strings.HasPrefix(u.Text, "# "):
		p.rest = true
	}
	p.rest = p.rest || len(p.Left) > 0
}

// Whole reports whether the whole page is removed: it rests on nothing else and has no words of a person.
func (p *Page) Whole() bool { return p.alone && (p.ours || !p.rest) }

// Changes reports whether anything is removed from the page.
func (p *Page) Changes() bool { return p.Lines > 0 || p.describes() }

// describes reports whether the description is one of the lines, and no compile writes it anew.
func (p *Page) describes() bool {
	return (p.lines.Lost || !p.ours) && p.article.Description() != "" && p.lines.says(p.article.Description())
}

// Text returns the page without what is removed.
func (p *Page) Text() ([]byte, error) {
	a, err := wiki.Parse(p.without()), error(nil)
	if p.desc && !a.ReadOnly() {
		a, err = a.Delete("description")
	} else if p.describes() {
		a, err = undescribed(a)
	}
	if err != nil {
		return nil, err
	}
	return a.Bytes(), nil
}

// Text returns a text of the compiler without what it has of l.
func (l Lines) Text(a *wiki.Article) ([]byte, error) { return l.Page(a, a, true, nil).Text() }

// without returns the page without the removed units.
func (p *Page) without() []byte {
	src := slices.Clone(p.article.Bytes())
	eol := "\n"
	if bytes.Contains(src, []byte("\r\n")) {
		eol = "\r\n"
	}
	sorting.By(p.units, func(a, b merge.Unit) int { return b.Start - a.Start })
	for _, u := range p.units {
		end := u.End
		if u.Instead != "" {
			src = slices.Concat(src[:u.Start], []byte(strings.ReplaceAll(u.Instead, "\n", eol)), src[end:])
			continue
		}
		if i := bytes.IndexByte(src[end:], '\n'); i >= 0 {
			end += i + 1
		} else {
			end = len(src)
		}
		src = append(src[:u.Start], src[end:]...)
	}
	return src
}

// LineOf returns the number of the line of a page in which a unit begins, from 1.
func LineOf(a *wiki.Article, u merge.Unit) int {
	return 1 + bytes.Count(a.Bytes()[:u.Start], []byte("\n"))
}

// unsaid returns a line without the sentences that say something of l, "" if nothing is left: of a line of the compiler that no
// compile writes anew, or of one of which it is not known who wrote it. It reports false if none does.
func (l Lines) unsaid(u merge.Unit, says func(sentence string) bool) (string, bool) {
	line := u.Text
	if strings.HasPrefix(line, "#") { // of a day's part of the Details
		marks, title, _ := strings.Cut(line, " ")
		day, title, ok := strings.Cut(title, " ")
		_, err := daily.ParseDate(day)
		return marks + " " + day, ok && err == nil && l.says(title)
	}
	if i := strings.Index(line, "]] - "); i >= 0 && u.Item() && l.says(line[i+len("]] - "):]) {
		return line[:i+len("]]")], true
	}
	left, at, changed := "", 0, false
	for _, s := range prose.Sentences(line) {
		i := strings.Index(line[at:], s)
		if i < 0 {
			return line, false
		}
		end := at + i + len(s)
		if says(strings.TrimLeft(s, "-*+> ")) {
			left, changed = left+line[at:at+i], true
		} else {
			left += line[at:end]
		}
		at = end
	}
	if left += line[at:]; len(wordsOf(left)) == 0 {
		left = ""
	}
	return strings.TrimRight(strings.ReplaceAll(left, "  ", " "), " "), changed
}

// undescribed returns a page without its description: the rest of its lead replaces it.
func undescribed(a *wiki.Article) (*wiki.Article, error) {
	if a.ReadOnly() {
		return a, nil
	}
	for _, u := range merge.Sections(a)[0].Units {
		if first := prose.Sentences(u.Text); !u.Title() && len(first) > 0 {
			return a.SetText("description", first[0])
		}
	}
	return a.Delete("description")
}
