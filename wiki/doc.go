// Package wiki holds the articles of a vault: what one says, what it is called, what it links
// to, and where it is kept.
//
// # Data flow
//
// [Store.Load] reads the vault into a [Wiki], an immutable snapshot of all its pages: articles,
// days, a person's pages and attachments. A [Wiki] resolves links and returns backlinks and
// the pages that claim a name. Package draft makes articles, package catalog the pages that code writes,
// and [Store.Write] writes an article.
//
// # An article
//
//	---
//	title: Sidecar locks
//	aliases: [lock file beside the data]
//	tags: [locking, go]
//	type: concept
//	sources: ["[[2026-11-27]]"]
//	created: 2026-11-27
//	updated: 2026-11-27
//	description: Why a lock lives beside the file it guards.
//	---
//
//	# Sidecar locks
//
//	Two to four sentences.
//
//	## Key Points
//
//	- A rename of the data file drops its lock ([[2026-11-27#^k3f9a2c|2026-11-27]])
//
//	## Details
//
//	## History
//
//	- Until 2026-11-27: Lock the log itself ([[2026-11-20#^k1b2c3d|2026-11-20]]); then: Lock a
//	  sidecar file ([[2026-11-27#^k3f9a2c|2026-11-27]])
//
//	## Related Concepts
//
//	- [[atomic-write|Atomic write]] - how they connect
//
//	## Sources
//
//	- [[2026-11-27]]
//
// The Key Points say what holds, the Details what was tried and dropped, and the History what held
// until another line replaced it, with one line of the file for each change.
//
// # Invariants
//
//   - A page keeps every byte that is not to be changed: unknown properties and their order,
//     comments, blank lines, quotes, line ends, a byte order mark. Setting a property to the
//     value it has changes nothing.
//   - A page whose properties cannot be read is readable and never written.
//   - Property values are text as it was typed: no, 0123 and 1e3 stay what they are. A single
//     value is a list of one; tags are cut at commas.
//   - A name means one page or none. See [Wiki.Resolve].
//   - Only articles below concepts, connections and qa, index pages and the log are written,
//     and nothing outside the wiki is.
package wiki
