// Package flush turns what was said in agents' sessions into entries of the day logs.
//
// There are two ways in. A capture takes one transcript, as hooks or a scan report it, from where it was captured
// last; an import takes many, from their beginnings, in two passes, so that memory is bounded by one session:
//
//	look     capture.go      the rows behind the cursor, by session
//	         plan.go         or every transcript once, of which only identities, times and places are
//	                         kept: which sessions there are and which turns they share (flush/session)
//	decide   work.go         each turn's fate: captured before (flush/session), another session's, not
//	                         to be kept (flush/filter), or open. Open stretches are redacted and cut at
//	                         natural seams (flush/segment); an [Author] makes a summary of each piece
//	write    record.go       archive, day logs, index of rows, ledger, in this order
//
// Where what is known is kept, and what each is worth:
//
//	day logs   what the entries cover: they decide
//	archive    every turn that was captured, redacted, after the agent deleted it (flush/archive)
//	rows       whose each captured row is, in which entry; made anew from the archive (flush/session)
//	ledger     a record a session, with a cursor a file; made anew by reading on (flush/ledger)
//	forgotten  rows and lines that somebody wants gone, by hash; they are not captured (flush/forgotten)
//
// What an agent wants kept in its own words, outside of the turns of a session, comes in by flush/notes:
// under the same rules, and each line once.
//
// What the laws are:
//
//   - An entry covers the turns from its From to its To. A turn that any entry covers is never
//     flushed again, whatever the ledger says; so the Markdown alone is enough to resume from.
//   - A row belongs to the session that was captured with it first, or, in one import, that ended first:
//     resumed and forked sessions copy rows, snapshots repeat them.
//   - Every turn of a session that has ended and has an entry lies in the range of exactly one entry, and of
//     one more where that was written again by another author (redo.go). A stretch that holds nothing worth
//     keeping widens the entry beside it; at the end of its session it gets one without bullets. While more
//     may be said, it waits.
//   - A session that ended without an entry is skipped with a reason a person understands; should it
//     go on, it is read again together with what follows.
//   - A cursor passes only what is decided. Counts are those before the cursor and those behind it,
//     so that reading on and reading all give the same.
//   - A message that a hook reported and the transcript does not hold is a turn like others, named by
//     how it ends and when; the row that brings it later is not captured again, unless words were
//     withheld from the message (listen.go, flush/reported).
//   - A crash between two writes leaves what the next capture completes. What it left in the archive is
//     given up where another session has an entry of the same rows.
//   - seen = flushed + pending + dead + skipped, for sessions and for turns. See [ledger.Counts].
//   - Entries are dated by their last row. A session is cut at the first prompt after midnight in
//     the vault's zone, so a day's log holds what was asked on that day.
//   - Nothing is stored, and no author is asked, before the redactor has seen it.
//   - An author that cannot answer now, a model that is busy or over its budget, fails with a [ask.Failure]
//     error: nothing is recorded, and the same capture is tried again later.
package flush
