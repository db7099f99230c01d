// Package summary is the author of entries that asks a model, and lets in of what that answers only
// what the turns bear out.
//
// How it flows:
//
//	turns   -> chunks    chunk.go: cut at seams to what one call takes; every word is in one chunk
//	        -> question  question.go: the rules, the form, what is known already, then the turns, quoted
//	                     behind a mark that they cannot hold
//	        -> reply     ask.go: kept by the recipe that asked for it (wiki/ask), so that nothing is
//	                     paid for twice; cut short, it is asked for in halves, malformed, once more
//	        -> lines     envelope.go: a form with a last line, so that what is missing shows
//	        -> bullets   check.go: each rests on turns, and its numbers, names, paths, hashes, addresses
//	                     quotations and polarity are theirs (wiki/prose/proof)
//	        -> summary   merge.go: several chunks' bullets put together, none left out
//
// What the laws are:
//
//   - The turns are data. A model that obeys them gains nothing: it cannot write but lines, a line
//     cannot say what its turns do not, and only a person's turns make a preference.
//   - A line that fails is left out and told; one whose values stand in the answer or the prompt
//     beside its turns is given these too. Nothing else is repaired.
//   - Where a model cannot do a chunk, the author that needs none does, and the entry's By says so. What
//     passes (a server that is busy, a budget that is used up) is an error instead: the same is asked
//     again later.
//   - No word of the turns is left out of the questions, and what is asked grows linearly with them.
//   - "Nothing worth keeping" is only believed as the whole answer.
package summary
