package brief

import (
	"context"

	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/search/index"
)

const (
	mentionsMost = 20 // articles
	commonName   = 20 // a name in more than one of this many documents is too common
)

// Mentions returns the paths of articles that name a project in their text, the best first. It finds none for a name that
// is an everyday word in the vault, such as app.
func Mentions(ctx context.Context, x *index.Index, project string) (paths []string) {
	q := search.Parse(`"` + words(project) + `"`)
	if words(project) == "" || q.Empty() {
		return nil
	}
	q.In = []string{"wiki"}
	res, err := search.Find(ctx, x, q, search.Options{Limit: mentionsMost})
	if err != nil || len(res.Nearby) > 0 || res.Total > mentionsMost && res.Total*commonName > x.Documents() {
		return nil
	}
	for i := range res.Hits {
		paths = append(paths, res.Hits[i].Path)
	}
	return paths
}
