// Package topic gathers what the log entries say about each name that occurs in them, finds which lines still
// hold, and decides which names become subjects of articles.
package topic
