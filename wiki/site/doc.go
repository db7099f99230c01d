// Package site renders a wiki and its logs as a site that works from a folder, from any web server, or from
// memory.
//
//	wiki.Wiki, daily.Log ──plan──▶ which pages there are, and their addresses (package plan)
//	      page ──markup──▶ HTML ──┐
//	      the page's surroundings ┼─▶ view.Page ──template──▶ a file
//	      chart, shelf, feed ─────┘                                 │
//	                                              out: writes what changed, removes what is obsolete
//
// # Laws
//
//   - Text of a page is plain text until it has been escaped: by the template, or, where HTML is made, by markup,
//     chart and the functions of this package that return template.HTML.
//   - A file is a function of the wiki, the logs, the templates and the options: not of a clock, the order of
//     maps, or an earlier build. So an incremental build has the bytes of a full one.
//   - Links are relative and name files: the site works from a folder, at the root of a server and below it,
//     without any rule of the server. Only 404.html, which is shown at any address, has links from the root of the
//     server, and none if the site's address is not configured.
//   - Only the site's own pages are shown: the wiki and the logs, other notes on request, and never a page that
//     says publish: false, or no.
package site
