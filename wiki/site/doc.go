// Package site shows a wiki and its logs as a site that opens from a folder, from any web server, or from
// memory.
//
//	wiki.Wiki, daily.Log ──plan──▶ what pages there are, and where (package plan)
//	      page ──markup──▶ HTML ──┐
//	      what lies around it ────┼─▶ view.Page ──template──▶ a file
//	      chart, shelf, feed ─────┘                                 │
//	                                                    out: what changed is written, what is ours goes
//
// # Laws
//
//   - Whatever comes from a page is text until it has been escaped: by the template, or where HTML is made
//     by markup, chart and the functions of this package that return template.HTML.
//   - A file is a function of the wiki, the logs, the templates and the options: no clock, no order of maps,
//     nothing of an earlier build. So an incremental build has the bytes of a full one.
//   - Links are relative, and lead to a file's name: the site works from a folder, at the root of a server
//     and below it, without a rule of the server's. Only 404.html, which is shown at any address, has them
//     from the top of the server, and none where nobody says where that is.
//   - Only what is part of the site is shown: the wiki and the logs, other notes where they are asked for,
//     and never one that says publish: false, or no.
package site
