// Package markup turns the Markdown of a page, as Obsidian reads it, into HTML.
//
//	page ──goldmark, wiki/wikilink, syntax.go──▶ tree ──walk──▶ HTML
//	       where a link leads, what an embed shows: Links, which the site answers
//
// # Laws
//
//   - A page is hostile input, written by somebody or by a model. The HTML contains only elements and attributes
//     that this package makes; every word of the page is escaped text within them. Raw HTML is shown as it was
//     typed, except <br>; comments are not shown.
//   - The only addresses of a page that are written are http:, https: and mailto:. Links, which knows the site's
//     files, says where a link within the site leads; a link it does not know is shown as text.
//   - An image on another host becomes a link to it: no page makes a request to another host.
//   - Embeds end: a page does not embed itself, and the total size of embeds is bounded. The cost of a line is
//     bounded too: tame.go rewrites lines that no person writes.
//   - An id occurs once on a page. Headings have Anchors, blocks a caret and their id, footnotes "fn:1"; embedded
//     text has none.
package markup
