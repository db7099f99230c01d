// Package shelf writes the search index of a site: files that the script of a page loads one by one as it needs
// them, from a folder or from a server.
//
//	site/search/meta.js    every document: number, kind, project, tags, day, language; and which files there are
//	site/search/t-XX.js    terms with the same first letters, and the documents that contain them
//	site/search/x-NN.js    a few documents: address, title and text, for the hit that is shown
//
// Terms and their weights come from package wiki/search, so that the site and the command line rank by one formula.
// The script adds the rarity of each term, which follows from the number of documents that contain it.
//
// # Stability
//
// A document's number is a hash of its address, so a page that is added or removed renumbers no other, and a term's
// file changes only when one of its documents does.
package shelf
