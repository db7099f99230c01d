package sync

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/attributes"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/leak"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/obeyed"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	logs "github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/lines"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog"
)

// paths are those that sync commits, below the vault.
func paths(c vault.Config) []string {
	return []string{c.Daily.Folder(), c.Wiki, layout.Config, layout.Ignore, layout.Templates, layout.Shared, attributes.Name}
}

// isLog reports whether a path is that of a log.
func isLog(daily layout.Daily, name string) bool {
	stem, in := daily.Log(name)
	_, err := logs.ParseDate(stem)
	return in && err == nil
}

// hold reports whether a changed file of ours stays out of a commit.
func (r *run) hold(ctx context.Context, name string, gone bool) bool {
	if gone {
		lost := !r.removable(name)
		if told := name + " was gone, and is put back"; lost && !slices.Contains(r.Strange, told) {
			r.Strange = append(r.Strange, told)
		}
		return lost
	}
	if passing(path.Base(name)) {
		return true
	}
	b, err := r.Vault.Dir.ReadFile(name)
	if err != nil {
		return false
	}
	if r.isCopy(name, b) {
		return true
	}
	if strings.HasSuffix(name, ".md") && lines.Marked(b) {
		r.held = append(r.held, name)
		return true
	}
	var was []byte
	if r.work.Head != "" {
		was, _ = r.work.File(ctx, r.work.Head, name) // else all counts as new
	}
	e := leak.Named(r.clean, name)
	if e == nil {
		e = leak.In(r.clean, name, b, was)
	}
	if e != nil {
		if r.secret == nil || !isLog(r.Vault.Config.Daily, r.secret.Path) { // articles are made of logs
			r.secret = e
		}
		return true
	}
	if (wiki.Store{Wiki: r.Vault.Config.Wiki}).Writes(name) {
		if page := wiki.Parse(b); page.Sum() != "" && !page.Fits() {
			r.edited[name] = page.Sum()
		}
	}
	return false
}

// isCopy reports whether a file is the copy of a log or article that a file sync made. The next compile takes it in, and
// other machines need not.
func (r *run) isCopy(name string, b []byte) bool {
	if daily := r.Vault.Config.Daily; path.Dir(name) == daily.Folder() {
		return !isLog(daily, name) && logs.IsCopy(name, b)
	}
	stem, md := strings.CutSuffix(path.Base(name), ".md")
	of, sure := wiki.CopiedName(stem)
	if !md || of == "" {
		return false
	}
	original, err := r.Vault.Dir.ReadFile(path.Join(path.Dir(name), of+".md"))
	return err == nil && (sure || wiki.Parse(original).Title() == wiki.Parse(b).Title())
}

// removable reports whether a file that is gone was removed, and did not just get lost. Nothing but a command of
// memoria's takes a log, a setting, or what the machines share, and they leave a line that says so.
func (r *run) removable(name string) bool {
	switch {
	case isLog(r.Vault.Config.Daily, name), lasting(r.Vault.Config.Wiki, name), name == layout.SharedVault, path.Dir(name) == layout.SharedCompiled, path.Dir(name) == layout.SharedSigned, path.Dir(name) == layout.SharedProjects:
		return false
	}
	return true
}

// lasting reports whether a file is one that every vault has: the settings, and what stands beside the articles.
func lasting(folder, name string) bool {
	switch name {
	case layout.Config, layout.Ignore, attributes.Name, folder + "/index.md", folder + "/" + vault.ViewsName:
		return true
	}
	return catalog.IsLog(folder, name)
}

// passing reports whether a file of this name is one of a program that is at work, or of a system.
func passing(base string) bool {
	return fsutil.IsTemp(base) || strings.HasPrefix(base, ".") && base != attributes.Name && base != path.Base(layout.Ignore) || strings.HasPrefix(base, "~$") ||
		strings.HasSuffix(base, ".tmp") || strings.HasSuffix(base, ".icloud") || base == "Thumbs.db" || base == "desktop.ini"
}

// loose returns the pages of a person beside the articles that are in no commit: git takes them once the person adds them.
func (h *Handler) loose(ctx context.Context, w *repo.Work) ([]string, error) {
	top, err := h.Vault.Dir.ReadNames(".")
	if err != nil || !slices.ContainsFunc(top, func(name string) bool { return !strings.HasPrefix(name, ".") && !slices.Contains(w.Own, name) }) {
		return nil, err // as a rule there is nothing that git could be asked for
	}
	names, err := w.Loose(ctx)
	return pick.Where(names, func(name string) bool { return path.Ext(name) == ".md" && !obeyed.Is(name) }), err
}

// Loose says what of a person's own no other machine gets, "" if nothing.
func Loose(v *workspace.Vault, names []string) string {
	if len(names) == 0 {
		return ""
	}
	at := "git -C " + vault.Quote(v.Path())
	return fmt.Sprintf("%s of your own in no commit, so that no other machine has them as they are: %s; %s add FILE && %[3]s commit has memoria sync send them",
		say.Count(len(names), "page"), strings.Join(names[:min(len(names), 5)], ", "), at)
}

// Counted counts files of a vault by what they are, with and between two kinds.
func Counted(v *workspace.Vault, names []string, and string) string {
	logs, pages, lists := 0, 0, 0
	for _, name := range names {
		switch {
		case isLog(v.Config.Daily, name):
			logs++
		case v.Wiki().Writes(name):
			pages++
		case strings.HasPrefix(name, v.Config.Wiki+"/"):
			lists++
		}
	}
	var parts []string
	if logs > 0 {
		parts = append(parts, say.Count(logs, "day log"))
	}
	if pages > 0 {
		parts = append(parts, say.Count(pages, "article"))
	}
	switch n := len(names) - logs - pages - lists; {
	case len(parts) > 0:
		return strings.Join(parts, and)
	case n > 0:
		return say.Count(n, "file")
	}
	return say.Count(lists, "list") + " of articles"
}
