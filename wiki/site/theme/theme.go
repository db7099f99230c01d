// Package theme holds the templates, style sheets and scripts that a site is made with: memoria's own, and in
// their place those of a vault.
package theme

import (
	"bytes"
	"fmt"
	"html/template"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// CustomStyle is the style sheet of a vault that is read behind memoria's own.
const CustomStyle = "custom.css"

// A Theme makes pages. It may be used by several goroutines.
type Theme struct {
	Assets map[string][]byte // style sheets, scripts and pictures, by name

	own    map[string][]byte
	tmpl   *template.Template
	shared sync.Map // what share made
}

// New reads the templates of a vault, by name, and for the others memoria's own. The file page.html, or another, has
// to define the template "page", which is given a [view.Page]. An error is of a template.
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

// Names are those of a vault's files and of memoria's own, sorted.
func Names(own map[string][]byte) []string {
	names := slices.AppendSeq(templates.SiteNames(), maps.Keys(own))
	slices.Sort(names)
	return slices.Compact(names)
}

// Body is the file of a name: the vault's, else memoria's own.
func Body(own map[string][]byte, name string) []byte {
	if body, ok := own[name]; ok {
		return body
	}
	return templates.Site(name)
}

// Unused are the vault's templates that nothing shows: they are none of memoria's, and no other asks for what they
// define.
func (t *Theme) Unused() (names []string) {
	for _, name := range slices.Sorted(maps.Keys(t.own)) {
		if path.Ext(name) != ".html" || slices.Contains(templates.SiteNames(), name) {
			continue
		}
		defines := []string{name}
		for _, part := range strings.Split(string(t.own[name]), `define "`)[1:] {
			defined, _, _ := strings.Cut(part, `"`)
			defines = append(defines, defined)
		}
		if !slices.ContainsFunc(defines, func(d string) bool { return t.asks(name, d) }) {
			names = append(names, name)
		}
	}
	return names
}

// asks reports whether a template is asked for in another file than one, or by [Theme.Page].
func (t *Theme) asks(but, defined string) bool {
	return slices.Contains([]string{"page", "redirect", "missing"}, defined) || slices.ContainsFunc(Names(t.own), func(name string) bool {
		body := Body(t.own, name)
		return name != but && (bytes.Contains(body, []byte(`"`+defined+`"`)) || bytes.Contains(body, []byte("`"+defined+"`")))
	})
}

// share fills a template that all pages of a kind share: it is told the site, the kind and the way to the root, and
// made once for them.
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

// Page makes a page: of "redirect" and "missing" where there are such templates, else of "page".
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
	var out room
	err := t.tmpl.ExecuteTemplate(&out, name, v)
	return out.Bytes(), err
}

// maxPage is how long a page may become: far more than the longest page that is read can be made into, and less
// than a template without an end would fill the memory with.
const maxPage = 128 << 20

// ErrLong says that a template writes more than a page may have.
var ErrLong = fmt.Errorf("it writes more than %d MB", maxPage>>20)

// A room is where a page is made. It has an end.
type room struct{ bytes.Buffer }

func (r *room) Write(b []byte) (int, error) {
	if r.Len()+len(b) > maxPage {
		return 0, ErrLong
	}
	return r.Buffer.Write(b)
}
