// Package why leads from what the wiki says back to the sessions it comes from: a claim cites a line of a
// log, the line's entry names its session and the first and last row of the transcript it tells of.
package why
