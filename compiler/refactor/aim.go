package refactor

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
)

// aim determines the new name of the page.
func (m *mover) aim(name string) error {
	name = strings.TrimSpace(name)
	refuse := func(reason, hint string) error { return &RefusedError{Target: name, Reason: reason, Hint: hint} }
	_, ext := cutMD(name)
	switch {
	case name == "":
		return refuse("is no name", "")
	case strings.Contains(name, "/") || strings.Contains(name, `\`) || ext != "":
		if err := m.aimPath(name); err != nil {
			return err
		}
	case m.page.Kind == wiki.ArticlePage && string(m.Wiki.Name(name)) != name:
		m.to = path.Join(path.Dir(m.page.Path), string(m.Wiki.Name(name))+".md")
		m.title = strings.Join(strings.Fields(name), " ")
	default:
		m.to = path.Join(path.Dir(m.page.Path), name+".md")
		if _, own := m.page.Text("title"); m.page.Kind != wiki.ArticlePage && own || m.page.Title() == m.page.Name {
			m.title = name
		}
	}
	if m.title == m.page.Title() {
		m.title = ""
	}
	if m.findBack(name); m.back != nil {
		return nil
	}
	return m.allowed(name)
}

// aimPath reads a path in the vault, or a folder of it.
func (m *mover) aimPath(name string) error {
	refuse := func(reason string) error {
		return &RefusedError{Target: name, Reason: reason, Hint: "name a path in the vault, such as " + m.page.Path}
	}
	if strings.Contains(name, `\`) {
		return refuse(`has a \ in it, and / stands between folders`)
	}
	if strings.HasPrefix(name, "/") || slices.Contains(strings.Split(name, "/"), "..") {
		return refuse("leads out of the vault")
	}
	at := path.Clean(name)
	if info, err := m.Store.Vault.Stat(at); strings.HasSuffix(name, "/") || err == nil && info.IsDir() {
		at = path.Join(at, path.Base(m.page.Path))
	}
	stem, _ := cutMD(at)
	at = stem + ".md"
	top, _, _ := strings.Cut(at, "/")
	if _, err := m.Store.Vault.Lstat(top); err != nil && m.page.Kind == wiki.ArticlePage && m.Journal.Wiki.Writes(path.Join(m.w.Dir(), at)) {
		at = path.Join(m.w.Dir(), at) // concepts/x, as links in the wiki say it
	}
	m.to = at
	return nil
}

// allowed returns an error if the page may not have its new name.
func (m *mover) allowed(name string) error {
	refuse := func(reason, hint string) error { return &RefusedError{Target: name, Reason: reason, Hint: hint} }
	if m.to == m.page.Path && m.title == "" {
		return nil
	}
	base := path.Base(stemOf(m.to))
	if _, err := wiki.ParseSlug(base); err != nil && base != m.page.Name {
		return err
	}
	if err := fsutil.CheckName(m.to); err != nil {
		return err
	}
	inWiki := strings.HasPrefix(m.to, m.w.Dir()+"/")
	switch {
	case slices.ContainsFunc(strings.Split(m.to, "/"), func(s string) bool { return s[0] == '.' }):
		return refuse("is hidden, and no page is read there", "")
	case strings.HasPrefix(wiki.Fold(m.to), wiki.Fold(m.w.Daily().Folder())+"/"):
		return refuse("is in the folder of the day logs", "")
	case m.page.Kind == wiki.ArticlePage && m.ours(m.page) && !m.Journal.Wiki.Writes(m.to):
		return refuse("is not in a folder of articles, and memoria would not go on with it there", "name a path below "+m.w.Dir()+"/"+m.page.Type().Folder())
	case m.page.Kind != wiki.ArticlePage && inWiki && !strings.HasPrefix(m.page.Path, m.w.Dir()+"/"):
		return refuse("is in the wiki's folder, which is memoria's", "")
	}
	if there, err := m.Store.Vault.Lstat(m.to); err == nil {
		if old, err := m.Store.Vault.Lstat(m.page.Path); err != nil || !os.SameFile(there, old) {
			return refuse("is there already", "memoria merge folds one page into another")
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	names := []string{}
	if wiki.Fold(base) != wiki.Fold(m.page.Name) {
		names = append(names, base)
	}
	if m.title != "" && wiki.Fold(m.title) != wiki.Fold(m.page.Title()) {
		names = append(names, m.title)
	}
	for _, n := range names {
		for _, p := range m.w.Claims(n) {
			if p != m.page {
				hint := "take another name"
				if p.Kind == wiki.ArticlePage || p.Kind == wiki.PersonPage {
					hint = fmt.Sprintf("memoria merge %q %q folds the one into the other", stemOf(m.page.Path), stemOf(p.Path))
				}
				return refuse("is what "+p.Path+" is called", hint)
			}
		}
	}
	return nil
}

// findBack finds the move that this one reverts: the last that brought the page here, if it gets its former name
// back.
func (m *mover) findBack(name string) {
	all, undone, err := m.History()
	if err != nil {
		return
	}
	for _, ch := range slices.Backward(all) {
		if ch.Moved == nil || undone[ch.ID] || ch.Moved.To != m.page.Path {
			continue
		}
		r := ch.Moved
		same := m.to == r.From || r.Was != "" && name == r.Was && path.Dir(r.From) == path.Dir(m.to) ||
			path.Base(m.to) == path.Base(r.From) && path.Dir(m.to) == path.Dir(m.page.Path) && path.Dir(r.From) == path.Dir(r.To)
		if !same {
			return
		}
		if taken, err := m.Taken(r.From, m.page.Path); err != nil || taken {
			return
		}
		m.to, m.back, m.title = r.From, ch, ""
		if r.Was != "" && m.page.Title() == r.Is {
			m.title = r.Was
		}
		return
	}
}
