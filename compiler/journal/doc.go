// Package journal remembers the last changes of a vault, each before it begins, so that they can be taken
// back and that one which was cut off is done to its end by the next run.
//
// A compile is entered and ends with its own state file; a change that [Journal.Perform] makes, of mv, merge
// or undo, is written whole into change.json and carried out from there. Undo goes file by file: what
// somebody changed since stays as it is.
package journal
