package wiki

import "github.com/agent-admin/memoria/wiki/wikilink"

// Link writes a link to an article: [[slug|Title]]. Whatever the title holds, the link stays
// whole; inTable guards its pipe from the table.
func Link(slug Slug, title string, inTable bool) string {
	return wikilink.Ref(string(slug), "", title, inTable)
}
