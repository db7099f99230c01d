// Package articles finds out which pages are articles of ours, what a person did to them since the last run,
// and to which of them each draft goes.
package articles
