// Package change reads in a line what is not so any more, and what was only tried.
//
//	[Reader.Read]     a line of plain text -> what it says of a change
//	[Line.Overturns]  whether a line takes the place of an earlier one
//	[Line.Mends]      the same of what was amiss and is so no more
//	[Line.Relapses]   whether it says to be amiss again what an earlier one says to work
//	[Line.Tried]      whether it tells of what was tried and dropped
//	[Line.Gone]       what it says to be given up altogether
//
// The cues are turns.txt, which all languages share. A line overturns another only if all of this is
// so; in doubt it overturns nothing, for two lines of which one is out of date are told by their dates,
// and one that is missing is not.
//
//   - It names what was before, or the new value of a thing that has one, or says that it corrects
//     what was said, or orders the contrary.
//   - It says so itself and of now: it denies, asks, supposes, plans, reports and quotes nothing, and
//     does not take it back.
//   - It says so of all that the earlier line says it of: a word that the earlier one lacks is a place,
//     a case, a time, a part, or somebody else; so is a heading, and what stands before the clause.
//   - What differs is a value, where the earlier line has one of the same form, and not what it is
//     said of: that is named in full.
//
// What was found to be amiss is overturned by what works now, is done now, was fixed or added: see
// [Line.Mends]. There the later line has to name all that the earlier one says, and the earlier one
// all that narrows the later; one common word alone, "the build", means nothing.
//
// Law: the answer depends on the two texts alone. Reading is linear in the text.
package change
