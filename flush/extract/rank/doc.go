// Package rank says how likely a sentence of a session is worth keeping, from features that the caller names and
// from what was learned from sessions whose every sentence was labelled by a reader. It is a
// logistic regression over hashed features, one for each question ([Head]), and behind those that choose boosted trees that see
// what they say of a sentence and of those around it ([Model.Judge]).
package rank
