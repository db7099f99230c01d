// Package change finds out from a line what no longer holds, and what was only tried.
//
//	[Reader.Read]     a line of plain text -> what it says about a change
//	[Line.Overturns]  whether a line replaces an earlier one
//	[Line.Mends]      whether it says that a problem of an earlier line is solved
//	[Line.Relapses]   whether it says that something is broken again that an earlier line said works
//	[Line.Tried]      whether it reports something that was tried and dropped
//	[Line.Gone]       what it says was given up altogether
//
// The cues are in turns.txt, which all languages share. A line overturns another only if all of the
// following holds. In doubt it overturns nothing: where two lines contradict each other, their dates show
// which is current, but a line that was removed wrongly is lost.
//
//   - It names what was before, or the new value of a thing that has one, or says that it corrects
//     what was said, or orders the contrary.
//   - It says so itself and about now: it is no denial, question, supposition, plan, report or quotation,
//     and does not take it back.
//   - It says so about everything that the earlier line is about. A word that the earlier line lacks
//     names a place, a case, a time, a part, or somebody else; so does a heading, and what precedes the
//     clause.
//   - The difference is a value, where the earlier line has one of the same form, and not the subject:
//     the subject is named in full.
//
// A line about a problem is overturned by one that says what works now, is done now, was fixed or added:
// see [Line.Mends]. There the later line has to name all that the earlier one says, and the earlier one
// all that narrows the later; one common word alone, "the build", means nothing.
//
// Answers depend on the two texts alone. Reading is linear in the text.
package change
