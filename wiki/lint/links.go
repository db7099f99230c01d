package lint

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/lint/target"
)

// links checks every link of a page.
func (c *checker) links(r *reporter) {
	p := r.page
	was := r.ours
	r.ours = was && p.Kind != wiki.DayPage // a person wrote the links in a log outside of memoria's entries
	defer func() { r.ours = was }()
	for _, o := range c.Wiki.LinksOf(p) {
		c.form(r, o)
		if o.Err != nil {
			c.astray(r, o)
			continue
		}
		c.place(r, o.To, o)
	}
	for _, l := range p.Links() {
		if l.Target == "" { // a place on the page itself
			o := wiki.Outlink{Link: l, To: p}
			c.form(r, o)
			c.place(r, p, o)
		}
	}
}

// written returns a link as it is written in the page, shortened for display.
func written(r *reporter, o wiki.Outlink) string {
	s := string(r.page.Bytes()[o.Start:o.End])
	if o.Markdown {
		s = "](" + s + ")"
	}
	if n := []rune(s); len(n) > 100 {
		s = string(n[:100]) + "…"
	}
	return s
}

// astray reports a link that leads to no file, or to several.
func (c *checker) astray(r *reporter, o wiki.Outlink) {
	var several *wiki.AmbiguousError
	if errors.As(o.Err, &several) {
		r.point(AmbiguousLink, o.Start, fmt.Sprintf("%s may mean %s", written(r, o), strings.Join(several.Candidates, " or ")),
			"write the path of the one you mean, as in [["+strings.TrimSuffix(several.Candidates[0], ".md")+"]]")
		return
	}
	switch text, hint, verdict := c.targets.Tolerate(r.page, o); verdict {
	case target.Odd:
		r.point(OddLink, o.Start, written(r, o)+" "+text, hint)
	case target.Broken:
		f := r.point(BrokenLink, o.Start, written(r, o)+" leads nowhere", c.suggest(o.Target))
		r.lowerUnarrived(f, o.Target)
		if f != nil && c.linked {
			r.lower(f, Info)
			f.Text += ", unless behind a symbolic link"
		}
	}
}

// suggest returns the file whose name is the last part of a target, if there is one.
func (c *checker) suggest(name string) string {
	name = path.Base(strings.TrimSuffix(strings.TrimSpace(name), ".md"))
	found := c.Wiki.Named(name)
	if len(found) == 0 {
		found = c.Wiki.Claims(name)
	}
	if len(found) != 1 {
		return ""
	}
	return "there is " + found[0].Path
}

// form checks how a link is written.
func (c *checker) form(r *reporter, o wiki.Outlink) {
	if o.Markdown {
		return
	}
	extended := false
	if n := len(o.Target) - len(".md"); n >= 0 {
		extended = strings.EqualFold(o.Target[n:], ".md")
	}
	if !extended && !o.Table {
		return
	}
	raw := string(r.page.Bytes()[o.Start:o.End])
	if extended {
		f := r.point(LinkExtension, o.Start, written(r, o)+" carries the extension .md", "")
		// The target ends at the first # or |, and the extension to cut is at its end.
		if at := strings.LastIndex(raw[:targetEnd(raw)], o.Target[len(o.Target)-3:]); at >= 0 && c.mendable(r.page) && o.To != nil && c.same(r.page, o) {
			f.mend(o.Start+at, o.Start+at+3, "")
		}
	}
	if i := strings.IndexByte(raw, '|'); o.Table && i > 0 && raw[i-1] != '\\' {
		f := r.point(TablePipe, o.Start+i, "the pipe of "+written(r, o)+" cuts the table row it stands in", `put a backslash before the pipe: \|`)
		if c.mendable(r.page) {
			f.mend(o.Start+i, o.Start+i, `\`)
		}
	}
}

// targetEnd returns the offset at which the target of a link ends.
func targetEnd(raw string) int {
	if i := strings.IndexAny(raw, "#|"); i >= 0 {
		return i
	}
	return len(raw)
}

// same reports whether a link leads to the same file without its extension.
func (c *checker) same(p *wiki.Page, o wiki.Outlink) bool {
	to, err := c.Wiki.ResolveFrom(p, o.Target[:len(o.Target)-3])
	return err == nil && to == o.To
}

// mendable reports whether fixes may change a page: not a person's pages, and not logs.
func (c *checker) mendable(p *wiki.Page) bool {
	return (p.Kind == wiki.ArticlePage || p.Kind == wiki.CodePage) && !p.ReadOnly()
}

// place checks that the page a link leads to has the heading or block that the link names.
func (c *checker) place(r *reporter, to *wiki.Page, o wiki.Outlink) {
	if o.Fragment == "" || o.Markdown || to == nil || to.Article == nil || len(to.Bytes()) == 0 {
		return
	}
	if id := o.Block(); id != "" {
		if !strings.Contains(id, "=") && !target.HasBlock(to, id) { // a part of a drawing: ^frame=Name
			f := r.point(BrokenBlock, o.Start, fmt.Sprintf("%s: %s has no block ^%s", written(r, o), to.Path, id), c.lostBlock(to))
			r.lowerUnarrived(f, o.Target)
		}
		return
	}
	if !target.HasHeading(to, o.Fragment) {
		r.point(BrokenHeading, o.Start, fmt.Sprintf("%s: %s has no heading %q", written(r, o), to.Path, o.Fragment), "")
	}
}

// lostBlock returns the advice for a citation whose line is gone.
func (c *checker) lostBlock(to *wiki.Page) string {
	if to.Kind != wiki.DayPage {
		return ""
	}
	return "the line was taken out of the log: put it back, or take the claim out"
}

// lowerUnarrived makes a finding about a citation only inform where it leads into the log of a machine, which may arrive
// later than the page.
func (r *reporter) lowerUnarrived(f *Finding, target string) {
	if log, ok := wiki.DayOf(target); ok && log != log.Day() {
		r.lower(f, Info)
	}
}
