// Package subject writes a wiki's articles from the entries of the day logs, without a model.
//
// # Flow
//
//	read    entries by date -> lines, and the names in them          source.go
//	          a line -> tokens -> phrases -> mentions                scan.go, chunk.go, phrase.go,
//	                                                                 command.go, symbol.go, spaceless.go
//	unite   names that mean one thing -> one topic                   unite.go, rename.go, page.go
//	truth   what of it holds, what did, what was only tried        truth.go
//	gather  entry by entry: which topics have become subjects        decide.go, apart.go
//	bind    subjects, their pages, their lines; projects             subject.go, project.go
//	drafts  related subjects, connections, leads, articles           related.go, connection.go, lead.go, define.go,
//	                                                                 origin.go, standing.go, draft.go, past.go
//
// A name is inline code, a word written as only names are, a capitalised name, or a noun phrase
// between the words that end one; what words do is told by words.txt. A topic becomes a subject
// when enough lines of one project are about it, three as a rule; how much else must come
// together depends on how sure the name is, and more must where a single entry names it. A
// topic of whose lines another subject has all but one is none. A line is about what it names
// near its beginning, in its own right: not in parentheses, and not as part of a longer name
// that is a subject.
// Lines that no subject claims stay with their project, whose article opens with the standing
// preferences and the decisions and lessons that give a reason, and follows the days with the
// rest.
//
// A line that names what it takes the place of, or says that it corrects it, overturns the earlier
// line of its project that is meant, by the rules of wiki/prose/change: the article says what holds
// in its key points, also where that line does not name its subject, and keeps what did in its
// history, until when, with both citations. So does what was found to be amiss, once a line says that
// it works, is done or was mended; what of it may still hold introduces no article. And so does
// what was said to work, once a later entry says it to be amiss. A chain of such lines is one turn
// after the other. What was tried and dropped stands under a heading of its own. In doubt both lines
// hold: what is out of date beside what is new is told by its date, what is missing is not.
//
// # Laws
//
//   - The answer is a function of the entries and the pages, whatever the order of the entries.
//   - Pages that the author has itself written from the same entries do not change it.
//   - What is decided goes by thresholds and by who came first, never by comparing all with
//     all. So an entry later than the others touches only the articles of what it names, of its
//     project, and of what these are newly linked with: it renames and drops none, and takes
//     no line from any. What it overturns it moves to the history, wherever it stands, and no lead,
//     description or reason of a link rests on that any more. One that gives a project its article
//     may settle how the others spell it.
//   - Which line holds makes and drops no article, and loses no citation.
//   - No two articles claim one name, folded as links resolve, and none a name of a person's page.
//   - Every point is a line of a log, as it stands there, with its citation.
package subject
