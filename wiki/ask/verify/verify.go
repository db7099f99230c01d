// Package verify asks a model whether lines follow from words, where code cannot tell.
package verify

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// A Said is what somebody said, and how it is called in the question.
type Said struct{ Name, Words string }

// A Line is held against what it rests on, by the index; against all that was said if On is empty.
type Line struct {
	Text string
	On   []int
}

const (
	linesMost = 40       // of one question
	wordsMost = 24 << 10 // bytes of the words of one question
)

// Job is what the questions are counted as.
const Job = "verify"

// Ask returns of each line whether the model says that it does not follow, and the recipe of the answer. Lines beyond
// the first forty are not asked about. An error is the model's, or says that its answer has not the form.
func Ask(ctx context.Context, a ask.Asker, said []Said, lines []Line) (no []bool, recipe string, err error) {
	no = make([]bool, len(lines))
	lines = lines[:min(len(lines), linesMost)]
	q := question(a.Model.Name(), said, lines)
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

func question(model string, said []Said, lines []Line) asking {
	var data strings.Builder
	for i, words := range excerpt(said, lines) {
		if words != "" {
			fmt.Fprintf(&data, "%s:\n%s\n", said[i].Name, words)
		}
	}
	for i, l := range lines {
		var on []string
		for _, at := range l.On {
			name, _, _ := strings.Cut(said[at].Name, " ")
			on = append(on, name)
		}
		fmt.Fprintf(&data, "note %d, on %s: %s\n", i+1, cmp.Or(strings.Join(on, " "), "all"), l.Text)
	}
	q := asking{Question: ask.Question{Job: Job, System: templates.Prompt("verify"), MaxTokens: 16 + 8*len(lines)}}
	q.Recipe = ask.Recipe(Job, model, q.System, data.String())
	q.mark = ask.Mark("Q", q.Recipe, data.String())
	q.Prompt = fmt.Sprintf("The mark of these notes is %s.\n\n%sThat was all. Answer with %d lines, in the form above, with the mark %s.\n",
		q.mark, ask.Quote(q.mark, "notes", data.String()), len(lines), q.mark)
	return q
}

// excerpt returns of all that was said the sentences that have most in common with the lines that rest on it, in their
// order, together at most wordsMost bytes. What begins a turn, and what is short, may be the answer to what stood before.
func excerpt(said []Said, lines []Line) []string {
	type sentence struct {
		text   string
		of, at int
		shared int
	}
	var about []map[string]bool
	for _, l := range lines {
		about = append(about, proof.Stems(proof.Folded(l.Text)))
	}
	var all []sentence
	for i, x := range said {
		var on []map[string]bool
		for k, l := range lines {
			if len(l.On) == 0 || slices.Contains(l.On, i) {
				on = append(on, about[k])
			}
		}
		at := 0
		for l := range strings.Lines(x.Words) {
			for _, text := range prose.Sentences(l) {
				n := 0
				switch {
				case at == 0:
					n = 3
				case len(text) < shortMost:
					n = 1
				}
				all = append(all, sentence{text, i, at, n + most(on, proof.Stems(proof.Folded(text)))})
				at++
			}
		}
		if len(on) == 0 {
			all = all[:len(all)-at]
		}
	}
	sorting.Stable(all, func(a, b sentence) int { return b.shared - a.shared })
	room := wordsMost
	for i := range all {
		if room -= len(all[i].text) + 1; room < 0 {
			all = all[:i]
			break
		}
	}
	sorting.By(all, func(a, b sentence) int { return cmp.Or(a.of-b.of, a.at-b.at) })
	out, next := make([]string, len(said)), make([]int, len(said))
	for _, s := range all {
		if s.at > next[s.of] {
			out[s.of] += "[…]\n"
		}
		out[s.of] += s.text + "\n"
		next[s.of] = s.at + 1
	}
	return out
}

const shortMost = 40 // bytes

// most returns how many of some stems stand in the one of several that has most of them.
func most(of []map[string]bool, stems map[string]bool) (most int) {
	for _, about := range of {
		n := 0
		for w := range stems {
			if about[w] {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}
