// Package shelf writes the index by which a page of the site searches it: files that a script reads one by
// one, as it needs them, from a folder as well as from a server.
//
//	site/search/meta.js    every document: number, kind, project, tags, day, language; and which files there are
//	site/search/t-XX.js    terms that begin with the same letters, and in which documents they stand
//	site/search/x-NN.js    a few documents: address, title and what they say, for the hit that is shown
//
// Terms and what they are worth come from package wiki/search, so that the site and the command line rank by
// one formula; the script adds how rare each term is, which it sees from the documents it stands in.
//
// # Stability
//
// A document's number is a hash of its address, so that a page that comes or goes moves no other, and a
// term's file changes only when one of its documents does.
package shelf
