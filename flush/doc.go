// Package flush turns what was said in agents' sessions into entries of the day logs.
//
// A [Flusher] works in two passes, so that memory is bounded by one session however many
// transcripts there are:
//
//	index    every transcript is read once to turns, of which only identities, times and
//	         places are kept: which sessions there are, which files hold them, which turns
//	         several of them share (resumed and forked sessions copy rows, snapshots repeat
//	         them). A shared turn belongs to the session that ended first.
//	session  one session's files are read again, their turns put in order, redacted, and the
//	         turns that no entry covers yet are cut at natural seams into segments. An [Author]
//	         makes a summary of each; entries are appended to the day logs, then the ledger
//	         records what became of the session.
//
// What the laws are:
//
//   - An entry covers the turns from its From to its To. A turn that any entry covers is never
//     flushed again, whatever the ledger says; so the Markdown alone is enough to resume from.
//   - Every turn of a session that has an entry lies in the range of exactly one entry. A stretch
//     that holds nothing worth keeping widens the entry beside it.
//   - A session without an entry is skipped with a reason a person understands.
//   - seen = flushed + pending + dead + skipped, for sessions and for turns. See [Counts].
//   - Entries are dated by their last row. A session is cut at the first prompt after midnight in
//     the vault's zone, so a day's log holds what was asked on that day.
//   - Nothing is stored, and no author is asked, before the redactor has seen it.
package flush
