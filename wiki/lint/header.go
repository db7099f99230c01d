package lint

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/frontmatter"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// leftAlone is the consequence for an article that cannot be parsed.
const leftAlone = "memoria reads the page and leaves it as it is until that is mended"

// header reports problems with the file, its encoding and its properties.
func (c *checker) header(r *reporter) {
	hint := ""
	if r.ours {
		hint = leftAlone
	}
	for _, f := range r.page.Findings() {
		switch f.Kind {
		case frontmatter.Unclosed, frontmatter.Broken, frontmatter.Duplicate:
			r.add(Header, f.Line, f.Text, hint)
		case frontmatter.Late:
			late := r.add(HeaderLate, f.Line, f.Text, "")
			if c.mendable(r.page) {
				src := r.page.Bytes()
				open := 0
				if strings.HasPrefix(string(src[:min(len(src), len(wikilink.BOM))]), wikilink.BOM) {
					open = len(wikilink.BOM)
				}
				front, _ := wikilink.FrontMatter(src)
				late.mend(open, front.Open, "")
			}
		case wiki.FaultEncoding:
			r.point(Encoding, invalid(r.page.Bytes()), f.Text, hint)
		}
	}
	if r.page.Kind == wiki.ArticlePage && !r.page.ReadOnly() {
		c.types(r)
		c.missing(r)
	}
}

// invalid returns the offset of the first byte that is not UTF-8.
func invalid(src []byte) int {
	for at := 0; at < len(src); {
		c, n := utf8.DecodeRune(src[at:])
		if c == utf8.RuneError && n == 1 {
			return at
		}
		at += n
	}
	return 0
}

// A form is the required type of a property's value.
type form string

const (
	text form = "text"
	list form = "a list"
	date form = "a date"
)

var properties = []struct {
	key  string
	form form
}{
	{"title", text}, {"type", text}, {"description", text}, {"question", text},
	{"aliases", list}, {"tags", list}, {"sources", list}, {"connects", list}, {"consulted", list},
	{"created", date}, {"updated", date},
}

// types checks the values of memoria's properties. A single value is read as a list of one, but Obsidian shows it
// as text.
func (c *checker) types(r *reporter) {
	mended := r.page.Article
	var last *Finding
	for _, p := range properties {
		value, single := r.page.Text(p.key)
		switch {
		case p.form == list && single && value != "":
			f := r.add(PropertyType, lineOfKey(r.page, p.key), fmt.Sprintf("the property %q is a single value and should be a list", p.key), "")
			items := r.page.List(p.key)
			if p.key == "tags" {
				items = r.page.Tags()
			}
			if next, err := mended.SetList(p.key, items); err == nil && f != nil && c.mendable(r.page) {
				mended, last, f.Fix = next, f, true
			}
		case p.form != list && !single && len(r.page.List(p.key)) > 0:
			r.add(PropertyType, lineOfKey(r.page, p.key), fmt.Sprintf("the property %q is a list and should be %s", p.key, p.form), "")
		case p.form == date && single && value != "" && !isDay(value):
			r.add(PropertyType, lineOfKey(r.page, p.key), fmt.Sprintf("the property %q is no date like 2026-11-27", p.key), "")
		}
	}
	if last != nil {
		start, end, with := difference(r.page.Bytes(), mended.Bytes())
		last.mend(start, end, with)
	}
}

func isDay(s string) bool {
	_, ok := wiki.ParseDate(strings.TrimSpace(s))
	return ok
}

// difference returns the one splice that turns a into b.
func difference(a, b []byte) (start, end int, with string) {
	for start < len(a) && start < len(b) && a[start] == b[start] {
		start++
	}
	tail := 0
	for tail < len(a)-start && tail < len(b)-start && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return start, len(a) - tail, string(b[start : len(b)-tail])
}

// missing reports properties that an article lacks. An article of an earlier tool has no type, which shows that memoria
// did not write it.
func (c *checker) missing(r *reporter) {
	need := []string{"title", "type", "sources", "created", "updated"}
	if r.page.Type() == wiki.QA {
		need = slices.DeleteFunc(need, func(k string) bool { return k == "sources" })
	}
	keys := r.page.Keys()
	need = slices.DeleteFunc(need, func(k string) bool { return slices.Contains(keys, k) })
	if len(need) == 0 {
		return
	}
	f := r.add(PropertyGone, 1, "the article has no "+strings.Join(need, ", "), "")
	if !r.page.Article.Type().Ours() {
		r.lower(f, Info)
		if f != nil {
			f.Hint = "without a type memoria links to the article and does not write it; type: " + string(r.page.Type()) + " makes it memoria's"
		}
	}
}

// lineOfKey returns the line at which a property begins, 1 if it cannot be found.
func lineOfKey(p *wiki.Page, key string) int {
	front, ok := wikilink.FrontMatter(p.Bytes())
	if !ok {
		return 1
	}
	line := 1 + strings.Count(string(p.Bytes()[:front.Start]), "\n")
	for l := range strings.Lines(string(p.Bytes()[front.Start:front.End])) {
		if rest, ok := strings.CutPrefix(strings.Trim(l, `"' `), key); ok && strings.HasPrefix(strings.TrimLeft(rest, `"' `), ":") {
			return line
		}
		line++
	}
	return 1
}
