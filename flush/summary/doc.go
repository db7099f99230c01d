// Package summary is the author of entries that asks a model, and accepts only what the turns support.
//
//	turns   -> chunks    chunk.go: cut at seams to what one call takes; every word is in one chunk
//	        -> question  question.go: the rules, the form, what is known already, of the session and of the
//	                     wiki, then the turns, quoted behind a mark that does not occur in them, what
//	                     the person pasted by itself; tools.go: how commands ended
//	        -> reply     ask.go: kept under a hash of the question (wiki/ask), so that nothing is paid for
//	                     twice; a truncated reply is asked for again in halves, a malformed one once more
//	        -> lines     envelope.go: a form with a last line, so that a missing part is noticed
//	        -> bullets   check.go: each rests on turns that hold its numbers, names, paths, hashes,
//	                     addresses and quotations, and that affirm or deny what it does (wiki/prose/proof);
//	                     finish: what it says is finished tools or a person show, else it is told as the
//	                     agent's word
//	                     and verify.go: what was left out is asked about once more, with the reason
//	        -> summary   merge.go: the bullets of several chunks, each once
//
// # Invariants
//
//   - The turns are data. A model that obeys instructions in them achieves nothing: it can only write
//     lines, a line cannot say what its turns do not, and only a person's turns make a preference.
//   - A line that fails the check is left out and reported. A line whose values occur in the answer, in
//     the prompt beside its turns, or literally in an earlier turn, is given these turns, too. Nothing else
//     is repaired.
//   - Where a model cannot do a chunk, the fallback author does, and the entry's By says so. A passing
//     failure (a busy server, a budget that is used up) is an error instead: the same question is asked
//     again later.
//   - No word of the turns is left out of the questions, and their size grows linearly with the turns.
//   - "Nothing worth keeping" is believed only as the whole answer.
package summary
