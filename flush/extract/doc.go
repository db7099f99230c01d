// Package extract is the author that needs no model: it turns a stretch of a session into a
// [daily.Summary] by choosing, not by writing. Every bullet is a sentence somebody said,
// without markup and pleasantries.
//
//	turns -> units     read.go: what each side said, sentence by sentence (unit.go, person.go, agent.go).
//	                   What a person pasted (package paste), errors of the model's server, recaps and
//	                   instructions to download and run something (guard.go) do not count
//	      -> cues      cue.go: which cue words a sentence holds, by language (cues/*.txt)
//	      -> place     relate.go: late in the agent's work, before or after a correction,
//	                   refuted later (supersede.go)
//	      -> score     rate.go: who says it, what it says, where it stands, what it names
//	      -> picks     choose.go: the best, each thing once, as many as there is room for,
//	                   each worded by word.go with the line it depends on; merge.go joins
//	                   what was picked from one list
//	      -> summary   title.go, given.go and headline.go name the stretch, context.go says what
//	                   was asked
//
// What the person wants, corrects and decides (settle.go) comes first; then causes and limits
// the agent found, what holds now that it has done its work ("now works", "pull request opened"),
// what it concluded, and what is left to do. What the person denied is not kept, nor is narration,
// praise, status, an offer, or an outcome that is later said to fail. In a language without a
// lexicon the structure alone decides.
//
// A choice is a decision wherever the person makes it. What the agent reports to have done is a
// fact, unless it says why or what was not taken, or answers which it should be.
//
// What the agent rejects, with a ✗ or under a heading such as "rejected", keeps that mark or
// heading and is never a decision; struck-out text is left out.
//
// Invariants: nothing is invented, so each word of a bullet occurs in the turns. Results of tools
// are never statements. A bullet is one line of at most 300 characters, 200 where a clause ends
// before, and is never cut off inside a clause. The same turns give the same summary. Time is linear
// in the text.
package extract
