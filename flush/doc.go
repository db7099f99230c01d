// Package flush turns what was said in agents' sessions into entries of the day logs.
//
// There are two ways in. A capture takes one transcript, which a hook or a scan reported, from where it was captured last. An import takes
// many transcripts, each from its beginning, in two passes, so that memory is bounded by one session:
//
//	read     capture.go      the rows after the cursor, by session
//	         plan.go         or every transcript once, keeping only identities, times and positions:
//	                         which sessions there are and which turns they share (flush/session)
//	decide   work.go         what becomes of each turn: captured before (flush/session), another
//	                         session's, not to be kept (flush/filter), or open. Open stretches are
//	                         redacted and cut at natural seams (flush/segment); an [Author] makes a
//	                         summary of each segment
//	write    record.go       of a capture: archive, day logs, index of rows, ledger, in this order
//	         run.go          of an import: the same, session by session, in the order of the plan
//
// Where state is kept, and what it is worth:
//
//	day logs   what the entries cover: they decide
//	archive    every captured turn, redacted; it outlives the agent's transcript (flush/archive)
//	rows       the session and the entry of each captured row; rebuilt from the archive (flush/session)
//	ledger     a record for each session, a cursor for each file; rebuilt by reading again (flush/ledger)
//	forgotten  hashes of rows and lines that a person wants gone; these are not captured (flush/forgotten)
//
// What an agent wants kept in its own words, outside the turns of a session, comes in through flush/notes, under the same rules, once.
//
// # Invariants
//
//   - An entry covers the turns from its From to its To. A turn that any entry covers is never flushed again, whatever the ledger says; so the
//     Markdown alone is enough to resume from.
//   - A row belongs to the session that was captured with it first, or, in one import, that ended first: resumed and forked sessions copy rows,
//     snapshots repeat them.
//   - Every turn of a session that has ended and has an entry lies in the range of exactly one entry, and of one more where another author wrote
//     that entry again (redo.go). A stretch that holds nothing worth keeping widens the entry beside it; at the end of its session it gets an entry
//     without bullets. It waits as long as more may be said.
//   - A session that ended without an entry is skipped, with a reason that a person understands. If it goes on, it is read again with what follows.
//   - A cursor passes only turns that are decided. Counts are those before the cursor plus those after it, so that reading on and reading everything
//     give the same.
//   - A message that a hook reported and the transcript does not hold is a turn like others, named by its last words and its time. The row that
//     brings it later is not captured again; the archive takes from it what was withheld (listen.go, flush/reported).
//   - After a crash between two writes, the next capture completes what is missing. What the crash left in the archive is given up where another
//     session has an entry of the same rows.
//   - seen = flushed + pending + dead + skipped, for sessions and for turns. See [ledger.Counts].
//   - Entries are dated by their last row. A session is cut at the first prompt after midnight in the vault's zone.
//   - Nothing is stored, and no author is asked, before the text was redacted.
//   - An author that cannot answer now fails with an [ask.Failure]: nothing is recorded, and the same capture is tried again later.
package flush
