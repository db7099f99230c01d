// Package agent is what coding agents call: the hook. An agent starts a process for each thing that
// happens, hands it one JSON value, and waits; so the hook leaves a note and ends.
//
//	agent ─▶ memoria-hook hook claude Stop --vault V       (or: memoria hook claude Stop --vault V)
//	            payload ─▶ note ─▶ V/.memoria/queue        (durable; else the spool of the user's state folder)
//	            a session begins ─▶ what is prepared of its project, to the agent
//	            a worker needed and none at work ─▶ memoria flush --background
//
// The program memoria-hook is this package alone: a process of it costs a third of what one of memoria costs. It needs
// memoria beside it, which is the worker and answers what is not prepared. Whatever this package imports, each hook
// pays for.
//
// # Laws
//
//   - The hook ends with 0, whatever it is given and whatever fails: an agent takes other exit codes for
//     orders. What went wrong is a line in the log.
//   - It prints one JSON object, for a session that begins or a prompt, or nothing: an agent takes
//     anything else for words to itself.
//   - It does not wait for the end of its input, a lock, the network or the worker. Two seconds
//     after it began to read it goes on with what it has.
//   - What it is given is someone else's: every field may be missing, null, of another type, too long
//     or damaged. The transcript that it names is not opened.
//   - A message is kept without all that may be a secret.
//   - Under MEMORIA_CHILD it does nothing at all, and nothing for a session in a .memoria folder:
//     memoria's own calls of a model are no sessions.
//   - The worker is no descendant of the agent, which ends those: it is started last, in a session of its own, and
//     holds no file of the hook.
package agent
