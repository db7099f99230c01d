package erase

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/prose"
)

// A Page is an article that loses lines.
type Page struct {
	Lines int   // that go for what they cite or say
	Left  []int // numbers of those that cite it in a person's own words, and stay

	lines   Lines
	article *wiki.Article
	ours    bool // nobody else wrote in it
	alone   bool // it rests on nothing else
	units   []merge.Unit
	desc    bool // the description goes too
	rest    bool // something that it says stays
}

// Page finds what goes from a page: the lines of ours that cite l, and where it rests on nothing else all lines of
// ours, which tell of the same. A line is ours on a page that nobody edited, or as it was when we last wrote the
// page, or in the words of the log. last is the page as we last wrote it, nil where that is not known; ours says
// that nobody else wrote in it. cites are what the page ever cited.
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

// unit decides whether a unit goes; ours says that we wrote it.
func (p *Page) unit(u merge.Unit, ours bool) {
	cites := p.lines.cited(u)
	left, unsaid := p.lines.unsaid(u)
	switch {
	case cites && (ours || p.lines.Said[saidHash(Claim(u.Text))]):
		p.units = append(p.units, u)
		p.Lines++
	case cites:
		p.Left = append(p.Left, LineOf(p.article, u))
	case p.alone && ours && !u.Title():
		p.units = append(p.units, u)
	case unsaid && ours:
		u.Instead = left
		p.units = append(p.units, u)
		p.Lines++
		p.rest = true
	case !u.Title() || !ours && !strings.HasPrefix(u.Text, "# "):
		p.rest = true
	}
	p.rest = p.rest || len(p.Left) > 0
}

// Whole reports whether all of the page goes: it rests on nothing else, and no word of a person's is in it.
func (p *Page) Whole() bool { return p.alone && (p.ours || !p.rest) }

// Changes reports whether anything goes from the page.
func (p *Page) Changes() bool {
	return p.Lines > 0 || p.ours && p.lines.Lost && p.lines.says(p.article.Description())
}

// Text is the page without what goes.
func (p *Page) Text() ([]byte, error) {
	a, err := wiki.Parse(p.without()), error(nil)
	if p.desc && !a.ReadOnly() {
		a, err = a.Delete("description")
	} else {
		a, err = p.lines.undescribed(a)
	}
	if err != nil {
		return nil, err
	}
	return a.Bytes(), nil
}

// Text is a text of ours without what it has of l.
func (l Lines) Text(a *wiki.Article) ([]byte, error) { return l.Page(a, a, true, nil).Text() }

// without is the page without the units that go.
func (p *Page) without() []byte {
	src := slices.Clone(p.article.Bytes())
	eol := "\n"
	if bytes.Contains(src, []byte("\r\n")) {
		eol = "\r\n"
	}
	slices.SortFunc(p.units, func(a, b merge.Unit) int { return b.Start - a.Start })
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

// LineOf is the number of the line of a page in which a unit begins, from 1.
func LineOf(a *wiki.Article, u merge.Unit) int {
	return 1 + bytes.Count(a.Bytes()[:u.Start], []byte("\n"))
}

// unsaid is a line of ours without what it says of l where a log is lost, "" if nothing is left of it. It reports
// false where it says nothing of it.
func (l Lines) unsaid(u merge.Unit) (string, bool) {
	line := u.Text
	if !l.Lost {
		return line, false
	}
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
		if l.says(strings.TrimLeft(s, "-*+> ")) {
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

// undescribed is a page without a description that says it: what is left of its lead takes its place.
func (l Lines) undescribed(a *wiki.Article) (*wiki.Article, error) {
	if !l.Lost || a.ReadOnly() || a.Description() == "" || !l.says(a.Description()) {
		return a, nil
	}
	for _, u := range merge.Sections(a)[0].Units {
		if first := prose.Sentences(u.Text); !u.Title() && len(first) > 0 {
			return a.SetText("description", first[0])
		}
	}
	return a.Delete("description")
}
