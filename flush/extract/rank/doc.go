// Package rank says how likely a sentence of a session is worth keeping, from features that the caller names and
// weights that were learned from sessions whose every sentence was labelled by a reader. It is a
// logistic regression over hashed features, one for each question ([Head]).
package rank
