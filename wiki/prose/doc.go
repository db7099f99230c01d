// Package prose turns the Markdown that people and agents write into plain sentences.
//
// Text flows through it in one direction, and every step is linear in its input and total:
// any bytes go in, nothing is an error.
//
//	[Blocks]     a message   -> paragraphs, list items and headings; code and tables set apart
//	[Inline]     one line    -> the same words without markup; inline code keeps its backticks
//	[Sentences]  plain text  -> sentences
//	[Clip]       a sentence  -> no longer than asked, ended where a clause ends
//	[Words]      plain text  -> folded words, and [IsStop] tells the empty ones
//	[Detect]     plain text  -> its language, by script and stop words
//
// Law: the words that come out went in, in the same order. Only markup, white space,
// decoration (emoji, check marks) and what a function says it drops is lost.
package prose
