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
// Package holds says which lines hold. The brief tells those, in the words of the article that cites them, because a
// person may have corrected them, or in the words of the log where no article does. A line that a person removed from
// the articles is left out.
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
