// Package daily keeps the day logs of a vault, daily/2026-11-27.md: the durable record of what was
// said, which everything else is built from.
//
// # Format
//
// A log is Markdown. An entry of memoria stands between two markers, under a heading, and may have a
// person's prose before, between and after it. In a person's own note the first entry gets the
// heading Sessions, if there is none:
//
//	# Daily Log: 2026-11-27
//
//	## Sessions
//
//	### Session (14:32) - Sidecar locks, not locks on the log
//	<!-- memoria:entry id=9f2c1e7ab03d agent=claude session=5d3f project=memoria branch=main at=2026-11-27T14:32:05+01:00 from=UUID to=UUID repo=github.com/ana/memoria by=extractive -->
//
//	**Context:** one line
//
//	**Decisions Made:**
//	- Lock a sidecar file, because a rename drops the lock on the data file ^k3f9a2c
//	<!-- /memoria:entry 9f2c1e7ab03d -->
//
// In a shared vault the log of each machine is a file of its own, daily/2026-11-27@laptop.md, to which no other machine
// writes. The line after its title is <!-- memoria:log machine=laptop id=7f3a91c2 -->, and the markers of its entries also
// have machine= and who=.
//
// Where lines of an entry settle earlier ones, the marker says which: settles=k5b1c22:2026-11-26^k9dc1dd.
//
// The sections are Decisions Made, Lessons Learned, Preferences, Facts, Action Items and Key
// Exchanges, in this order, each only when it has bullets. Values in the marker are percent-encoded
// where they hold a space, a control character, '>', '%' or "--". A bullet is one line and ends in a
// block id, unique in its file. Its text is escaped, see [markdown.Escape]; [Parse] returns it unescaped.
//
// A section under a heading outside these markers is an entry too, cited by that heading: see [Dated].
//
// # Invariants
//
//   - A log is only ever appended to, under a lock, in one write that is on the disk before
//     [Store.Append] returns. No byte that a person wrote is changed.
//   - [Store.Cut] is the one exception: it removes what somebody wants forgotten. The markers of an entry
//     stay, so that its turns never come back.
//   - The closing marker commits an entry. It has the entry's id; in logs of earlier versions it has none.
//     Where two entries were merged as text, one ends also where the next begins, see [entry.EndOf]. Text
//     without it at the very end of a file, left by a crash, is no entry, and is cut off before the next
//     append. See [entry.TornAt] for how it is distinguished from prose. At the end of another machine's log such
//     text has not arrived yet.
//   - An entry's id comes from its agent, session and last row, so that the same turns give one entry
//     however often they are flushed. The day is that of the last row, in the vault's zone; a file
//     keeps its name and its entries when the zone changes.
//   - An entry that stands in several logs, or twice in one, is one entry: see [entry.Entry.Better].
//   - Only 2026-11-27.md, and the logs of machines, are the logs of that day. Copies that sync tools put
//     beside them are reported, never read.
package daily
