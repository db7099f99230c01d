// Package query answers questions out of a vault: from the passages nearest to the question, with a
// model in sentences that these bear out, without one by the passages themselves.
//
//	question -> passages   retrieve.go: the lines that wiki/search finds, each thing once, what holds
//	                       before what held; where none answers, the nearest, said to be that; none where
//	                       none is near
//	         -> question   ask.go: the rules, then question and passages behind a mark that they cannot hold
//	         -> answer     kept before it is read (wiki/ask), once more with what was wrong with it
//	         -> sentences  each held by wiki/prose/proof against the passages that it names
//	answer   -> article    file.go: kept as a qa article, with what it was asked and what it rests on
//
// What the laws are: no sentence without a passage that bears it out; a question that the vault does
// not answer is answered with that; what a model got wrong is left out and said; what was asked before
// is not paid for again while the passages are the same.
package query
