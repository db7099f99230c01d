// Package serve shows a vault's site on this machine alone, as it is at the moment, and takes what agents
// tell over HTTP.
//
//	browser ── GET  /wiki/concepts/x.html ─▶ Site.File, rendered when it is asked for
//	        ── GET  /site/live            ─▶ server-sent events: a page changed, how the work stands
//	agent   ── POST /hooks/AGENT/EVENT    ─▶ Take: the note that a hook process would have left
//
// # Laws
//
//   - It listens on loopback only. A request whose Host is another than this server's is refused, so that
//     no name that somebody points at this machine reaches it; so is one of another origin.
//   - Reading needs nothing. Whatever changes something needs the token, which lies beside the port in a
//     file that only its owner reads; see State.
//   - A path is looked up among the site's files, never on the disk.
//   - Every request has an end: time for its head, its body and its answer, and a size. A stream of events
//     is written to with a deadline, and there are at most so many.
//   - When the context is done the server stops within a second and takes its state file with it.
package serve
