package adopt

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
)

// gone is what the logs say that persons took out of the wiki. A machine takes out its own lines and those of machines that
// trust it.
type gone struct {
	acts   map[string]map[merge.Key][]act // by slug of the article and by citation, in the order of time; "" is the article itself
	owners map[string]string              // of the logs, by name
	all    map[string]bool                // these
	grants entry.Grants
	me     string // the id of this machine, "" while it has no log
}

// An act takes something out of the wiki, or back.
type act struct {
	by  string // id of the machine
	out bool
	at  time.Time
}

// goneIn reads the controls of all logs. A later one counts; of two at one time what comes back.
func goneIn(files []*daily.Log, machine string) gone {
	g := gone{acts: map[string]map[merge.Key][]act{}, owners: map[string]string{}, all: map[string]bool{}}
	var controls []daily.Control
	by := map[daily.Control][]string{}
	for _, f := range files {
		g.owners[f.Date.String()], g.all[f.Owner] = f.Owner, true
		if machine != "" && f.Date.Machine() == machine {
			g.me = f.Owner
		}
		for _, c := range f.Controls {
			controls, by[c] = append(controls, c), append(by[c], f.Owner)
		}
	}
	g.grants = daily.GrantsOf(files)
	for _, c := range entry.Sorted(controls, daily.Gone) {
		if c.Verb != daily.Gone && c.Verb != daily.Back {
			continue
		}
		slug, k := wiki.Fold(c.Page), anywhere(c.Cite)
		if g.acts[slug] == nil {
			g.acts[slug] = map[merge.Key][]act{}
		}
		for _, id := range by[c] {
			g.acts[slug][k] = append(g.acts[slug][k], act{id, c.Verb == daily.Gone, c.At})
		}
	}
	return g
}

// TakenOut returns a function that reports whether a person took a line out of the article at a path, which the article had
// under further names too, or took out the article.
func TakenOut(files []*daily.Log) func(at string, names []string, k merge.Key) bool {
	g := goneIn(files, "")
	return func(at string, names []string, k merge.Key) bool {
		slugs := []string{slugOf(at)}
		for _, n := range names {
			slugs = append(slugs, wiki.Fold(n))
		}
		return g.line(slugs, k)
	}
}

// Withdrawer returns a function that reports whether a page with words of the person on a machine was removed as they would:
// by one whom that machine trusts, and by whom the machines of its lines may be taken back.
func Withdrawer(files []*daily.Log, machine string) func(at string, page *wiki.Article) bool {
	g := goneIn(files, "")
	return func(at string, page *wiki.Article) bool {
		x := g.last([]string{slugOf(at)}, "", append(g.ownersOf(page), machine))
		return x != nil && x.out
	}
}

// took reports whether a line of the machine of an id, or of all of these machines, was taken out of an article. Under its
// further names lines are, and never the article.
func (g gone) took(names []string, k merge.Key, owners ...string) bool {
	x := g.last(names, k, owners)
	return x != nil && x.out
}

// last returns what was last done to a citation of an article by one who may do that to the lines of all owners, nil if
// nothing was.
func (g gone) last(names []string, k merge.Key, owners []string) (last *act) {
	for _, x := range g.of(names, k) {
		if !slices.ContainsFunc(owners, func(id string) bool { return !g.grants.May(x.by, id) }) {
			last = &x
		}
	}
	return last
}

// of returns what was done to a citation of an article, in the order of time; of two at one time what comes back is last.
func (g gone) of(names []string, k merge.Key) (acts []act) {
	for i, n := range names {
		if i == 0 || k != "" {
			acts = append(acts, g.acts[n][k]...)
		}
	}
	if len(names) > 1 {
		sorting.Stable(acts, func(a, b act) int {
			if c := a.at.Compare(b.at); c != 0 || a.out == b.out {
				return c
			} else if a.out {
				return -1
			}
			return 1
		})
	}
	return acts
}

// line reports whether a line was taken out of the article, or the article with what the machine of the line wrote by one who
// could not take out the whole.
func (g gone) line(names []string, k merge.Key) bool {
	owner := g.owner(string(k))
	return g.took(names, anywhere(string(k)), owner) || g.took(names, "", owner) && !g.page(names[0], nil)
}

// owner returns the id of the machine whose log a citation names.
func (g gone) owner(cite string) string {
	log, _, _ := strings.Cut(cite, "#")
	return g.owners[log]
}

// slugOf returns the name by which the logs know the article at a path.
func slugOf(at string) string { return wiki.Fold(string(articles.PageSlug(at))) }

// page reports whether the whole article was taken out: by one who may do that to all of its lines. Without an article it is
// asked of the lines of all machines.
func (g gone) page(slug string, page *wiki.Article) bool {
	x := g.whole(slug, page)
	return x != nil && x.out
}

// whole returns what was last done to a whole article, nil if nothing was.
func (g gone) whole(slug string, page *wiki.Article) *act {
	owners := slices.Collect(maps.Keys(g.all))
	if page != nil {
		owners = g.ownersOf(page)
	}
	return g.last([]string{slug}, "", owners)
}

// ownersOf returns the ids of the machines whose lines an article cites.
func (g gone) ownersOf(page *wiki.Article) []string {
	owners := map[string]bool{}
	for k := range merge.PageKeys(page) {
		owners[g.owner(string(k))] = true
	}
	return slices.Collect(maps.Keys(owners))
}

// said reports whether the logs say what a control is to say: for all to follow, or where this machine has no say by a control
// of its own.
func (g gone) said(names []string, c daily.Control) bool {
	k, owners := anywhere(c.Cite), []string{g.owner(c.Cite)}
	if c.Cite == "" {
		owners = slices.Collect(maps.Keys(g.all))
	}
	out := g.took(names, k, owners...)
	if g.me != "" && slices.ContainsFunc(owners, func(id string) bool { return !g.grants.May(g.me, id) }) {
		out = g.took(names, k, g.me)
	}
	return (c.Verb == daily.Gone) == out
}

// backBy reports whether this machine said that a line was put back.
func (g gone) backBy(c daily.Control) bool {
	return slices.ContainsFunc(g.acts[wiki.Fold(c.Page)][anywhere(c.Cite)], func(x act) bool { return x.by == g.me && !x.out })
}

// standing returns the citations of an article's key points.
func standing(page *wiki.Article) merge.Keys {
	keys := merge.Keys{}
	if page != nil {
		for _, p := range page.Points() {
			keys.Cite(p.Cites)
		}
	}
	return keys
}

// anywhere returns the key of a citation without the machine whose log it names: several logs may have one entry.
func anywhere(cite string) merge.Key {
	if day, block, ok := strings.Cut(cite, "#"); ok {
		day, _, _ = strings.Cut(day, "@")
		return merge.Key(day + "#" + block)
	}
	return merge.Key(cite)
}

// unlike returns the keys that others lack, under the name of any machine.
func unlike(keys, others merge.Keys) (out []merge.Key) {
	has := merge.Keys{}
	for k := range others {
		has[anywhere(string(k))] = true
	}
	for _, k := range keys.Sorted() {
		if !has[anywhere(string(k))] {
			out = append(out, k)
		}
	}
	return out
}
