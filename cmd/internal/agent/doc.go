// Package agent is what coding agents call: the hook. An agent starts a process for each thing that
// happens, hands it one JSON value, and waits; so the hook leaves a note and goes.
//
//	agent ─▶ memoria hook claude Stop --vault V
//	            decode ─▶ note ─▶ V/.memoria/queue     (durable; else the spool of the user's state folder)
//	            a worker needed and none at work ─▶ memoria flush --detach ─▶ memoria flush --background
//	            a session begins ─▶ what is prepared of its project, to the agent
//
// # Laws
//
//   - The hook ends with 0, whatever it is given and whatever fails: an agent takes other exit codes for
//     orders. What went wrong is a line in the log.
//   - It prints one JSON object, for a session that begins or a prompt, or nothing: an agent takes
//     anything else for words to itself.
//   - It waits for nobody: not for the end of its input, no lock, no network, no child. Two seconds
//     after it began to read it goes on with what it has.
//   - What it is given is someone else's: every field may be missing, null, of another type, too long
//     or damaged. The transcript that it names is not opened.
//   - A message is kept only veiled; see [Veil].
//   - Under MEMORIA_CHILD it does nothing at all, and nothing for a session in a .memoria folder:
//     memoria's own calls of a model are no sessions.
//   - The worker belongs to nobody: the process between it and the hook is gone before the agent can
//     end them as its descendants, and it holds none of their files.
//
// # Speed
//
// Go initialises packages in the order of their import paths as soon as what they import is ready.
// This package imports little and comes early in that order, so that its init can do the hook's work
// and end the process before the rest of the program is set up; see early.go. Whatever it imports,
// each hook pays for.
package agent
