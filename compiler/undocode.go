package compiler

import (
	"bytes"
	"path"
	"strings"

	"github.com/agent-admin/memoria/wiki"
)

// indexEdits are the changes of the pages that list the articles, from one wiki to the next.
func indexEdits(c *Compiler, before, after *wiki.Wiki) []Edit {
	if len(after.Articles()) == 0 && before.Page(c.index()) == nil {
		return nil
	}
	files, removed := after.Index()
	var edits []Edit
	for _, f := range files {
		if info, err := c.Vault.Lstat(f.Path); err == nil && info.IsDir() {
			continue
		}
		e := Edit{Path: f.Path, Verb: Create, After: f.Data, code: true}
		if page := before.Page(f.Path); page != nil && page.Article != nil {
			e.Verb, e.Before = Update, page.Bytes()
		}
		if e.Before == nil || !bytes.Equal(e.Before, e.After) {
			edits = append(edits, e)
		}
	}
	for _, at := range removed {
		edits = append(edits, Edit{Path: at, Verb: Remove, Before: before.Page(at).Bytes(), code: true})
	}
	return edits
}

// newLines are the lines of a page of the log that it did not have before.
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

// withoutLines takes lines out of a page of the log, and the headings of days below which nothing is
// left.
func withoutLines(page []byte, lines []string) []byte {
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

// isLog tells the pages of the wiki's log.
func isLog(at string) bool { return strings.HasPrefix(path.Base(at), "log") }
