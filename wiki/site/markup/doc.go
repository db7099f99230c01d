// Package markup turns the Markdown of a page, as Obsidian reads it, into HTML.
//
//	page ──goldmark, wiki/wikilink, syntax.go──▶ tree ──walk──▶ HTML
//	       where a link leads, what an embed shows: Links, which the site answers
//
// # Laws
//
//   - A page is hostile: somebody's words, or a model's. What is written here are elements of this package's
//     own choice, with attributes that it makes; every word of the page is escaped text within them. Raw HTML
//     is shown as it was typed, but for <br>; comments are not shown.
//   - No address of a page's is written but http:, https: and mailto:. Where a link leads within the site is
//     said by Links, which knows the site's files; what it does not know is shown as text.
//   - An image from elsewhere is a link to it: no page makes a request to another host.
//   - Embeds end: a page does not show itself, and what all of them add is bounded. So is what a line may cost:
//     one that no person writes is shown as another (tame.go).
//   - An id is given once on a page. Headings have Anchors, blocks their caret and id, footnotes "fn:1"; what
//     is embedded has none.
package markup
