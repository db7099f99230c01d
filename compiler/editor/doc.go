// Package editor is the author of articles that has a model edit what an author without one wrote, and
// lets in of what that answers only what the lines of the logs bear out.
//
// How it flows:
//
//	entries  -> drafts     the base (package compiler/subject) puts every line into an article
//	new ones -> batches    batch.go: as many as one question takes; a batch once made stays one
//	         -> question   question.go: the rules, the form, the titles that may be linked to and the
//	                       articles nearest to all the run is about, which all its questions share, then
//	                       the entries, quoted behind a mark that they cannot hold (package nearest)
//	         -> answer     ask.go: kept before it is read; once more with what was wrong with it, then
//	                       entry by entry
//	         -> lines      form.go: what stands between its first and its last line (wiki/ask)
//	         -> reply      check.go, borne.go, lose.go: what wiki/prose/proof finds borne out, with nothing
//	                       lost of what it takes the place of; kept (replies.go)
//	replies  -> drafts     apply.go: each on those that the base and the replies before it give
//
// What the laws are:
//
//   - The articles are a function of the entries, the pages and the kept replies. A reply is of its
//     entries, by what they say, and of nothing else: when one of them changes it is void, and when an
//     earlier reply changes it is applied to what is there then.
//   - Nothing is lost by a model. The base puts every line where it belongs, whatever was answered, and
//     an edit only says better what is there: a point takes the place of those that rest on the same
//     lines, with all their values and every "not"; one that does not hold any more goes to the history.
//   - Nothing is added by a model. What it says names lines, and is held against these; citations,
//     names of files, dates, tags and sources are made by code; links lead to articles that it was told
//     of or has made.
//   - What was paid for is kept before it is read, so that no crash has it paid for twice. What a model
//     was not asked about, could not answer or answered badly is as the base wrote it. The run ends in
//     whole articles in any case.
//   - What a model could not be asked about, since it failed in passing or a limit was reached, is owed:
//     the next run asks, though no log is stale (owe.go). What no answer could be used for is set aside
//     with the reason, and asked about again only when somebody says so.
//   - What is asked does not grow with the wiki.
//
// Replies can be lost, and forgetting a line removes all of them. Then the articles are as the base
// writes them, until a model is asked again about everything.
package editor
