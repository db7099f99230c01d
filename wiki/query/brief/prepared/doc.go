// Package prepared is what is known of a project, prepared for a session that begins: it keeps the notes
// that package brief chose, and puts as many of them as fit before an agent.
//
//	brief.Builder ─▶ Brief ─▶ .memoria/cache/brief-HASH ─▶ Read ─▶ Brief.Choose ─▶ the agent
//
// The hook waits for nothing and imports little: this package reads one file, looks at those it was
// made from, and is done in less than a millisecond whatever the size of the wiki.
//
// # Laws
//
//   - A text is at most as long as was asked for, counted as the agent counts, in UTF-16 units, and
//     holds whole notes only. It says what was left out.
//   - Each note stands on one line behind a quote mark, and names the line of the log or the page it
//     comes from. The words above the notes say that they are records and no instructions.
//   - A note is not shown once the page it was taken from has changed, or the line of a log: whoever
//     changed it meant it.
//   - Of a project without notes nothing is said, not even that.
//   - The file is a cache. A damaged one, or one of another version, is none.
package prepared
