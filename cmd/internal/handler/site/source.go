// Package site writes a vault as a static site (build.go), and shows it live (live.go).
package site

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/agent-admin/memoria/cmd/internal/handler/spent"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/logs"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search/index"
	"github.com/agent-admin/memoria/wiki/site"
)

const maxTemplate = 1 << 20 // bytes of one file

// optionsOf returns the settings of a vault for its site.
func optionsOf(v *workspace.Vault, version string) site.Options {
	s := v.Config.Site
	return site.Options{Title: cmp.Or(s.Title, filepath.Base(v.Path())), BaseURL: s.BaseURL, Include: s.Include, Markdown: s.Markdown, Generator: "memoria " + version}
}

// source reads what a site shows, and the vault's own templates into o.
func source(ctx context.Context, v *workspace.Vault, o *site.Options) (src site.Vault, err error) {
	view, err := v.View(ctx)
	if err != nil {
		return src, err
	}
	if err := whole(ctx, v, view); err != nil {
		return src, err
	}
	projects, err := v.Projects()
	if err != nil {
		return src, err
	}
	names, err := templateFiles(v)
	if err != nil {
		return src, err
	}
	o.Templates = map[string][]byte{}
	for _, name := range names {
		text, err := v.Gate.Template(layout.SiteTemplates + "/" + name)
		if err != nil {
			return src, fmt.Errorf("read the template %s: %w", name, err)
		}
		if text != nil {
			o.Templates[name] = text
		}
	}
	index := func(anew bool) (*index.Index, error) {
		store := v.Search()
		if anew {
			store.Forget()
		}
		return store.Open(ctx)
	}
	made, err := made(v, view.Logs, view.Wiki)
	if err != nil {
		return src, err
	}
	return site.Vault{Made: made, Wiki: view.Wiki, Logs: view.Logs, Holds: view.Holds, Apart: projects.Namesakes, Read: v.Dir.ReadFile, Clean: v.Clean(), Mark: marker(v), Index: index}, nil
}

// whole returns a [logs.MissingError] where all logs are gone, or all articles: a folder that is missing is no deletion.
func whole(ctx context.Context, v *workspace.Vault, view *workspace.View) error {
	articles := len(view.Wiki.Articles())
	if len(view.Logs) > 0 && articles > 0 {
		return nil
	}
	st, err := v.Compiler().Logs(ctx)
	if err == nil && articles == 0 && st.Pages > 0 {
		err = &logs.MissingError{Folder: v.Config.Wiki, What: "articles", Known: st.Pages}
	}
	return err
}

// made says of pages which models wrote them and what that took, by path.
func made(v *workspace.Vault, said []*daily.Log, w *wiki.Wiki) (map[string]string, error) {
	cost, err := spent.From(v, said, w)
	if err != nil || len(cost.Pages) == 0 {
		return nil, err
	}
	compiled, err := (&state.Store{Vault: v.Dir}).Load()
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, p := range cost.Pages {
		by := slices.Concat(p.By, compiled.Pages[p.Name].Edited)
		slices.Sort(by)
		if out[p.Name] = spent.Tell(p.Toll); len(by) > 0 {
			out[p.Name] = "by " + strings.Join(slices.Compact(by), " and ") + ", " + out[p.Name]
		}
	}
	return out, nil
}

// marker returns a function that returns a mark of a file's stamp; the mark changes whenever the file does.
func marker(v *workspace.Vault) func(string) string {
	tick := sync.OnceValue(func() int64 {
		at, err := v.Dir.Tick(layout.CacheTick)
		if err != nil {
			return 0
		}
		return at
	})
	return func(path string) string {
		now := tick() // before the file is looked at, so before it is read
		info, err := v.Dir.Stat(path)
		if err != nil {
			return ""
		}
		s := fsutil.StampOf(info)
		if !s.Settled(now) {
			return ""
		}
		return fmt.Sprint(s.Size, s.ModTime, s.Change, s.Inode)
	}
}

// templateFiles returns the names of the vault's templates.
func templateFiles(v *workspace.Vault) (names []string, err error) {
	entries, err := v.Dir.ReadDir(layout.SiteTemplates)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the templates of the vault: %w", err)
	}
	taken := map[string]string{} // by what a system may take them for
	for _, name := range templates.SiteNames() {
		taken[strings.ToLower(name)] = name
	}
	for _, e := range entries {
		name := e.Name()
		if slices.Contains([]string{".html", ".css", ".js"}, path.Ext(name)) && isTemplate(e, taken[strings.ToLower(name)]) {
			taken[strings.ToLower(name)] = name
			names = append(names, name)
		}
	}
	return names, nil
}

// isTemplate reports whether a file can be a template on every system, of which some take its name for other.
func isTemplate(e fs.DirEntry, other string) bool {
	name := e.Name()
	info, err := e.Info()
	return err == nil && info.Mode().IsRegular() && info.Size() <= maxTemplate && utf8.ValidString(name) &&
		!strings.ContainsFunc(name, unicode.IsControl) && (other == "" || other == name)
}
