// Package journal changes the pages of a vault and keeps the last changes so that they can be undone.
//
// It records each change in change.json before the change starts, so that an interrupted one can be completed. A
// change is a compile, mv, merge or undo. [Journal.Perform] applies it: files first, the state last. Every command
// that changes pages starts with [Journal.Ready], which completes an interrupted change. A file that somebody
// changed in the meantime stays as it is, and so does its record in the state. [Journal.Undo] works file by file
// in the same way.
package journal
