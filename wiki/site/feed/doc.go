// Package feed writes the files of a site that other programs read: an Atom feed (atom.go), an llms.txt and a
// sitemap (lists.go). It takes plain values, knows nothing of pages, and escapes all text.
package feed
