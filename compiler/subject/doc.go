// Package subject writes a wiki's articles from the entries of the day logs, without a model.
//
// # Flow
//
//	read    entries by date -> lines, and the names in them        topic/source.go, package mention
//	unite   names that mean one thing -> one topic                 unite.go, rename.go, page.go
//	status  which lines hold, held once, or were only tried        topic/truth.go
//	gather  entry by entry: which topics have become subjects      topic/decide.go, topic/apart.go
//	bind    subjects with their pages and lines; projects          subject.go, project.go
//	drafts  related subjects, connections, leads, articles         related.go, connection.go, lead.go, define.go,
//	                                                               origin.go, outline.go, standing.go, draft.go,
//	                                                               past.go
//
// A name is inline code, a word written as only names are, a capitalised name, or a noun phrase. The word list
// wiki/prose/everyday/words.txt says what role a word plays in a sentence.
//
// A topic becomes a subject when enough lines of one project are about it, as a rule three. More evidence is needed
// if the name is doubtful or if only one entry mentions it. A topic is dropped if another subject has all but one of
// its lines. A line is about what it names near its beginning, unless the name is in parentheses or part of a longer
// name that is a subject. Lines that no subject claims go to their project. A project's article opens with the
// standing preferences and with the decisions and lessons that give a reason; the rest follows by day.
//
// A line overturns an earlier line of its project if it names what it replaces or says that it corrects it; package
// wiki/prose/change has the rules. The article then states what holds in its key points, even if the new line does
// not name the subject. Its history states what held, until when, with both citations. A reported fault is overturned
// by a line saying that it works, is done or was fixed, and a report that something works is overturned by a later
// entry that reports a fault. A fault that may still exist opens no article. In a chain of such lines each overturns
// the one before. What was tried and dropped has a heading of its own. If in doubt, both lines stay: a reader can
// tell an old line from a new one by its date, but cannot see a missing line.
//
// # Invariants
//
//   - The answer depends on the entries and the pages, not on the order of the entries.
//   - Pages that the author wrote from the same entries do not change the answer.
//   - Decisions use thresholds and the order of arrival; they never compare everything with everything. A new, latest
//     entry therefore touches only the articles of what it names, of its project, and of what these are newly linked
//     with. It renames and drops no article and takes no line from one. A line that it overturns moves to the
//     history of every article that has it, and no lead, description or reason of a link rests on that line any
//     more. An entry that gives a project its article may settle how other articles spell the project.
//   - Whether a line holds neither creates nor drops an article, and no citation is lost.
//   - No two articles claim one name, folded as links resolve, and none claims a name of a person's page.
//   - Every point is a line of a log, unchanged, with its citation.
package subject
