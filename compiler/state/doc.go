// Package state is what the compiler remembers between runs, below .memoria/state: compile.json, what was
// compiled of each log and what each page was when we last wrote it; and pages/, the texts that merges start from.
//
// All of it can be lost: then every log is new, a page that differs from what would be written counts as
// a person's, and what a person removed is read from log.md.
package state
