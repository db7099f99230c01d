// Package transcript reads session transcripts into turns: what a person said, what the agent
// answered, and what was decided in tool results. It reads the transcripts of Claude Code only.
//
// A transcript is JSON Lines. Most of its bytes are tool results and most of its rows are the
// client's own bookkeeping, so reading goes in four steps, each in its own place:
//
//	jsonl        bytes   -> lines      any encoding, any length, in bounded memory
//	jsonscan     a line  -> values     a small JSON scanner that decodes only what is asked for
//	row.go       values  -> a row      the fields that distinguish rows, whatever their order
//	reader.go    rows    -> turns      who spoke (said.go), what was decided (choice.go),
//	                                   what was done (step.go), put together in assemble.go
//
// # Invariants
//
//   - Words are a person's only when a person wrote them. Tool results, compaction recaps, meta
//     rows, hook output, local command output, notifications and interrupts are never words;
//     neither are the agent's thinking and the client's error texts.
//   - Nothing in a file is fatal. A line is a part of a turn, a known row without words, a row
//     of an unknown kind, a comment, or damaged; [Stats] counts each.
//   - Reading may begin at any byte offset where a line starts. [Stats.Offset] only ever moves
//     to the end of a whole line, so a reader that continues from there misses nothing.
//   - A row that a file repeats (the same uuid, or a copy under a new uuid as a resumed session
//     leaves it) counts once.
package transcript
