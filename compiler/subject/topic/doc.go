// Package topic gathers what the entries of the logs say about each name that comes up in them, finds out which
// lines still hold, and decides which names are subjects of articles.
package topic
