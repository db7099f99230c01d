// Package agent is the hook that coding agents call. An agent starts a process for each event, gives it one JSON
// value, and waits; so the hook writes a note into a queue and exits.
//
//	agent ─▶ memoria-hook hook claude Stop --vault V       (or: memoria hook claude Stop --vault V)
//	            payload ─▶ note ─▶ V/.memoria/queue        (else the spool of the user's state folder)
//	            a session begins ─▶ what is prepared of its project, to the agent
//	            a worker needed and none at work ─▶ memoria flush --background
//
// The program memoria-hook is this package alone, and takes about half the time of memoria to start. It needs memoria
// beside it, which runs the worker and answers what is not prepared. Every import of this package slows every hook
// down.
//
// # Laws
//
//   - The hook exits with 0, whatever its input and whatever fails: an agent takes other exit codes for orders.
//     Errors go to the log.
//   - It prints nothing, or, for a session that begins or a prompt, one JSON object: an agent takes anything else
//     for a message to itself.
//   - It does not wait for the end of its input, a lock, the network or the worker. It stops reading after two
//     seconds and uses what it has.
//   - It does not trust its input: every field may be missing, null, of another type, too long or damaged. It does
//     not open the transcript that the input names.
//   - It keeps a message only without anything that may be a secret.
//   - It does nothing if MEMORIA_CHILD is set or the session runs in a .memoria folder: those are memoria's own
//     calls of a model.
//   - The worker is not a descendant of the agent, which ends its descendants. The hook starts it last, in a
//     process session of its own, without any open file of the hook.
package agent
