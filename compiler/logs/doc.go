// Package logs says how each day's log stands to what was compiled of it: whether a run takes it, which of its
// entries are news, and which the wiki rests on afterwards.
package logs
