package site

import (
	"bytes"
	"fmt"
	"html/template"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// pageTemplate is the file whose template "page" is given a View.
const pageTemplate = "page.html"

// customStyle is the style sheet of a vault that is read behind memoria's own.
const customStyle = "custom.css"

// maxFile is how long a page may become: far more than the longest page that is read can be made into, and less
// than a template without an end would fill the memory with.
const maxFile = 128 << 20

// errLong says that a template writes more than a page may have.
var errLong = fmt.Errorf("it writes more than %d MB", maxFile>>20)

// A room is where a page is made. It has an end.
type room struct{ bytes.Buffer }

func (r *room) Write(b []byte) (int, error) {
	if r.Len()+len(b) > maxFile {
		return 0, errLong
	}
	return r.Buffer.Write(b)
}

// dress reads templates, style sheets and scripts: memoria's own, and in their place those of the vault.
func (s *Site) dress() error {
	s.assets = map[string][]byte{}
	all := map[string][]byte{}
	for _, name := range templates.SiteNames() {
		all[name] = templates.Site(name)
	}
	for name, body := range s.o.Templates {
		all[name] = body
	}
	s.tmpl = template.New("site").Funcs(view.Funcs).Funcs(template.FuncMap{
		"shared": s.shared,
	})
	for _, name := range sortedKeys(all) {
		if path.Ext(name) != ".html" {
			s.assets[name] = all[name]
			continue
		}
		if _, err := s.tmpl.New(name).Parse(string(all[name])); err != nil {
			return fmt.Errorf("read the template %s: %w", name, err)
		}
	}
	if s.tmpl.Lookup("page") == nil {
		return fmt.Errorf("read the template %s: it defines no template \"page\"", pageTemplate)
	}
	return nil
}

// Unused are the vault's templates that nothing shows: they are none of memoria's, and no other asks for what they
// define.
func (s *Site) Unused() (names []string) {
	for _, name := range sortedKeys(s.o.Templates) {
		if path.Ext(name) != ".html" || slices.Contains(templates.SiteNames(), name) {
			continue
		}
		defines := []string{name}
		for _, part := range strings.Split(string(s.o.Templates[name]), `define "`)[1:] {
			defined, _, _ := strings.Cut(part, `"`)
			defines = append(defines, defined)
		}
		if !slices.ContainsFunc(defines, func(d string) bool { return s.asks(name, d) }) {
			names = append(names, name)
		}
	}
	return names
}

// asks reports whether a template is asked for in another file than one, or is one that this package asks for.
func (s *Site) asks(but, defined string) bool {
	if slices.Contains([]string{"page", "redirect", "missing"}, defined) {
		return true
	}
	for _, name := range slices.Concat(templates.SiteNames(), sortedKeys(s.o.Templates)) {
		body, own := s.o.Templates[name]
		if !own {
			body = templates.Site(name)
		}
		if name != but && (bytes.Contains(body, []byte(`"`+defined+`"`)) || bytes.Contains(body, []byte("`"+defined+"`"))) {
			return true
		}
	}
	return false
}

// shared fills a template that all pages of a kind share: it is told the site, the kind and the way to the
// root, and made once for them.
func (s *Site) shared(name string, v *view.Page) (template.HTML, error) {
	key := name + " " + v.Kind + " " + v.Root
	if made, ok := s.made.Load(key); ok {
		return made.(template.HTML), nil
	}
	var out room
	if err := s.tmpl.ExecuteTemplate(&out, name, &view.Page{Site: v.Site, Kind: v.Kind, Root: v.Root}); err != nil {
		return "", err
	}
	made := template.HTML(out.String())
	s.made.Store(key, made)
	return made, nil
}

// execute fills the frame of a page.
func (s *Site) execute(v view.Page) ([]byte, error) {
	out := s.rooms.Get().(*room)
	out.Reset()
	defer func() {
		if out.Cap() < 1<<20 { // one that became large is not kept
			s.rooms.Put(out)
		}
	}()
	name := "page"
	switch {
	case v.Kind == view.RedirectPage && s.tmpl.Lookup("redirect") != nil:
		name = "redirect"
	case v.Kind == view.MissingPage && s.o.BaseURL == "" && s.tmpl.Lookup("missing") != nil:
		name = "missing"
	}
	if err := s.tmpl.ExecuteTemplate(out, name, &v); err != nil {
		return nil, err
	}
	return bytes.Clone(out.Bytes()), nil
}
