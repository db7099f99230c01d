// Package merge merges a drafted version of an article into a page that a person edited.
//
// [ThreeWay] starts from the base, the version that both sides had, and goes section by section and line by line.
// It keeps every byte that the person wrote. What they did not touch becomes the draft's; where both changed a
// line, theirs stays and the draft's becomes a [Conflict]. [Add] only adds points, for pages whose base is lost.
// [Fold] makes one page of two, and [Relink] corrects the compiler's links. A line is identified by what it cites,
// its [Key], when its words change.
package merge
