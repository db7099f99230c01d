package site

import (
	"bytes"

	"github.com/agent-admin/memoria/wiki/search/token"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// told is a page as the site tells it: without its comments, but for the marks of a log's entries.
func told(at *plan.Page) []byte {
	return wikilink.Uncommented(at.Bytes(), func(comment []byte) bool {
		return at.View == view.DayPage && bytes.HasPrefix(comment, []byte("<!-- memoria:entry ")) || bytes.HasPrefix(comment, []byte("<!-- /memoria:entry"))
	})
}

// visible is the text of a page, without properties and comments.
func visible(at *plan.Page) []byte { return wikilink.Uncommented(at.Body(), nil) }

// unsaid reports which terms of a page stand in its comments alone. It is nil for a page without.
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
