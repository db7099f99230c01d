// Package llm asks models. A [Provider] is one way to reach one: the claude program, Anthropic's
// service, a server that speaks OpenAI's language, any program that reads a prompt and prints an
// answer. A [Client] is what the rest is given: the providers in the order in which they are tried,
// under one durable [budget.Ledger] with its limits.
//
//	Client.Generate ─▶ a free slot (at most so many calls at once, across processes)
//	                ─▶ Ledger.Reserve: limits of the run, the day, the month; calls a minute; a pause asked for
//	                ─▶ Provider.Generate
//	                ─▶ Ledger.Settle: what it used and how it ended
//
// # Laws
//
//   - An answer is whole or an error. That a server said 200, or a program ended with 0, is no sign:
//     why it stopped is, and where that cannot be told the answer is taken for cut.
//   - Every failure is an [Error] of one of a few kinds that a caller branches on, or the context's own.
//     An error's text is never an answer: of a program only its standard output is read.
//   - A call is in the ledger, on the disk, before it is made, with the most it can take; it is settled
//     when it ends. A process killed between the two leaves one line that counts as that most.
//   - A key is in the header of a request, or in the environment that a program had anyway, and nowhere
//     else: not in arguments, the ledger, an error. It goes to the host that it was set for; a redirect
//     is not followed.
//   - A call has a deadline of its own, an answer a bound. A program's descendants end with it.
//   - A program runs in an empty folder of ours under a .memoria, with MEMORIA_CHILD set, so that the
//     hooks of an agent that it happens to be take it for none of the person's sessions.
//   - What is asked is data of unknown origin: it cannot name a file to be read, or be a command of
//     the claude program's.
//   - What a call costs is what the provider says, else what the table of prices in the settings
//     gives, else unknown. It is never guessed.
package llm
