package query

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog"
	"github.com/agent-admin/memoria/wiki/draft"
	"github.com/agent-admin/memoria/wiki/prose"
)

// filedName holds the pages of filed answers: by path, a hash of what was last written.
const (
	filedName    = layout.Asked
	filedVersion = layout.AskedVersion
)

type filed struct {
	Pages map[string]string `json:"pages"`
}

// A Filer stores answers as articles.
type Filer struct {
	Dir   *fsutil.Dir // required: the vault
	Wiki  wiki.Store  // required
	Today wiki.Date   // required

	Shared bool // other machines file answers too: pages carry their sums
}

// Reasons why an answer cannot be filed.
var (
	ErrUncited = errors.New("nothing in the answer rests on a line of a log")
	ErrEdited  = errors.New("a person has written in the page since, and it stays as it is")
	ErrTaken   = errors.New("a page that is no kept answer has its name")
)

const titleMost = 120 // characters

// File stores an answer as a qa article and returns its path, and whether the page changed. The same
// question always has the same page. The errors are those above, fsutil.ErrLocked while a compile runs, and
// those of writing.
func (f *Filer) File(ctx context.Context, question string, points []Point) (path string, changed bool, err error) {
	unlock, err := f.Dir.Lock(ctx, layout.LockCompile)
	if err != nil {
		return "", false, err
	}
	defer unlock()
	w, err := f.Wiki.Load(ctx)
	if err != nil {
		return "", false, err
	}
	d := f.draft(w, question, points)
	if len(d.Sources) == 0 {
		return "", false, ErrUncited
	}
	path = f.Wiki.PathFor(wiki.QA, d.Slug)
	data, verb := f.render(&d), "created"
	before, err := f.Dir.ReadFile(path)
	known := f.filed()
	switch {
	case err == nil && wiki.Parse(before).Type() != wiki.QA:
		return path, false, ErrTaken
	case err == nil:
		verb = "updated"
		old := wiki.Parse(before)
		if fsutil.Hash(before) != known.Pages[path] && !(f.Shared && old.Fits()) && !sameAnswer(old, &d) {
			return path, false, ErrEdited
		}
		if sameAnswer(old, &d) {
			return path, false, nil
		}
		d.Created, d.Updated = old.Created(), f.Today
		data = f.render(&d)
	case !errors.Is(err, fs.ErrNotExist):
		return path, false, err
	case len(w.Named(string(d.Slug))) > 0:
		return path, false, ErrTaken
	}
	if changed, err = f.Wiki.Write(path, data); err != nil || !changed {
		return path, changed, err
	}
	return path, true, f.conclude(ctx, &d, path, data, verb, known)
}

func (f *Filer) render(d *draft.Draft) []byte {
	if f.Shared {
		return wiki.Summed(d.Render())
	}
	return d.Render()
}

// conclude updates what depends on a page.
func (f *Filer) conclude(ctx context.Context, d *draft.Draft, path string, data []byte, verb string, known filed) error {
	known.Pages[path] = fsutil.Hash(data)
	if _, err := fsutil.WriteState(f.Dir, filedName, filedVersion, known); err != nil {
		return err
	}
	w, err := f.Wiki.Load(ctx)
	if err != nil {
		return err
	}
	if _, err := catalog.WriteIndex(f.Wiki, w); err != nil {
		return err
	}
	return catalog.AppendLog(f.Wiki, catalog.LogDay{Day: f.Today, Changes: []catalog.LogChange{{Verb: verb, Path: path, Title: d.Title, Note: fmt.Sprintf("an answer of %d points", len(d.Points))}}})
}

// filed reads the hashes of filed pages. Without them every page counts as a person's.
func (f *Filer) filed() filed {
	var known filed
	data, err := f.Dir.ReadFile(filedName)
	if err != nil || fsutil.DecodeState(data, filedName, filedVersion, &known) != nil || known.Pages == nil {
		known.Pages = map[string]string{}
	}
	return known
}

// A Point is a part of an answer and the passages that support it.
type Point struct {
	Text string
	On   []Passage
}

func (f *Filer) draft(w *wiki.Wiki, question string, points []Point) draft.Draft {
	question = markdown.Oneline(question)
	title, _ := prose.Clip(strings.TrimRight(question, "?？ "), titleMost)
	d := draft.Draft{Title: title, Type: wiki.QA, Question: question, Created: f.Today, Updated: f.Today}
	d.Slug = f.Wiki.Name(title)
	if d.Slug == "" {
		d.Slug = wiki.Slug("question-" + fsutil.Hash([]byte(question))[:8])
	}
	for _, p := range points {
		point := wiki.Point{Text: markdown.Escape(p.Text, true)}
		for i := range p.On {
			for _, c := range p.On[i].Cites {
				if cite, ok := citeOf(c); ok && !slices.Contains(point.Cites, cite) {
					point.Cites = append(point.Cites, cite)
				}
			}
			for _, page := range append([]string{p.On[i].Path}, p.On[i].Pages...) {
				f.consult(w, &d, page)
			}
		}
		if len(point.Cites) > 0 {
			d.Points = append(d.Points, point)
		}
	}
	of := map[wiki.Cite]string{}
	var projects []string
	for _, p := range points {
		for _, on := range p.On {
			projects = append(projects, on.Projects...)
			for _, c := range on.Cites {
				if cite, ok := citeOf(c); ok {
					of[cite] = strings.Join(on.Projects, " and ")
				}
			}
		}
	}
	d.NameProjects(func(c wiki.Cite) string { return of[c] })
	slices.Sort(projects)
	d.Project = slices.Compact(projects)
	d.Sources = d.Days()
	if len(d.Points) > 0 {
		d.Lead = d.Points[0].Text
		d.Description, _ = prose.Clip(prose.Inline(d.Lead), 160)
	}
	return d
}

// consult records an article that supports a point.
func (f *Filer) consult(w *wiki.Wiki, d *draft.Draft, path string) {
	p := w.Page(path)
	if p == nil || p.Kind != wiki.ArticlePage || p.Type() == wiki.QA {
		return
	}
	ref := draft.Ref{Slug: w.LinkName(p), Title: p.Title()}
	if !slices.Contains(d.Consulted, ref) {
		d.Consulted = append(d.Consulted, ref)
	}
}

func citeOf(s string) (c wiki.Cite, ok bool) {
	day, rest, _ := strings.Cut(s, "#")
	if c.Date, ok = wiki.ParseLog(day); !ok || rest == "" {
		return c, false
	}
	if block, is := strings.CutPrefix(rest, "^"); is {
		c.Block = block
	} else {
		c.Heading = rest
	}
	return c, true
}

// sameAnswer reports whether a page says the same as a draft.
func sameAnswer(a *wiki.Article, d *draft.Draft) bool {
	old := a.Points()
	return a.Question() == d.Question && len(old) == len(d.Points) && !slices.ContainsFunc(old, func(p wiki.Point) bool {
		return !slices.ContainsFunc(d.Points, func(q wiki.Point) bool { return said(p.Text) == said(q.Text) && slices.Equal(p.Cites, q.Cites) })
	})
}

// Stale returns the paths of filed answers whose source articles changed since, each with the first such
// article.
func Stale(w *wiki.Wiki) map[string]string {
	out := map[string]string{}
	for _, p := range w.Articles() {
		if p.Type() != wiki.QA {
			continue
		}
		for _, t := range p.Consulted() {
			if to, err := w.ResolveFrom(p, t); err == nil && to.Article != nil && to.Updated() > p.Updated() {
				out[p.Path] = to.Path
				break
			}
		}
	}
	return out
}
