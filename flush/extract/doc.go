// Package extract is the author that needs no model: it turns a stretch of a session into a
// [daily.Summary] by choosing, not by writing. Every bullet is a sentence somebody said,
// with the markup and the pleasantries taken off.
//
// How it flows:
//
//	turns -> units     read.go: what each side said, sentence by sentence (person.go, agent.go),
//	                   and the linter's rule an error taught (step.go); pasted output is no
//	                   statement (paste.go)
//	      -> cues      cue.go: which cue words a sentence holds, by language (cues/*.txt)
//	      -> score     rate.go: who says it, where it stands, what it speaks of
//	      -> picks     choose.go: the best, each thing once, as many as there is room for
//	      -> summary   title.go names the stretch and says what was asked
//
// Laws: nothing is invented, so each word of a bullet occurs in the turns. Results of tools
// are never statements; the one exception is a linter's diagnosis of a file that was then
// edited. A bullet is one line of at most 300 characters, 200 where a clause ends before,
// and is never cut off inside a clause. The same turns give the same summary. Time is linear
// in the text.
package extract
