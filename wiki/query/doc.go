// Package query answers questions from a vault. It finds the passages closest to the question; a model, if there is
// one, writes sentences that those passages support; without a model the passages themselves are the answer.
//
//	question -> passages   retrieve.go: the lines that wiki/search finds, without repeats, current ones before
//	                       outdated ones; if none answers, the closest, marked as such; none if none is close
//	         -> prompt     ask.go: the rules, then the question and the passages behind a delimiter that they
//	                       cannot contain
//	         -> answer     stored before it is parsed (wiki/ask); on errors the model is asked once more and
//	                       told what was wrong
//	         -> sentences  wiki/prose/proof checks each against the passages that it names
//	answer   -> article    file.go: stored as a qa article, with the question and the sources of the answer
//
// The laws: no sentence without a passage that supports it; if the vault does not answer a question, the answer
// says so; mistakes of the model are left out and reported; a question that was asked before costs nothing while
// the passages are the same.
package query
