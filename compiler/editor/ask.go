package editor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/compiler/editor/form"
	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/compiler/editor/pages"
	"github.com/agent-admin/memoria/wiki/ask"
)

// inBatches asks about entries, batch by batch, and keeps the accepted part of each answer before it asks on.
func (s *session) inBatches(ctx context.Context, all pages.Batch) error {
	if len(all) == 0 || s.down != nil {
		return nil
	}
	r := newRun(s.Pages, s.Model.Window(), all)
	only := 0
	for _, i := range all {
		only += pages.Size(&s.Entries[i])
	}
	room := r.room(only)
	batches := s.cut(all, room)
	for n, b := range batches {
		q := r.about(b, room, len(batches) == 1)
		if s.Count {
			s.price(q)
			continue
		}
		if err := s.batch(ctx, q); err != nil {
			return err
		}
		if s.down != nil {
			return s.leave(batches[n:])
		}
	}
	return nil
}

// price counts a question, unless it is answered already.
func (r *session) price(q *asking) {
	if r.paid(r.blank(q), 1) != nil {
		return
	}
	r.estimate.Add(q.Question, answerUsual)
}

// paid returns the answer to a try at a question if it came and no reply was kept from it yet.
func (r *session) paid(x *kept.Reply, try int) *kept.Answered {
	i := slices.IndexFunc(r.open, func(o *kept.Answered) bool {
		return o.Try == fmt.Sprint(x.Recipe, " ", try) && slices.Equal(o.Entries, x.Entries)
	})
	if i < 0 {
		return nil
	}
	return r.open[i]
}

// blank returns the reply to a question that has no answer yet.
func (r *session) blank(q *asking) *kept.Reply {
	x := &kept.Reply{Recipe: r.recipe()}
	for _, i := range q.batch {
		r.count(x, i)
	}
	return x
}

// batch asks about a batch, and entry by entry if that gives nothing usable.
func (r *session) batch(ctx context.Context, q *asking) error {
	x, used, err := r.question(ctx, q)
	if err != nil || r.down != nil {
		return err
	}
	if x.Failed == "" || len(q.batch) == 1 || r.edited(q.batch) {
		r.missed(x)
		return r.keep(x, used)
	}
	if r.missed(x); r.down != nil { // the whole batch is asked about once the model works again
		r.fetched(used)
		return nil
	}
	r.tell(q.batch, "asked entry by entry", x.Failed, false)
	for _, i := range q.batch {
		one := q.about(pages.Batch{i}, len(q.prefix)/2, false)
		x, more, err := r.question(ctx, one)
		if err != nil || r.down != nil {
			return err
		}
		if err := r.keep(x, more); err != nil {
			return err
		}
		if r.missed(x); r.down != nil {
			break
		}
	}
	r.fetched(used)
	return nil
}

// fetched removes answers whose accepted parts are kept.
func (r *session) fetched(used []string) {
	if !r.Peek {
		r.Replies.Drop(used)
	}
}

// keep keeps a reply, so that the next questions take it into account.
func (r *session) keep(x *kept.Reply, used []string) error {
	var instead []*kept.Reply
	for _, id := range x.Entries {
		if old := r.covered[id]; old != nil && !slices.Contains(instead, old) {
			instead = append(instead, old)
		}
	}
	if x.Failed != "" && slices.ContainsFunc(instead, func(o *kept.Reply) bool { return o.Failed == "" }) {
		r.fetched(used) // the earlier reply is better than nothing
		return nil
	}
	rest := r.rest(x, instead)
	if !r.Peek {
		if rest != nil { // first, so that these stay pending if the run is killed here
			if err := kept.Keep(r.Replies, rest, nil); err != nil {
				return err
			}
		}
		if err := kept.Keep(r.Replies, x, instead); err != nil {
			return err
		}
	}
	r.fetched(used)
	r.counted(x)
	r.replies = slices.DeleteFunc(r.replies, func(o *kept.Reply) bool { return slices.Contains(instead, o) })
	r.add(x)
	if rest != nil {
		r.add(rest)
	}
	r.sort()
	r.Apply(x)
	r.news = true
	return nil
}

// counted adds a reply to the tally of a run.
func (r *session) counted(x *kept.Reply) {
	if x.Failed != "" {
		r.tally.Aside += len(x.Entries)
		return
	}
	r.tally.Entries += len(x.Entries)
	r.tally.Left += len(x.Left)
}

// question asks a question, once more with what was wrong, and accepts what holds of both answers. If nothing is
// usable the reply says why. used are the files of the answers.
func (r *session) question(ctx context.Context, q *asking) (x *kept.Reply, used []string, err error) {
	x = r.blank(q)
	next, mark, refs := q.Question, q.mark, q.refs
	var faults []fault
	for try := 1; try <= asksMost; try++ {
		q.mark, q.refs = mark, refs
		a, file, err := r.answer(ctx, q, next, x, try)
		var lines []form.Line
		if err == nil {
			used = append(used, file)
			x.By = a.By
			lines, err = form.Parse(a.Text, q.mark)
		}
		switch {
		case ctx.Err() != nil:
			return nil, nil, ctx.Err()
		case errors.As(err, new(keepError)):
			return nil, nil, err
		case err != nil && r.down != nil:
			return x, used, nil
		case err != nil && try == 1 && (ask.Malformed(err) || ask.OutcomeOf(err) == ask.Empty):
			q.mark = mark
			next = q.again(err, nil, nil)
			continue
		case err != nil && faults == nil:
			x.Failed, x.Kind = err.Error(), kindOfMiss(err)
			return x, used, nil
		}
		if err != nil { // the repair failed: what was accepted before stays
			break
		}
		q.before = x.Edits
		edits, bad := q.take(lines)
		x.Edits = merged(x.Edits, edits)
		for _, f := range bad { // of the repair too: what it corrects was wrong all the same
			if !slices.Contains(faults, f) {
				faults = append(faults, f)
			}
		}
		if len(bad) == 0 {
			break
		}
		q.mark = mark
		next = q.again(nil, bad, x.Edits)
	}
	denied := r.verify(ctx, q, x)
	q.mark, q.refs = mark, refs
	more, file, err := r.anew(ctx, q, x, denied)
	if err != nil {
		return nil, nil, err
	}
	if faults = slices.Concat(faults, denied, more); file != "" {
		used = append(used, file)
	}
	for _, f := range faults {
		x.Left = append(x.Left, f.why)
		r.tell(q.batch, "left out "+kindOf(f.line), f.why, true)
	}
	return x, used, nil
}

