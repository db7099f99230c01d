package main

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/extract/rank"
)

// fit learns from sessions, without the features of some families.
func fit(sessions []*session, without ...rank.Family) *rank.Model {
	m := weigh(sessions, true, without)
	var keep, harm []rank.Case
	for fold := range folds { // the trees must see of a sentence what weights say that were not learned from it
		var seen, unseen []*session
		for i, s := range sessions {
			if i%folds == fold {
				unseen = append(unseen, s)
			} else {
				seen = append(seen, s)
			}
		}
		other := weigh(seen, false, without)
		for _, s := range unseen {
			for _, part := range s.stretches {
				for i, w := range extract.Weigh(other, part.without(without)) {
					if l := part.labels[i]; l != nil {
						keep = append(keep, rank.Case{Numbers: w.Numbers, Yes: l.good(), Weight: grown[l.class]})
						if l.misleads() || l.good() {
							harm = append(harm, rank.Case{Numbers: w.Numbers, Yes: l.misleads(), Weight: 1})
						}
					}
				}
			}
		}
	}
	m.Grow(rank.Keep, keep)
	m.Grow(rank.Harm, harm)
	return m
}

const folds = 5

// weigh finds the weights that choose, or those of all heads.
func weigh(sessions []*session, all bool, without []rank.Family) *rank.Model {
	var keep, harm, lean []rank.Example
	kinds := make(map[string][]rank.Example)
	for _, s := range sessions {
		for _, part := range s.stretches {
			for i, x := range part.without(without) {
				l := part.labels[i]
				if l == nil {
					continue
				}
				for k, f := range []rank.Features{x.Features, x.Features.Wordless()} {
					keep = append(keep, rank.Example{Features: &f, Yes: l.good(), Weight: weights[l.class] * share[k]})
					if l.misleads() || l.good() { // what sets it apart from all others is mostly what sets apart the worthwhile
						harm = append(harm, rank.Example{Features: &f, Yes: l.misleads(), Weight: share[k]})
					}
					if !l.good() {
						continue
					}
					lean = append(lean, rank.Example{Features: &f, Yes: slices.Contains(l.by, l.number-1), Weight: share[k]})
					for _, h := range heads {
						if !x.Person && l.kind != "" {
							kinds[h.kind] = append(kinds[h.kind], rank.Example{Features: &f, Yes: l.kind == h.kind, Weight: share[k] * rarer[l.kind]})
						}
					}
				}
			}
		}
	}
	m := new(rank.Model)
	m.Fit(rank.Keep, keep)
	m.Fit(rank.Harm, harm)
	if !all {
		return m
	}
	m.Fit(rank.Lean, lean)
	for _, k := range heads {
		m.Fit(k.head, kinds[k.kind])
	}
	return m
}

// without returns the sentences without the features of some families.
func (s stretch) without(out []rank.Family) []extract.Sentence {
	if len(out) == 0 {
		return s.sentences
	}
	all := slices.Clone(s.sentences)
	for i := range all {
		all[i].Features = all[i].Features.Without(out...)
	}
	return all
}

// share is how much an example counts with its words and without them. Some of what is learned has to hold for languages
// whose words the sessions do not have.
var share = [2]float64{1, 0.3}

// weights is how much an example counts, by its label.
var weights = map[string]float64{"3": 3, "2": 1.5, "X": 1.5, "1": 1, "0": 1}

// grown is the same for the trees.
var grown = map[string]float64{"3": 4, "2": 1.5, "X": 1.5, "1": 1, "0": 1}

// rarer is how much an example counts for the kinds: about one over how many there are of its kind.
var rarer = map[string]float64{"fact": 1, "exchange": 1, "lesson": 1.3, "decision": 1.6, "action": 4}

var heads = []struct {
	head rank.Head
	kind string
}{{rank.Fact, "fact"}, {rank.Lesson, "lesson"}, {rank.Decision, "decision"}, {rank.Action, "action"}}

// cross scores the author on each project with a ranker that never saw it, but was trained on the short sessions. It
// returns the scores of all, and of each project.
func cross(sessions, short []*session, without ...rank.Family) (all tally, each map[string]tally, order float64) {
	each = make(map[string]tally)
	var scored []example
	for _, project := range projects(sessions) {
		var rest []*session
		for _, s := range sessions {
			if s.project != project {
				rest = append(rest, s)
			}
		}
		m := fit(append(rest, short...), without...)
		for _, s := range sessions {
			if s.project != project {
				continue
			}
			bullets := write(m, s)
			all.add(s, bullets)
			t := each[project]
			t.add(s, bullets)
			each[project] = t
			for _, part := range s.stretches {
				for i, w := range extract.Weigh(m, part.without(without)) {
					if l := part.labels[i]; l != nil {
						scored = append(scored, example{w.Keep + m.Judge(rank.Keep, w.Numbers), l.good()})
					}
				}
			}
		}
	}
	return all, each, auc(scored)
}

// crossShort scores the author on the short sessions, each with a ranker trained on the others and on all
// real ones: those that hold something worth keeping, and those that do not.
func crossShort(sessions, short []*session) (something, nothing tally) {
	for fold := range folds {
		train := slices.Clone(sessions)
		for i, s := range short {
			if i%folds != fold {
				train = append(train, s)
			}
		}
		m := fit(train)
		for i, s := range short {
			switch {
			case i%folds != fold:
			case slices.ContainsFunc(s.labels, func(l label) bool { return l.good() }):
				something.add(s, write(m, s))
			default:
				nothing.add(s, write(m, s))
			}
		}
	}
	return something, nothing
}

func projects(sessions []*session) []string {
	var out []string
	for _, s := range sessions {
		if !slices.Contains(out, s.project) {
			out = append(out, s.project)
		}
	}
	return out
}

// write returns the bullets of a session.
func write(m *rank.Model, s *session) []daily.Bullet {
	var out []daily.Bullet
	for _, part := range s.stretches {
		out = append(out, write1(m, part)...)
	}
	return out
}

func write1(m *rank.Model, part stretch) []daily.Bullet {
	sum, err := extract.Author{Ranker: m}.Summarise(context.Background(), part.turns, nil)
	if err != nil {
		panic(err) // only that of the context
	}
	return sum.Bullets
}

type example struct {
	score int
	good  bool
}

// auc returns how often a good sentence is scored above another one.
func auc(all []example) float64 {
	sort.SliceStable(all, func(a, b int) bool { return all[a].score < all[b].score })
	good, sum := 0, 0
	for i, x := range all {
		if x.good {
			good++
			sum += i + 1
		}
	}
	other := len(all) - good
	return float64(sum-good*(good+1)/2) / float64(max(1, good*other))
}

func report(sessions, short []*session) string {
	var b strings.Builder
	all, each, order := cross(sessions, short)
	fmt.Fprintf(&b, "# The ranker on projects that it was not trained on\n\nMade by `go run ./tools/learn`. Of %d sessions; the labels and the measures are described there.\n\n", len(sessions))
	fmt.Fprintf(&b, "| project | must | useful | harmful | bullets a session | kind |\n|---|---|---|---|---|---|\n")
	for _, p := range projects(sessions) {
		fmt.Fprintf(&b, "| %s | %v |\n", p, each[p])
	}
	fmt.Fprintf(&b, "| all | %v |\n\nA sentence worth keeping is scored above another one in %.3f of pairs.\n", all, order)
	brief, none := crossShort(sessions, short)
	fmt.Fprintf(&b, "\n| invented short sessions | must | useful | harmful | bullets a session | kind |\n|---|---|---|---|---|---|\n| with something | %v |\n| with nothing | %v |\n", brief, none)
	return b.String()
}
