package journal

import (
	"bytes"
	"path"
	"strings"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/catalog"
	"github.com/agent-admin/memoria/wiki/catalog/now"
)

// IndexEdits returns the changes of the pages that list the articles and tell of the work, from one wiki to the next,
// and the paths of such pages where a person has put a folder. Without work they go on to tell what they do. A wiki
// without articles and work has no such pages.
func (j *Journal) IndexEdits(before, after *wiki.Wiki, work *now.Work) (edits []Edit, folders []string) {
	if len(after.Articles()) == 0 && before.Page(j.Wiki.Folder()+"/index.md") == nil && (work == nil || len(work.Days) == 0) {
		return nil, nil
	}
	files, removed := catalog.Index(after, work)
	edits, folders = j.codeEdits(before, files)
	for _, at := range removed {
		edits = append(edits, Edit{Path: at, Verb: Remove, Before: before.Page(at).Bytes(), Code: true})
	}
	return edits, folders
}

// LogEdits returns the pages of the wiki's log with lines added, and its path if a person has put a folder there.
func (j *Journal) LogEdits(w *wiki.Wiki, lines []state.LogLine) (edits []Edit, folders []string) {
	if at := j.Wiki.Folder() + "/log.md"; j.folder(at) {
		return nil, []string{at}
	}
	return j.codeEdits(w, catalog.Log(w, state.LogDays(lines)...))
}

func (j *Journal) codeEdits(before *wiki.Wiki, files []catalog.GeneratedPage) (edits []Edit, folders []string) {
	for _, f := range files {
		if j.folder(f.Path) {
			folders = append(folders, f.Path)
			continue
		}
		e := Edit{Path: f.Path, Verb: Create, After: f.Data, Code: true}
		if page := before.Page(f.Path); page != nil && page.Article != nil {
			e.Verb, e.Before = Update, page.Bytes()
		}
		if e.Before == nil || !bytes.Equal(e.Before, e.After) {
			edits = append(edits, e)
		}
	}
	return edits, folders
}

func (j *Journal) folder(at string) bool {
	info, err := j.Store.Vault.Lstat(at)
	return err == nil && info.IsDir()
}

// newLines returns the lines that a page of the log did not have before.
func newLines(before, after []byte) []string {
	had := map[string]int{}
	for l := range strings.Lines(string(before)) {
		had[strings.TrimRight(l, "\r\n")]++
	}
	var out []string
	for l := range strings.Lines(string(after)) {
		if l = strings.TrimRight(l, "\r\n"); had[l] > 0 {
			had[l]--
		} else if strings.HasPrefix(l, "- ") {
			out = append(out, l)
		}
	}
	return out
}

// WithoutLines removes lines from a page of the log, and the headings of days that have no lines left.
func WithoutLines(page []byte, lines []string) []byte {
	drop := map[string]int{}
	for _, l := range lines {
		drop[l]++
	}
	var kept []string
	hit := false
	for l := range strings.Lines(string(page)) {
		text := strings.TrimRight(l, "\r\n")
		if drop[text] > 0 {
			drop[text]--
			hit = true
			continue
		}
		kept = append(kept, l)
	}
	if !hit {
		return page
	}
	var out []string
	for i := 0; i < len(kept); i++ {
		if strings.HasPrefix(kept[i], "## ") {
			end := i + 1
			for end < len(kept) && strings.TrimSpace(kept[end]) == "" {
				end++
			}
			if end == len(kept) || strings.HasPrefix(kept[end], "## ") {
				i = end - 1
				continue
			}
		}
		out = append(out, kept[i])
	}
	text := strings.Join(out, "")
	return []byte(strings.TrimRight(text, "\n") + "\n")
}

// IsLog reports whether a page belongs to the wiki's log. A page of the index may have such a name in its own folder.
func IsLog(at string) bool {
	dir, base := path.Split(at)
	return strings.Count(dir, "/") == 1 && strings.HasPrefix(base, "log")
}
