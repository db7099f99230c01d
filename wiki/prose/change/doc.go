// Package change compares two lines: does the later one take the earlier one back?
//
//	[Reader.Read]     a line of plain text -> its clauses
//	[Line.Overturns]  how certainly a line takes an earlier one back
//	[Line.Relapses]   whether it says that something fails again that an earlier line said works
//	[Line.Mends]      whether it says that a fault that an earlier line reported is over
//	[Line.Alters]     how a line changes what held, as far as it tells alone
//	[Line.Same]       whether two lines are wordings of one statement
//	[Line.Tried]      whether it reports something that was tried and dropped
//
// A clause is a set of words with a sign (it is so, or it is not), a mood (a fact, an order, a permission) and a
// cue: it holds from now on, it is a change, it is a correction. The words that tell these are in roles.txt, which
// all languages share. A later clause takes an earlier one back in five ways:
//
//   - It names what was before: "Postgres instead of SQLite", "2207 now, not 22".
//   - It says the contrary of the same: "never push" and "you may push", "fails" and "works again".
//   - It says the same but for one value of the same form: "port 22" and "port 2207 now".
//   - It says that it is a correction, and shares words.
//   - It says that a fault is mended, and what it says of it is in the report: see mend.go.
//
// It must say so about everything that the earlier line is about. A word that the earlier line lacks names a place, a
// case, a part, or somebody else. Nor may it be a question, a guess, a plan, a report or a quotation.
//
// Answers depend on the two texts alone. Reading is linear in the text.
package change
