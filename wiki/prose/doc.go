// Package prose turns the Markdown that people and agents write into plain sentences.
//
// Each step takes time linear in its input, accepts any bytes, and never returns an error.
//
//	[Blocks]     a message   -> paragraphs, list items and headings; code and tables kept apart
//	[Inline]     one line    -> the same words without markup; inline code keeps its backticks
//	[Sentences]  plain text  -> sentences
//	[Clip]       a sentence  -> at most so long, cut at the end of a clause
//	[Words]      plain text  -> folded words; [IsStop] reports those without meaning
//	[Detect]     plain text  -> its language, by script and stop words
//
// Words keep their order, and none is added. Only markup, white space,
// decoration (emoji, check marks) and what a function says it drops are lost.
package prose
