// Package verify asks a model whether lines follow from words, where code cannot tell.
package verify

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// A Line is held against the words that it rests on.
type Line struct{ Text, Words string }

const (
	linesMost = 12      // of one question
	wordsMost = 2 << 10 // bytes of the words of one line
)

// Job is what the questions are counted as.
const Job = "verify"

// Ask returns of each line whether the model says that it does not follow, and the recipe of the answer. Lines beyond
// the first dozen are not asked about. An error is the model's, or says that its answer has not the form.
func Ask(ctx context.Context, a ask.Asker, lines []Line) (no []bool, recipe string, err error) {
	no = make([]bool, len(lines))
	lines = lines[:min(len(lines), linesMost)]
	q := question(a.Model.Name(), lines)
	if q.Size() > a.Model.Window() {
		return no, "", nil
	}
	r, err := a.Ask(ctx, q.Question)
	if err != nil {
		return no, "", err
	}
	inside, err := ask.Inside(r.Text, q.mark, "")
	if err != nil {
		return no, q.Recipe, err
	}
	for _, l := range inside {
		n, verdict, _ := strings.Cut(ask.Unlisted(l), ":")
		i, bad := strconv.Atoi(strings.TrimSpace(n))
		switch verdict = strings.ToLower(strings.Trim(verdict, " .*`")); {
		case bad != nil || i < 1 || i > len(lines) || verdict != "yes" && verdict != "no":
			return make([]bool, len(no)), q.Recipe, fmt.Errorf("%w: %q", ask.ErrForm, l)
		default:
			no[i-1] = verdict == "no"
		}
	}
	return no, q.Recipe, nil
}

type asking struct {
	ask.Question
	mark string
}

func question(model string, lines []Line) asking {
	var data strings.Builder
	for i, l := range lines {
		fmt.Fprintf(&data, "note %d: %s\nrests on:\n%s\n", i+1, l.Text, excerpt(l.Words, l.Text))
	}
	q := asking{Question: ask.Question{Job: Job, System: templates.Prompt("verify"), MaxTokens: 16 + 8*len(lines)}}
	q.Recipe = ask.Recipe(Job, model, q.System, data.String())
	q.mark = ask.Mark("Q", q.Recipe, data.String())
	q.Prompt = fmt.Sprintf("The mark of these notes is %s.\n\n%sThat was all. Answer with %d lines, in the form above, with the mark %s.\n",
		q.mark, ask.Quote(q.mark, "notes", data.String()), len(lines), q.mark)
	return q
}

// excerpt returns the lines of some words that have most in common with a text, in their order, at most wordsMost bytes.
func excerpt(words, text string) string {
	about := proof.Stems(proof.Folded(text))
	type said struct {
		line   string
		at     int
		shared int
	}
	var all []said
	for l := range strings.Lines(words) {
		for _, l := range prose.Sentences(l) {
			n := 0
			for w := range proof.Stems(proof.Folded(l)) {
				if about[w] {
					n++
				}
			}
			all = append(all, said{l, len(all), n})
		}
	}
	slices.SortStableFunc(all, func(a, b said) int { return b.shared - a.shared })
	room := wordsMost
	for i := range all {
		if room -= len(all[i].line) + 1; room < 0 {
			all = all[:i]
			break
		}
	}
	slices.SortFunc(all, func(a, b said) int { return a.at - b.at })
	var b strings.Builder
	for i, s := range all {
		if i > 0 && s.at > all[i-1].at+1 {
			b.WriteString("[…]\n")
		}
		b.WriteString(s.line + "\n")
	}
	return b.String()
}
