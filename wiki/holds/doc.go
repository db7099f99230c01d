// Package holds answers for every line of the logs: does it hold, and if not, what took its place?
//
//	[Memory.Judge]   entries of the logs -> a [Record] of the lines that do not hold
//	[Record.Articles] adds what the articles say: their history, and the key points that a person put back
//	[Record.Of]      what became of a line
//
// The compiler asks it what to move to the history of an article; the brief of a project, the searches, the list of
// what is recent, the tools of agents and the site ask it what to tell, and how. Nobody else decides.
//
// Four things end a line: a later line of its project takes it back (package change), a later line names it as settled
// (Settles of daily.Bullet), a person settles a contradiction (daily.Settlement), and an article has it in its history,
// where a model or a person moved it. A report of something that was tried and dropped does not hold either. A line that
// a person put back among the key points of an article holds, although a later line that was compiled takes it back.
//
// In doubt both lines hold: their dates show which is current, but a line that is left out wrongly is lost.
package holds
