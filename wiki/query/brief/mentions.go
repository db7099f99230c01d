package brief

import (
	"context"
	"slices"

	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
)

const (
	mentionsMost = 20 // articles
	commonName   = 20 // a name in more than one of this many documents is too common
)

// Mentions returns the paths of articles that name a project in their text, the best first. It finds none for a name that
// is an everyday word in the vault, such as app, nor where have has all of them. named may be nil.
func Mentions(ctx context.Context, x *index.Index, project string, named *Named, have map[string]bool) (paths []string) {
	q := nameOf(project)
	if q.Empty() || named.says(project, x.Documents(), have) {
		return nil
	}
	res, err := search.Find(ctx, x, q, search.Options{Limit: mentionsMost, Has: named.of(project)})
	if err != nil || len(res.Nearby) > 0 || common(res.Total, x.Documents()) {
		return nil
	}
	for i := range res.Hits {
		paths = append(paths, res.Hits[i].Path)
	}
	return paths
}

func common(n, of int) bool { return n > mentionsMost && n*commonName > of }

// nameOf returns the query of a project's name; an empty one if the name has no words.
func nameOf(project string) search.Query {
	q := search.Parse(`"` + words(project) + `"`)
	q.In = []string{"wiki"}
	return q
}

// Named says which projects the pages of a wiki name, so that only new pages are read for the briefs of many projects.
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
	if v := s.Version(); n.Version != v || !slices.Equal(n.Projects, projects) {
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
		if hash == "" || p.Kind != wiki.ArticlePage && p.Kind != wiki.PersonPage {
			continue
		}
		it := was[p.Path]
		if it == nil || it.Hash != hash {
			changed, it = true, &naming{Hash: hash}
			text := search.WordingOf(s, p.Path, p.Bytes())
			for i := range queries {
				if text.Has(&queries[i]) {
					it.Names = append(it.Names, i)
				}
			}
		}
		n.Pages[p.Path] = it
	}
	return changed || len(n.Pages) != len(was)
}

// says reports whether the pages that name a project are known to be among those of have, or so many that its name says nothing.
func (n *Named) says(project string, documents int, have map[string]bool) bool {
	if n == nil {
		return false
	}
	i, count, more := slices.Index(n.Projects, project), 0, false
	for at, it := range n.Pages {
		if slices.Contains(it.Names, i) {
			count++
			more = more || !have[at]
		}
	}
	return i >= 0 && !more || common(count, documents)
}

// of returns whether a page names a project, if that is known.
func (n *Named) of(project string) func(path string) (has, known bool) {
	if n == nil {
		return nil
	}
	i := slices.Index(n.Projects, project)
	return func(path string) (has, known bool) {
		it := n.Pages[path]
		if it == nil || i < 0 {
			return false, false
		}
		return slices.Contains(it.Names, i), true
	}
}
