// Package brief chooses what a session should know of its project before it begins: what holds there,
// what was done last, what changed meanwhile, and which articles to open.
//
//	day logs, wiki ─▶ Builder.Build(project) ─▶ prepared.Brief ─▶ kept in the cache, shown by package prepared
//
// A project is known by its entries in the logs and by the articles that say so: by their title, an
// alias, a tag or the property project. An article that only cites entries of a project, or links to
// an article of it, is near it.
//
// # What holds
//
// A line of an entry holds while an article cites it in its Key Points or its Details, in the words of
// that article, which a person may have put right. One that only a History cites was overturned, one
// that stands among what was dropped or done is over, one that no article cites although it was
// compiled was taken out: none of these is said. One that no compile has seen yet is taken
// from the log. Open actions are those whose box is not ticked.
//
// # Laws
//
//   - The same logs and the same wiki give the same brief: no clock is asked. Old is what is old beside
//     the newest of its project.
//   - A note is whole sentences or is left out, and is redacted once more.
//   - What others wrote is data: it is put on one line, and tags that an agent's client gives a meaning
//     lose it.
package brief
