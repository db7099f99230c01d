// Package feed writes what other programs read of a site: an Atom feed, an llms.txt and a sitemap. It takes
// plain values and knows nothing of pages; text is text, and escaped here.
package feed
