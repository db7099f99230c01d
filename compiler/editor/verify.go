package editor

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/verify"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// counted is a model of which the calls are counted: an answer that is kept is none.
type counted struct {
	ask.Model
	calls *int
}

func (c counted) Ask(ctx context.Context, q ask.Question) (ask.Answer, error) {
	*c.calls++
	return c.Model.Ask(ctx, q)
}

// verify asks the model about the leads and descriptions, and the points, of which code is not sure, and
// takes out those that do not follow from their lines. Without an answer they stay, since nothing contradicts them.
func (r *session) verify(ctx context.Context, q *asking, x *kept.Reply) (faults []fault) {
	if !r.Verify {
		return nil
	}
	var said []verify.Said
	var lines []verify.Line
	var texts []*kept.Words
	var as []fault         // if they are denied
	at := map[string]int{} // of what was said
	add := func(e *kept.Edit, kind string, t *kept.Words) {
		if t.Text == "" || !proof.Unsure(t.Text, q.Evidence(t.On)) {
			return
		}
		var on []int
		var refs []string
		for _, k := range t.On {
			refs = append(refs, q.refOf(k))
			if _, ok := at[k]; !ok {
				at[k] = len(said)
				said = append(said, verify.Said{Name: k + " " + q.KindOf(k) + q.under(k), Words: q.Text[k]})
			}
			on = append(on, at[k])
		}
		lines, texts = append(lines, verify.Line{Text: t.Text, On: on}), append(texts, t)
		as = append(as, fault{e.Article, fmt.Sprintf("%s [%s]: %s", kind, strings.Join(refs, " "), t.Text), "the model says that it does not follow from its lines"})
	}
	for i := range x.Edits {
		e := &x.Edits[i]
		add(e, "lead", &e.Lead)
		add(e, "description", &e.Description)
		for k := range e.Claims {
			add(e, "point", &e.Claims[k].Words)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	asker := r.Asker
	asker.Model = counted{r.Model, &r.tally.Calls}
	no, recipe, err := verify.Ask(ctx, asker, said, lines)
	if !r.Peek { // else whoever compiles next takes the answer
		r.Replies.DropAnswers([]string{recipe})
	}
	if err != nil {
		r.tell(q.batch, "not verified", err.Error(), true)
		return nil
	}
	for i, t := range texts {
		if no[i] {
			faults = append(faults, as[i])
			*t = kept.Words{}
		}
	}
	for i := range x.Edits {
		e := &x.Edits[i]
		e.Claims = slices.DeleteFunc(e.Claims, func(c kept.Claim) bool { return c.Text == "" })
	}
	x.Edits = slices.DeleteFunc(x.Edits, func(e kept.Edit) bool { return e.Empty() || e.New && len(e.Claims) < claimsLeast })
	return faults
}

// under names the heading below which a line stands, and says what the entry is on.
func (q *asking) under(key string) string {
	i, ok := q.Blocks[key]
	if !ok {
		return ""
	}
	e := &q.Entries[i]
	return " under \"" + proof.Line(strings.TrimRight(e.Project+": "+e.Title+": "+e.Context, ": ")) + "\""
}
