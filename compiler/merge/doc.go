// Package merge merges articles: a version that an author drafted into a page that a person edited.
//
// [ThreeWay] starts from the version that both sides had, goes section by section and line by line, and
// keeps every byte of the person's: what they did not touch becomes ours, and where both changed a line
// theirs stays and ours is a [Conflict]. [Add] only adds points, for where the version that both had is
// lost. [Fold] makes one page of two, and [Relink] mends our links. What a line cites, a [Key], tells what
// it is about when its words change.
package merge
