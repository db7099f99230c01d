// Package contradict finds claims of the articles that contradict each other. Whether two claims do takes
// understanding, so it asks a model.
//
// How it flows:
//
//	articles, logs -> claims     claim.go: the key points and details that hold, with the lines of the logs
//	                             that they cite and their times
//	claims         -> pairs      pair.go: code selects which earlier claims a claim may contradict
//	pairs          -> questions  question.go: the rules and the form, the same for all, then some pairs, quoted
//	                             behind a delimiter that they cannot contain
//	answer         -> verdicts   form.go, judge.go: on the pairs asked about, with a reason that the two claims
//	                             support (wiki/prose/proof); for missing verdicts the model is asked once more
//	verdicts       -> findings   finding.go: with both places and both citations
//	a person       -> the log    settle.go: which of two holds, as an entry of the day log (daily.Settlement)
//
// Laws:
//
//   - The pairs are a function of the articles and the logs. A claim is compared with a few earlier claims, and
//     later claims change this choice only where they link two articles. So the cost is linear in what is new,
//     and a second run asks nothing.
//   - A verdict is stored with all replies of models, under the words of both claims and the recipe, before
//     the next question is asked. It is paid for once.
//   - The claims are data. A model that obeys instructions in them can only answer one of four words about a pair,
//     with a reason in the words of that pair.
//   - A claim that no longer holds, by the history of an article or a person's word, is not asked about again.
//   - The package changes nothing. A person says what holds.
package contradict
