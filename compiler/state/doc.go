// Package state stores what the compiler remembers between runs, below .memoria/state. compile.json records what
// was compiled of each log and each page as it was last written. The folder pages/ holds the base texts of merges.
//
// All of it can be lost. Then every log is new, a page that differs from what would be written counts as edited by
// a person, and the articles that a person removed are read from log.md.
package state
