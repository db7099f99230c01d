// Package wikilink reads and writes the links of an Obsidian vault. One parser, a goldmark
// extension, serves the graph, the linter, the compiler and the site, so that all of
// them agree on what is a link.
//
// # Form
//
//	[[page]]  [[page|display]]  [[page#heading]]  [[page#^block]]  [[#heading]]  ![[embed]]
//
// A link stands on one line and holds no bracket. Its first pipe ends the target; the pipe
// may carry a backslash, as it must inside a table row. Both halves are trimmed, a run of #
// counts as one, and nothing is decoded. A link without target and fragment, or with a pipe
// and no display, is plain text.
//
// Code, raw HTML, HTML comments, Obsidian comments (%%…%%) and math ($…$, $$…$$) hold no
// links. A property holds one only as its whole value, quoted or not.
//
// # Use
//
// [New] extends a goldmark.Markdown; its nodes are [Node], [Comment], [CommentBlock], [Math],
// [MathBlock] and [BlockID]. [Scan] reads a whole page, front matter included, without
// rendering it: links, headings and block ids with their byte offsets. It reads plain pages, by
// far the most, in one pass over the lines, and all others with goldmark; a fuzz test checks that
// both give the same answer.
//
// # Writing
//
// [Ref] writes a link with any display text, [Format] a link that was read. [Inline] and [Text]
// escape a line from outside, so that it can stand in a page without becoming a link, a comment,
// a tag, a block id or HTML.
package wikilink
