// Package compiler keeps the wiki of a vault in step with its day logs: entries are the source,
// articles are what is built from them, and a person's words in either are law.
//
// docs/architecture.md tells how a memory comes here. [Compiler.Why] leads back from a claim to its session.
//
// # A run
//
// [Compiler.Compile] takes the compile lock, makes a [Plan] and applies it. A plan is made from the
// bytes of the logs, the wiki and the state, and says for every log how it stands and for every page
// what becomes of it; [Compiler.Plan] tells by which rules. Applying checks that all is still as the
// plan found it, and then writes
//
//	.memoria/state/change.json   the whole change, so that it can be done again
//	.memoria/state/pages/*.md    what later merges start from
//	wiki/**.md                   articles, each only if its bytes change
//	wiki/index.md, wiki/log.md   what follows from them
//	.memoria/state/compile.json  what was compiled
//	.memoria/state/undo/*.json   the change, without what is not needed to take it back
//
// A run that was killed anywhere between is done to its end by the next command that changes pages, as are
// mv, merge and undo: see package journal. Nothing that ends up in the wiki depends on a clock:
// articles and the lines of log.md carry the days of the entries they tell of.
//
// Package logs tells how the logs stand, package articles which pages are ours and which draft goes where,
// package merge puts drafts into pages that a person edited, and package state holds what is remembered.
//
// # Staleness
//
// A log is stale when it was never compiled, when its bytes have another hash than those that were
// and the interval since has passed, or when it is asked for. Inside a log entries are the unit,
// known by their id and hash: only those that are new or changed count as news. What another
// version of the author made is outdated, not stale, and is made again only by [Options].All; until
// then it is left alone, page by page.
//
// # Hands
//
// A page is ours while its bytes are those we last wrote. Otherwise a person has been there, and the
// page is merged three ways, from the last version of ours: property by property and line by line,
// what they did not touch is brought up to date as if nobody had been there, every byte of theirs
// stays, and where both changed the same line theirs stays and ours waits as a [Proposal]. What waits
// is found out from the three texts whenever somebody asks, so it goes away by itself when either
// side says what the other does. Claims never wait for that: a point whose citation the page never
// had goes to its Key Points. What a person removed stays removed, a point, a section or an
// article; what they moved, renamed or merged into another is followed; what they spoiled is left alone and reported;
// what they own is linked to and never touched, nor is its name taken. All of that is noticed
// without news in a log, as is a page of theirs that gets the name of an article: links to that say
// its path then. A page that somebody saves while it is being written wins.
//
// # Forgetting
//
// [Compiler.Forget] is asked by hashes alone, for the words are gone from the logs by then. It compiles
// what is left, and takes the lines of ours that cite what went out of what a compile leaves as it is:
// pages with a person's words in them, pages that rest on a log which cannot be seen, the texts that
// merges start from. Articles that rested on nothing else go without a line in log.md.
//
// # Time
//
// Nothing in a log is ever out of date, and much of it is not so any more. An author tells what holds
// from what did: a draft's History says what was, until when, and what took its place. It is a section
// like the others, merged line by line, and its citations count like those of any claim, so that what
// moves there is not lost. But only what holds is added to a page that merely grows; a person who
// takes the History out of a page gets none.
//
// # The state can be lost
//
// Everything in .memoria/state can be deleted. Then all logs are new, and a page of ours that reads
// as it would be written now is ours again; one that differs counts as a person's. What a person
// removed is told by log.md, and stays removed; what is forgotten is only the lines they took out.
// But logs that are gone while the state knows them are an error or a note, never a reason to remove
// an article.
package compiler
