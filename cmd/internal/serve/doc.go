// Package serve shows the current site of a vault on this machine only, and takes the reports of agents' HTTP hooks.
//
//	browser ── GET  /wiki/concepts/x.html ─▶ Site.File, rendered when it is asked for
//	        ── GET  /site/live            ─▶ server-sent events: a page changed, how the work stands
//	agent   ── POST /hooks/AGENT/EVENT    ─▶ Take: the note that a hook process would have left
//
// # Laws
//
//   - It listens on loopback only. It refuses a request with another Host, so that no other DNS name for this
//     machine works, and a request from another origin.
//   - Reading needs no token. A request that changes something needs the token, which lies beside the port in a
//     file that only its owner can read; see State.
//   - A path is looked up among the site's files, never on the disk.
//   - Every request has an end: time for its head, its body and its answer, and a size. A stream of events
//     is written to with a deadline, and there are at most so many.
//   - When the context is done the server stops within a second and removes its state file.
package serve
