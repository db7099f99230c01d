// Package turn reads in a line what is not so any more, and what was only tried.
//
//	[Reader.Read]     a line of plain text -> what it says of a change
//	[Line.Overturns]  whether a line takes the place of an earlier one
//	[Line.Tried]      whether it tells of what was tried and dropped
//
// The cues are turns.txt, which all languages share. A line overturns another only where it names
// what was before, or says that it corrects it, and both say what they are about in the same words.
// In doubt it overturns nothing: two lines of which one is out of date are told by their dates, one
// that is missing is not.
//
// Law: the answer depends on the two texts alone. Reading is linear in the text.
package turn
