package brief

import (
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
)

const (
	mentionsMost = 20 // articles
	commonName   = 20 // a name in more than one of this many articles and entries is too common
)

// nameOf returns the query of a project's name; an empty one if the name has no words.
func nameOf(project string) search.Query { return search.Parse(`"` + words(project) + `"`) }

// Named says which projects the articles of a wiki name, so that only new ones are read for the briefs of many projects.
type Named struct {
	Version  string             `json:"version"` // of what a word is
	Projects []string           `json:"projects"`
	Pages    map[string]*naming `json:"pages"` // by path
}

type naming struct {
	Hash  string `json:"hash"`  // of the page
	Names []int  `json:"names"` // indexes of Projects
}

// Read brings n up to date with a wiki, and reports whether anything changed.
func (n *Named) Read(s *index.Store, w *wiki.Wiki, projects []string) (changed bool) {
	if v := "2 " + s.Version(); n.Version != v || !slices.Equal(n.Projects, projects) {
		*n = Named{Version: v, Projects: projects}
	}
	var queries []search.Query
	for _, p := range projects {
		queries = append(queries, nameOf(p))
	}
	was := n.Pages
	n.Pages = map[string]*naming{}
	for _, p := range w.Pages() {
		hash := p.Hash()
		if p.Kind != wiki.ArticlePage {
			continue
		}
		it := was[p.Path]
		if it == nil || it.Hash != hash {
			changed, it = true, &naming{Hash: hash}
			text := search.WordingOf(s, p.Path, p.Bytes())
			for i := range queries {
				if !queries[i].Empty() && text.Has(&queries[i]) {
					it.Names = append(it.Names, i)
				}
			}
		}
		n.Pages[p.Path] = it
	}
	return changed || len(n.Pages) != len(was)
}

// of returns the articles that name a project, the newest first; none for a name that is an everyday word in the vault, such
// as app. A page that changed since it was read is left out.
func (n *Named) of(project string, b *Builder) (pages []*page) {
	if n == nil {
		return nil
	}
	i := slices.Index(n.Projects, project)
	for _, p := range b.pages {
		if it := n.Pages[p.Path]; i >= 0 && p.Kind == wiki.ArticlePage && it != nil && it.Hash == p.Hash() && slices.Contains(it.Names, i) {
			pages = append(pages, p)
		}
	}
	if len(pages) > mentionsMost && len(pages)*commonName > len(b.pages)+len(b.entries) {
		return nil
	}
	slices.SortStableFunc(pages, func(p, q *page) int { return strings.Compare(string(q.Updated()), string(p.Updated())) })
	return pages[:min(len(pages), mentionsMost)]
}
