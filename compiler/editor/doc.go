// Package editor is an author of articles that has a model edit what a base author wrote without one. It accepts
// only those parts of the model's answer that the log lines support.
//
// # Flow
//
//	entries  -> drafts     the base author (package compiler/subject) puts every line into an article
//	new ones -> batches    batch.go: as many entries as fit into one question; batches never change
//	         -> question   question.go: the rules, the form, the titles that may be linked to and the articles
//	                       nearest to what the run is about (package nearest), the same in all questions of
//	                       the run; then the entries, quoted behind a mark that they cannot contain
//	         -> answer     ask.go: kept before it is parsed; a bad answer is asked for once more with its
//	                       faults, then entry by entry
//	         -> lines      package form: the text between the first and last line of the form (wiki/ask)
//	         -> reply      check.go, borne.go, verify.go: the parts that wiki/prose/proof finds supported and
//	                       that lose nothing of what they replace; kept by package kept
//	replies  -> drafts     package pages: each reply edits the drafts that the base and the earlier replies give
//
// # Invariants
//
//   - The articles depend only on the entries, the pages and the kept replies. A reply belongs to its entries, by
//     their text. It is void when one of them changes. When an earlier reply changes, it is applied to the new result.
//   - A model loses nothing. The base puts every line where it belongs, whatever the answer, and an edit only
//     rewords: a point replaces those that rest on the same lines, and keeps all their values and every "not". A
//     point that no longer holds goes to the history.
//   - A model adds nothing. Each statement names lines and is checked against them. Code makes the citations, file
//     names, dates, tags and sources. Links lead only to articles that the model was shown or has made.
//   - A paid answer is kept before it is parsed, so that no crash makes the user pay twice. What the model was not
//     asked about, could not answer or answered badly stays as the base wrote it. Every run ends in whole articles.
//   - If a question could not be asked because of a temporary failure or a limit, the next run asks it, even if no
//     log is stale (owe.go). Entries without a usable answer are set aside with the reason, and asked about again
//     only on request.
//   - The size of a question does not grow with the wiki.
//
// Replies can be lost, and forgetting a line removes all of them. Then the articles are as the base writes them
// until a model is asked again about everything.
package editor
