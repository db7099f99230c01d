package query

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/templates"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// An Asker lets a model answer questions from passages.
type Asker struct {
	ask.Asker // Model is required
}

// An Answer is the answer to a question.
type Answer struct {
	Sentences []Sentence
	By        string   // the model that wrote them
	None      bool     // the model says that the passages do not answer the question
	Left      []string // why sentences were left out
}

// A Sentence is a sentence of an answer and the passages that support it.
type Sentence struct {
	Text string
	On   []int // of the passages that were given, from 0
}

const (
	none         = "NOT_IN_THE_NOTES"
	sentenceMost = 500 // characters
	sentences    = 8
	maxTokens    = 1024
	questionMost = 2_000 // bytes
	asks         = 2     // the answer, and its repair
)

// Ask lets the model answer. An answer that the passages do not support at all has no sentences, and says why. The
// errors are the model's, ctx's and those of storing the answer.
func (a *Asker) Ask(ctx context.Context, question string, passages []Passage) (Answer, error) {
	var out Answer
	q, mark := a.question(question, passages)
	for try := range asks {
		q.Recipe = fsutil.Hash([]byte("query\x00" + a.Model.Name() + "\x00" + q.System + "\x00" + q.Prompt))
		r, err := a.Asker.Ask(ctx, q)
		if err != nil {
			if try > 0 && ctx.Err() == nil { // what was accepted before stays
				return out, nil
			}
			return out, err
		}
		out.By = r.By
		lines, err := ask.Inside(r.Text, mark, none)
		if err != nil {
			out.Left = append(out.Left, err.Error())
			q.Prompt += ask.Again("to this", err.Error(), mark)
			continue
		}
		if len(lines) == 0 {
			out.None = len(out.Sentences) == 0
			return out, nil
		}
		faults := take(lines, passages, &out)
		if len(faults) == 0 {
			return out, nil
		}
		var b strings.Builder
		for _, f := range faults {
			if !slices.Contains(out.Left, f.why) { // the repair may be as wrong
				out.Left = append(out.Left, f.why)
			}
			fmt.Fprintf(&b, "%s\n  (%s)\n", f.line, f.why)
		}
		q.Prompt += fmt.Sprintf("\nOf an earlier answer to this, these sentences were left out; the others are taken:\n\n%s\nAnswer once more in the same form, with these sentences only, mended so that they hold. Drop what cannot be mended; if that is all, answer %s.\n",
			ask.Quote(mark, "left out", b.String()), none)
	}
	return out, nil
}

// question writes the question and the passages behind a delimiter that they do not contain.
func (a *Asker) question(question string, passages []Passage) (q ask.Question, mark string) {
	var data strings.Builder
	fmt.Fprintf(&data, "Question: %s\n\n", flat(question, questionMost))
	q.Job, q.System, q.MaxTokens = "query", templates.Prompt("query"), maxTokens
	room := a.Model.Window() - len(q.System) - data.Len() - 2_000
	several := Several(passages)
	for i, p := range passages {
		about := cmp.Or(p.Day, "no day")
		if several && len(p.Projects) > 0 {
			about += ", project " + flat(strings.Join(p.Projects, " and "), 120)
		}
		if p.Past {
			about += ", past"
		}
		line := fmt.Sprintf("s%d (%s, %s): %s\n", i+1, flat(p.Title, 120), about, flat(p.Text, 1_200))
		if room -= len(line); room < 0 {
			break
		}
		data.WriteString(line)
	}
	mark = ask.Mark("Q", fsutil.Hash([]byte("query"+data.String())), data.String())
	q.Prompt = fmt.Sprintf("The mark of this question is %s.\n\n%s\nThat was all. Answer the question, in the form above, with the mark %s.\n",
		mark, ask.Quote(mark, "The question, and the notes nearest to it", data.String()), mark)
	return q, mark
}

// flat returns a text in one line, as a person reads it, of at most the given number of bytes.
func flat(s string, most int) string {
	s = proof.Line(s)
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + " …"
	}
	return s
}

// A fault is a line that was rejected, and why.
type fault struct{ line, why string }

// take accepts the lines of an answer that its passages support.
func take(lines []string, passages []Passage, out *Answer) (faults []fault) {
	for _, l := range lines {
		s, err := sentence(ask.Unlisted(l), passages)
		switch {
		case err != nil:
			faults = append(faults, fault{flat(l, 600), err.Error()})
		case slices.ContainsFunc(out.Sentences, func(o Sentence) bool { return said(o.Text) == said(s.Text) }):
		case len(out.Sentences) < sentences:
			out.Sentences = append(out.Sentences, s)
		}
	}
	return faults
}

// sentence parses "say [s1 s2]: words" and checks the words against the passages.
func sentence(l string, passages []Passage) (s Sentence, err error) {
	head, text, ok := strings.Cut(l, "]:")
	refs, ok2 := strings.CutPrefix(strings.ToLower(strings.TrimSpace(head)), "say")
	refs, ok3 := strings.CutPrefix(strings.TrimSpace(refs), "[")
	if !ok || !ok2 || !ok3 {
		return s, errors.New("it is no line of the form")
	}
	var all []*proof.Evidence
	for _, ref := range strings.FieldsFunc(refs, func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(strings.TrimPrefix(ref, "s"))
		if err != nil || n < 1 || n > len(passages) {
			return s, fmt.Errorf("it names %s, which it was not given", strconv.Quote(ref))
		}
		if !slices.Contains(s.On, n-1) {
			s.On = append(s.On, n-1)
			p := &passages[n-1]
			all = append(all, proof.Of(proof.Visible(p.Text), nil), proof.Of(proof.Visible(p.Title+" "+p.Day+" "+strings.Join(p.Projects, " ")), nil))
		}
	}
	s.Text = proof.Line(text)
	switch {
	case len(s.On) == 0:
		return s, errors.New("it names no note that it rests on")
	case s.Text == "" || len([]rune(s.Text)) > sentenceMost:
		return s, fmt.Errorf("it is no sentence of at most %d characters", sentenceMost)
	case strings.Contains(s.Text, "[[") || strings.Contains(s.Text, "]("):
		return s, errors.New("links are no part of a sentence")
	case proof.Lures(s.Text):
		return s, errors.New("it would have its reader fetch something and run it")
	case !proof.Together(all).Bears(s.Text):
		return s, errors.New("what it rests on speaks of something else")
	}
	if why := proof.Amiss(s.Text, all); why != "" {
		return s, errors.New(why)
	}
	if why := proof.Refuted(s.Text, proof.Sources{Said: all}); why != "" {
		return s, errors.New(why)
	}
	return s, nil
}
