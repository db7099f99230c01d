package lint

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// file checks the name of a page's file and whether it could be read.
func (c *checker) file(r *reporter) {
	p := r.page
	for _, f := range p.Findings() {
		switch f.Kind {
		case wiki.FaultSize:
			r.add(PageSize, 0, f.Text, "")
		case wiki.FaultSymlink:
			r.add(Symlink, 0, f.Text, "")
		}
	}
	c.copy(r)
	if p.Kind == wiki.ArticlePage {
		_, err := wiki.ParseSlug(p.Name)
		var bad *wiki.SlugError
		if errors.As(err, &bad) && !bad.Reserved() {
			r.add(Name, 0, "the file name "+bad.Reason, "memoria mv renames the page and all links to it")
		}
		return
	}
	if err := fsutil.CheckName(p.Path); err != nil {
		var bad *fsutil.NameError
		if errors.As(err, &bad) {
			r.add(Name, 0, fmt.Sprintf("the name %s", bad.Reason), "")
		}
	} else if p.Article != nil && strings.ContainsAny(p.Name, "#^[]|") {
		r.add(Name, 0, "no link can name the page: its name holds one of # ^ [ ] |", "")
	}
}

// copy reports a copy that a sync tool left beside a page. Copies of logs are reported with the names of
// logs.
func (c *checker) copy(r *reporter) {
	if strings.HasPrefix(r.path, c.Wiki.Daily().Folder()+"/") {
		return
	}
	if original := c.Wiki.CopyOf(r.page); original != nil {
		r.add(SyncCopy, 0, "looks like a copy of "+original.Path+" that a sync tool made", "keep what you want of the two in one file and delete the other")
	}
}

// names reports names that two files have, or that two pages claim.
func (c *checker) names() []*Finding {
	var out []*Finding
	pages := c.Wiki.Pages()
	first := make(map[string]string, len(pages)) // a path that folds so
	same := map[string][]string{}                // all files of the name, if there are several
	keys := make([]string, len(pages))
	for i, p := range pages {
		key := strings.ToLower(norm.NFC.String(p.Path))
		keys[i] = key
		if other, ok := first[key]; !ok {
			first[key] = p.Path
		} else if same[key] == nil {
			same[key] = []string{other, p.Path}
		} else {
			same[key] = append(same[key], p.Path)
		}
	}
	for i, p := range pages {
		r := c.reporter(p)
		if twins := same[keys[i]]; len(twins) > 1 {
			r.add(NameCollision, 0, "on some systems the same file as "+others(twins, p.Path), "rename one of them")
		} else if p.Kind == wiki.ArticlePage || p.Kind == wiki.DayPage {
			named := c.Wiki.Named(p.Name)
			if p.Kind == wiki.DayPage { // links of its name mean the log, not a person's note of the day
				named = slices.DeleteFunc(slices.Clone(named), func(o *wiki.Page) bool { return o.Kind == wiki.PersonPage })
			}
			if named := paths(named); len(named) > 1 {
				r.add(NameCollision, 0, "the file name is also that of "+others(named, p.Path), "rename one of them")
			}
		}
		if p.Kind == wiki.ArticlePage {
			c.claims(r)
		}
		out = append(out, r.found...)
	}
	return out
}

// claims reports the titles and aliases of an article that another page has too.
func (c *checker) claims(r *reporter) {
	p := r.page
	seen := []string{wiki.Fold(p.Name)}
	for i, name := range append([]string{p.Article.Title()}, p.Aliases()...) {
		key := wiki.Fold(name)
		if key == "" || slices.Contains(seen, key) {
			continue
		}
		seen = append(seen, key)
		claimed := paths(c.Wiki.Claims(name))
		if len(claimed) < 2 {
			continue
		}
		property := "aliases"
		if i == 0 {
			property = "title"
		}
		r.add(AliasCollision, lineOfKey(p, property), fmt.Sprintf("the name %q is also claimed by %s", name, others(claimed, p.Path)), "")
	}
}

func paths(pages []*wiki.Page) []string {
	out := make([]string, len(pages))
	for i, p := range pages {
		out[i] = p.Path
	}
	return out
}

func others(all []string, but string) string {
	out := slices.DeleteFunc(slices.Clone(all), func(s string) bool { return s == but })
	slices.Sort(out)
	return strings.Join(out, ", ")
}
