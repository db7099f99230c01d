// Package why traces what the wiki says back to the sessions it comes from. A claim cites a line of a log. The
// line's entry names its session and the first and last row of the transcript that it summarizes.
package why
