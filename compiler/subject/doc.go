// Package subject writes a wiki's articles from the entries of the day logs, without a model.
//
// # Flow
//
//	read    entries by date -> lines, and the names in them        topic/source.go, topic/alone.go, package mention
//	unite   names that mean one thing -> one topic                 unite.go, page.go
//	status  which lines hold, held once, or were only tried        topic/truth.go
//	gather  entry by entry: which topics have become subjects      topic/decide.go, topic/evidence.go
//	bind    subjects with their pages and lines; projects and      subject.go, project.go, collection.go,
//	        their collections                                      purpose.go
//	drafts  links, leads, articles                                 related.go, describe.go, standing.go, draft.go,
//	                                                               past.go
//
// A name is inline code, a word written as only names are, a capitalised name, or a noun phrase. The word list
// wiki/prose/everyday/words.txt says what role a word plays in a sentence.
//
// A topic becomes a subject when lines of two sessions name it and people ask about it in titles and requests, or lines
// say what it is, see topic/evidence.go. A topic is dropped if another subject has all but one of
// its lines. A line is about a name that stands before its verb or is what the verb acts on, and a decision about what
// it names, unless the name is in parentheses or part of a longer name that is a subject. It must be understood by
// itself. An article opens with the line that says what its subject is or does; a project that no line introduces is
// described by when it was worked on.
//
// A project has an article if two sessions that decide, wish or learn something, or one that decides much, left enough
// lines. At most hubMost stand there: the standing preferences, the decisions and lessons that
// last, and then by kind what no subject claims, the newest first. The others are read in the
// logs. Its decisions, its preferences and its open tasks are collections, articles of their own, if there are more than its article opens with.
// So is what was done on a branch whose name says what for, see purpose.go: that and its rest are told apart.
//
// The article of a line that no longer holds states in its key points what holds, even if the new line does not name
// the subject, and in its history what held, until when, with both citations. What was tried and dropped has a heading
// of its own.
//
// # Invariants
//
//   - The answer depends on the entries and the pages, not on the order of the entries.
//   - Pages that the author wrote from the same entries do not change the answer.
//   - Decisions use thresholds and the order of arrival; they never compare everything with everything. A new, latest
//     entry therefore touches only the articles of what it names, of its project, and of what these are newly linked
//     with. It renames and drops no article but a collection of tasks that are done now, and takes no line from one
//     but a project's. A line that it overturns moves to the
//     history of every article that has it, and no lead, description or reason of a link rests on that line any
//     more. An entry that gives a project its article may settle how other articles spell the project.
//   - Whether a line holds neither creates nor drops an article of a subject, and its citations are kept.
//   - No two articles claim one name, folded as links resolve, and none claims a name of a person's page.
//   - Every point is a line of a log, unchanged, with its citation.
package subject