// anew asks once more for the leads and descriptions that the model denied, and takes what it does not deny again. file
// is that of the answer, "" for none.
func (r *session) anew(ctx context.Context, q *asking, x *kept.Reply, denied []fault) (faults []fault, file string, err error) {
	denied = slices.DeleteFunc(slices.Clone(denied), func(f fault) bool { return kindOf(f.line) == "a point" })
	if len(denied) == 0 || r.down != nil {
		return nil, "", nil
	}
	mark := q.mark
	a, file, err := r.answer(ctx, q, q.again(nil, denied, x.Edits), x, asksMost+1)
	switch {
	case ctx.Err() != nil || errors.As(err, new(keepError)):
		return nil, "", err
	case err != nil:
		r.down = nil // what was accepted stays
		return nil, "", nil
	}
	lines, err := form.Parse(a.Text, q.mark)
	if q.mark = mark; err != nil {
		return nil, file, nil
	}
	q.before = x.Edits
	edits, faults := q.take(lines)
	y := &kept.Reply{}
	for _, e := range edits {
		y.Edits = append(y.Edits, kept.Edit{Article: e.Article, Lead: e.Lead, Description: e.Description})
	}
	faults = append(faults, r.verify(ctx, q, y)...)
	x.Edits = merged(x.Edits, y.Edits)
	return faults, file, nil
}

// answerUsual is the usual size of an answer, in bytes: a few articles with some lines each.
const answerUsual = 3 << 10

const asksMost = 2 // the answer, and its repair

// kindOf names a line without its words.
func kindOf(l string) string {
	for _, k := range form.Kinds {
		if strings.HasPrefix(strings.ToLower(l), k) {
			if k == "article" || k == "instead" {
				return "an " + k
			}
			return "a " + k
		}
	}
	return "a line"
}

// A keepError is an error in keeping a paid answer.
type keepError struct{ error }

func (e keepError) Unwrap() error { return e.error }

// answer returns an answer about entries with the meaning of its references: a kept one, or a new one, which it
// keeps. A failure that other questions would meet too ends the asking.
func (r *session) answer(ctx context.Context, q *asking, next ask.Question, of *kept.Reply, try int) (a ask.Answer, file string, err error) {
	x := &kept.Answered{Entries: of.Entries, Try: fmt.Sprint(of.Recipe, " ", try)}
	file = kept.Asked(x)
	if o := r.paid(of, try); o != nil {
		q.mark, q.refs = o.Mark, o.Refs
		return o.Answer, file, nil
	}
	if err := ctx.Err(); err != nil {
		return a, "", err
	}
	r.tally.Calls++
	if a, err = r.Ask(ctx, next); err != nil {
		if !ask.OutcomeOf(err).OfQuestion() && ctx.Err() == nil {
			r.down = err
			r.tell(q.batch, "written without a model", err.Error(), false)
		}
		return a, "", err
	}
	x.Answer, x.Mark, x.Refs = a, q.mark, q.refs
	if err := r.Replies.Keep(file, x); err != nil {
		return a, "", keepError{err}
	}
	return a, file, nil
}

// recipe identifies what a question depends on besides the data.
func (s *session) recipe() string {
	return ask.Recipe(s.Model.Name(), rules(), shape())
}

// merged returns the edits of an answer with those of its repair.
func merged(a, b []kept.Edit) []kept.Edit {
	for _, e := range b {
		i := slices.IndexFunc(a, func(o kept.Edit) bool { return o.Article == e.Article })
		if i < 0 {
			a = append(a, e)
			continue
		}
		o := &a[i]
		o.Claims, o.Links = append(o.Claims, e.Claims...), append(o.Links, e.Links...)
		o.Drops = append(o.Drops, e.Drops...)
		o.Rename, o.Merge, o.Remove = cmp.Or(o.Rename, e.Rename), cmp.Or(o.Merge, e.Merge), o.Remove || e.Remove
		if e.Lead.Text != "" {
			o.Lead = e.Lead
		}
		if e.Description.Text != "" {
			o.Description = e.Description
		}
	}
	return a
}

func (s *session) tell(b pages.Batch, what, why string, left bool) {
	n := Note{s.days(b), what, s.Cleaned(why), left}
	if s.Tell == nil || s.told[n] {
		return
	}
	if s.told == nil {
		s.Author.told = map[Note]bool{}
	}
	s.told[n] = true
	s.Tell(n)
}

// String returns the note in one line.
func (n Note) String() string { return fmt.Sprintf("%s: %s: %s", n.Days, n.What, n.Why) }
