// Package extract is the author that needs no language model: it turns a stretch of a session into a
// [daily.Summary] by choosing, not by writing. Every bullet is a sentence somebody said,
// without markup and pleasantries.
//
//	turns -> units     read.go: what each side said, sentence by sentence (unit.go, person.go, agent.go).
//	                   What a person pasted (package paste), errors of the model's server, recaps and
//	                   instructions to download and run something (guard.go) do not count
//	      -> cues      package sentence: which cue words a sentence holds, by language, and what it wishes or decides
//	      -> place     relate.go: where a unit stands; supersede.go, option.go: what was taken back or not taken
//	      -> worth     describe.go names the features of a unit, package rank weighs them, weigh.go tells its
//	                   trees of a unit among the others, rate.go adds what rules know: a decision, a
//	                   lasting wish, a language that the weights do not know
//	      -> kind      kind.go for what a person says, the ranker for what the agent says
//	      -> picks     choose.go: the best, each thing once, with the sentences they lean on
//	      -> ends      ended.go: the sentences that say that a task of an earlier session was done
//	      -> summary   title.go names the stretch, context.go says what was asked
//
// The weights are learned by tools/learn from sessions whose sentences readers labelled; testdata/ranker.md says how
// well they choose on projects that they were not learned from, and what each family of features adds.
// Where the model does not know the language, structure and speaker decide, and what cannot
// be judged is rather kept.
//
// What the agent rejects, with a ✗ or under a heading such as "rejected", keeps that mark or
// heading and is never a decision; struck-out text is left out.
//
// Invariants: nothing is invented, so each word of a bullet occurs in the turns. Results of tools
// are never statements. A bullet is one line of at most 300 characters, 200 where a clause ends
// before, and is never cut off inside a clause. The same turns give the same summary on every system. Time is linear
// in the text.
package extract
