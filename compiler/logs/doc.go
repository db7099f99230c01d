// Package logs determines the status of each day's log: whether a run compiles it, which of its entries are news,
// and which entries the wiki rests on afterwards.
package logs
