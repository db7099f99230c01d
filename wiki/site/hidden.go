package site

import (
	"bytes"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search/token"
	"github.com/agent-admin/memoria/wiki/site/view"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// hidden reports whether a page says that it is not to be shown, in any of the spellings that YAML has or had
// for no: a page that is shown by mistake cannot be taken back.
func hidden(src *wiki.Page) bool {
	for _, key := range src.Keys() {
		if said, ok := src.Article.Text(key); ok && strings.EqualFold(key, "publish") {
			switch strings.ToLower(strings.TrimSpace(said)) {
			case "false", "no", "n", "off", "0":
				return true
			}
		}
	}
	return false
}

// told is a page as the site tells it: without its comments, but for the marks of a log's entries.
func told(at *page) []byte {
	return wikilink.Uncommented(at.Bytes(), func(comment []byte) bool {
		return at.kind == view.DayPage && bytes.HasPrefix(comment, []byte("<!-- memoria:entry ")) || bytes.HasPrefix(comment, []byte("<!-- /memoria:entry"))
	})
}

// visible is the text of a page, without properties and comments.
func visible(at *page) []byte { return wikilink.Uncommented(at.Body(), nil) }

// unsaid reports which terms of a page stand in its comments alone. It is nil for a page without.
func unsaid(at *page, lang string) func(term string) bool {
	left := told(at)
	if len(left) == len(at.Bytes()) {
		return nil
	}
	said := map[string]bool{}
	for _, t := range token.Tokens(at.Title()+"\n"+string(left), lang) {
		said[t.Term], said["="+t.Exact] = true, true
	}
	return func(term string) bool { return !said[term] }
}

// shownLogs are the logs of days that are shown. What a hidden one says is told nowhere: not in lists, nor as a
// source.
func shownLogs(w *wiki.Wiki, logs []*daily.Log) []*daily.Log {
	return slices.DeleteFunc(slices.Clone(logs), func(l *daily.Log) bool {
		p := w.Page("daily/" + l.Date.String() + ".md")
		return p == nil || p.Article == nil || p.Linked() || hidden(p)
	})
}
