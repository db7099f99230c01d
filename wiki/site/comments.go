package site

import (
	"bytes"

	"github.com/agent-admin/memoria/wiki/search/token"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// told returns the text of a page for the site: without its comments, except the markers of a log's entries.
func told(at *plan.Page) []byte {
	return wikilink.Uncommented(at.Bytes(), func(comment []byte) bool {
		return at.View == view.DayPage && bytes.HasPrefix(comment, []byte("<!-- memoria:entry ")) || bytes.HasPrefix(comment, []byte("<!-- /memoria:entry"))
	})
}

// visible returns the text of a page without properties and comments.
func visible(at *plan.Page) []byte { return wikilink.Uncommented(at.Body(), nil) }

// unsaid returns a function that reports whether a term occurs only in the comments of a page. It is nil for a page
// without comments.
func unsaid(at *plan.Page, lang string) func(term string) bool {
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
