// Package contradict looks for claims of the articles that do not agree, which only somebody who understands
// them can tell: it asks a model.
//
// How it flows:
//
//	articles, logs -> claims     claim.go: what the key points and details say holds, and which lines of the
//	                             logs said so, when
//	claims         -> pairs      pair.go: what may not agree with what was said before, by code
//	pairs          -> questions  question.go: the rules and the form, which all share, then some pairs, quoted
//	                             behind a mark that they cannot hold
//	answer         -> verdicts   form.go, judge.go: on pairs that were asked about, with a reason that the two
//	                             claims bear out (wiki/prose/proof); what is missing is asked for once more
//	verdicts       -> findings   finding.go: with both places and both citations
//	a person       -> the log    settle.go: which of two holds, as an entry of the day log (daily.Settlement)
//
// What the laws are:
//
//   - Which pairs there are is a function of the articles and the logs. A claim is held against a few of
//     those before it, and what comes after changes their choice only where it links two articles: so
//     what is asked is linear in what is new, and asking again asks nothing.
//   - A verdict is kept, in the folder of all answers of models, by the words of both claims and what they
//     were asked with, before anything else is asked. It is paid for once.
//   - The claims are data. A model that obeys them can say no more than one of four words about a pair, and
//     why in the words of that pair.
//   - What does not hold any more, by the history of an article or a person's word, is asked about no more.
//   - Nothing is changed. A person says what holds.
package contradict
