// Package llm asks models. A [Provider] is one way to reach a model: the claude program, Anthropic's service, a
// server with OpenAI's API, or any program that reads a prompt and prints an answer. Other packages use a [Client]:
// the providers in the order in which they are tried, with one durable [budget.Ledger] and its limits.
//
//	Client.Generate ─▶ a free slot (at most so many calls at once, across processes)
//	                ─▶ Ledger.Reserve: limits of the run, the day, the month; calls a minute; a pause asked for
//	                ─▶ Provider.Generate
//	                ─▶ Ledger.Settle: what it used and how it ended
//
// # Laws
//
//   - An answer is complete or an error. A status of 200 or an exit code of 0 does not prove that it is complete;
//     the reason why the model stopped does. If that is unknown, the answer counts as cut.
//   - Every failure is an [Error] of one of a few kinds that a caller branches on, or the context's own.
//     An error's text is never an answer: of a program only its standard output is read.
//   - A call is in the ledger, on the disk, before it is made, with the most it can take; it is settled
//     when it ends. A process killed between the two leaves one line that counts as that most.
//   - A key is only in the header of a request, or in the environment that a program had anyway: never in
//     arguments, the ledger or an error. It goes only to the host that it was set for; redirects are not followed.
//   - Each call has its own deadline, each answer a bound. A program's descendants end with it.
//   - A program runs in an empty folder below a .memoria, with MEMORIA_CHILD set, so that hooks of an agent do not
//     take it for one of the person's sessions.
//   - A question is data of unknown origin: it cannot name a file to be read, or be a command of the claude
//     program.
//   - The cost of a call comes from the provider, else from the prices in the settings, else it is unknown. It is
//     never guessed.
package llm
