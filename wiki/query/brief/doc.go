// Package brief chooses what a new session should know of its project: what holds there, what was done last, what
// changed since, and which articles to open.
//
//	day logs, wiki ─▶ Builder.Build(project) ─▶ prepared.Brief ─▶ kept in the cache, shown by package prepared
//
// A project is known by its entries in the logs and by the articles that name it in their title, an alias, a tag
// or the property project. Articles that only cite entries of the project, or link to one of its articles, are
// related to it.
//
// # What holds
//
// A line of an entry holds while an article cites it in its Key Points or its Details. The brief then uses the
// words of the article, because a person may have corrected them. These lines are left out: one that only a
// History cites (it was overturned), one under a heading for dropped or finished things (it is over), and one that
// was compiled but that no article cites (it was removed). A line that was not compiled yet is taken from the log.
// Open actions are those whose box is not ticked.
//
// # Laws
//
//   - The same logs and the same wiki give the same brief. No clock is read: age is measured from the newest
//     entry of the project.
//   - A note consists of whole sentences or is left out, and is redacted once more.
//   - Text from others is data: it is put on one line, and tags that have a meaning to an agent's client are
//     defused.
package brief
