package catalog

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog/now"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// Beside the topics the catalogue has a page of each project, and one of the days.
const (
	projectPrefix = "project-"
	projectTitle  = "Project: "
	daysName      = "all-days"
	daysTitle     = "Days"
)

// tell has the pages tell what goes on.
func (c *catalogue) tell(work *now.Work) {
	if home := &c.files[0]; len(work.Days) == 0 {
		if start, _ := nowRegion.find(home.Data); start >= 0 { // what it told was forgotten
			home.Data = nowRegion.set(home.Data, "", "\n")
		}
		return
	}
	names := map[*now.Project]string{}
	byName := slices.Clone(work.Projects) // so that a name does not depend on who worked last
	sorting.By(byName, func(a, b *now.Project) int { return strings.Compare(wiki.Fold(a.Name), wiki.Fold(b.Name)) })
	for _, p := range byName {
		names[p] = topicName(c.w, c.given, projectPrefix+string(wiki.MakeSlug(p.Name)))
	}
	days := topicName(c.w, c.given, daysName)
	home := &c.files[0]
	home.Data = nowRegion.set(home.Data, "", work.Home(func(p *now.Project) string {
		return wiki.Link(wiki.Slug(names[p]), p.Name, false)
	}, wiki.Link(wiki.Slug(days), "All days", false)))
	for _, p := range byName {
		file, title := c.at(names[p]), projectTitle+wikilink.Text(p.Name)
		c.want[file] = true
		c.files = append(c.files, GeneratedPage{file, c.withArticles(nowRegion.set(retitled(c.old(file), title), title, p.Text()), p.Name)})
	}
	file := c.at(days)
	c.want[file] = true
	c.files = append(c.files, GeneratedPage{file, nowRegion.set(c.old(file), daysTitle, work.AllDays())})
}

// retitled returns the page of a project under another spelling of its name.
func retitled(page []byte, title string) []byte {
	if line := wikilink.LineAt(page, 0); bytes.HasPrefix(line, []byte("# "+projectTitle)) {
		return slices.Concat([]byte("# "+title), page[len(bytes.TrimRight(line, "\r\n")):])
	}
	return page
}

// Tells reports whether the home of a wiki tells what goes on.
func Tells(w *wiki.Wiki) bool {
	p := w.Page(path.Join(w.Dir(), "index.md"))
	if p == nil || p.Article == nil {
		return false
	}
	start, _ := nowRegion.find(p.Bytes())
	return start >= 0
}

// relist brings the lists of articles on the pages of projects up to date, and leaves what they tell.
func (c *catalogue) relist() {
	for _, p := range c.w.Pages() {
		if p.Kind != wiki.CodePage || !ours(c.w, p) || strings.HasPrefix(p.Name, "index-") {
			continue
		}
		c.want[p.Path] = true
		if name, ok := strings.CutPrefix(p.Title(), projectTitle); ok {
			c.files = append(c.files, GeneratedPage{p.Path, c.withArticles(p.Bytes(), name)})
		}
	}
}

// withArticles returns the page of a project with the list of its articles, if it has any.
func (c *catalogue) withArticles(page []byte, project string) []byte {
	text := ""
	if of := c.of[wiki.ProjectKey(project)]; len(of) > 0 {
		text = "\n## Articles\n\n" + listing(of) + "\n"
	} else if start, _ := listRegion.find(page); start < 0 {
		return page
	}
	return listRegion.set(page, "", text)
}
