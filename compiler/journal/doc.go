// Package journal changes the pages of a vault, and remembers the last changes so that they can be taken back.
//
// A change, a compile as well as a mv, merge or undo, is written whole into change.json before it begins, and
// [Journal.Perform] does what stands there: files first, the state last. One that was cut off is done to its end
// by [Journal.Ready], with which every command that changes pages begins. What somebody changed meanwhile stays
// as it is, and so does what the state knows of it. [Journal.Undo] goes file by file in the same way.
package journal
