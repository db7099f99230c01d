// Package theme holds the templates, style sheets and scripts of a site: memoria's own, or those of a vault that
// replace them.
package theme

import (
	"bytes"
	"fmt"
	"html/template"
	"maps"
	"path"
	"slices"
	"sync"

	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// CustomStyle is a style sheet of the vault that is loaded after memoria's own.
const CustomStyle = "custom.css"

// A Theme renders pages. Several goroutines may use it.
type Theme struct {
	Assets map[string][]byte // style sheets, scripts and pictures, by name

	own    map[string][]byte
	tmpl   *template.Template
	shared sync.Map // what share made
}

// New parses the templates of a vault, by name, and memoria's own for the others. The file page.html, or another, must
// define the template "page", which gets a [view.Page]. An error concerns a template.
func New(own map[string][]byte) (*Theme, error) {
	t := &Theme{Assets: map[string][]byte{}, own: own}
	t.tmpl = template.New("site").Funcs(view.Funcs).Funcs(template.FuncMap{"shared": t.share})
	for _, name := range Names(own) {
		body := Body(own, name)
		if path.Ext(name) != ".html" {
			t.Assets[name] = body
		} else if _, err := t.tmpl.New(name).Parse(string(body)); err != nil {
			return nil, fmt.Errorf("read the template %s: %w", name, err)
		}
	}
	if t.tmpl.Lookup("page") == nil {
		return nil, fmt.Errorf("read the template page.html: it defines no template \"page\"")
	}
	return t, nil
}

// Names returns the names of a vault's files and of memoria's own, sorted.
func Names(own map[string][]byte) []string {
	names := slices.AppendSeq(templates.SiteNames(), maps.Keys(own))
	slices.Sort(names)
	return slices.Compact(names)
}

// Body returns the file of a name: the vault's, else memoria's own.
func Body(own map[string][]byte, name string) []byte {
	if body, ok := own[name]; ok {
		return body
	}
	return templates.Site(name)
}

// share executes a template that is the same for all pages of a kind: it depends on the site, the kind and the path to the
// root, and is executed once for them.
func (t *Theme) share(name string, v *view.Page) (template.HTML, error) {
	key := name + " " + v.Kind + " " + v.Root
	if made, ok := t.shared.Load(key); ok {
		return made.(template.HTML), nil
	}
	body, err := t.fill(name, &view.Page{Site: v.Site, Kind: v.Kind, Root: v.Root})
	if err != nil {
		return "", err
	}
	made := template.HTML(body)
	t.shared.Store(key, made)
	return made, nil
}

// Page renders a page: with the template "redirect" or "missing" if there is one for its kind, else with "page".
func (t *Theme) Page(v view.Page) ([]byte, error) {
	name := "page"
	switch {
	case v.Kind == view.RedirectPage:
		name = "redirect"
	case v.Kind == view.MissingPage && v.Site.BaseURL == "":
		name = "missing"
	}
	if t.tmpl.Lookup(name) == nil {
		name = "page"
	}
	return t.fill(name, &v)
}

func (t *Theme) fill(name string, v *view.Page) ([]byte, error) {
	out := rooms.Get().(*room)
	defer rooms.Put(out)
	out.Reset()
	err := t.tmpl.ExecuteTemplate(out, name, v)
	return bytes.Clone(out.Bytes()), err
}

var rooms = sync.Pool{New: func() any { return new(room) }}

// maxPage is the maximum length of a page: far more than the longest page that is read can give, and less
// than an endless template would need to fill the memory.
const maxPage = 128 << 20

// ErrLong says that the output of a template is too long.
var ErrLong = fmt.Errorf("it writes more than %d MB", maxPage>>20)

// A room is a buffer of limited size for a page.
type room struct{ bytes.Buffer }

func (r *room) Write(b []byte) (int, error) {
	if r.Len()+len(b) > maxPage {
		return 0, ErrLong
	}
	return r.Buffer.Write(b)
}
