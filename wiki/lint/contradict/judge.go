package contradict

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/holds"
)

// A Judge finds claims that contradict each other.
type Judge struct {
	Wiki      *wiki.Wiki   // required: the vault as it is
	Logs      []*daily.Log // required: all of them, oldest first
	ask.Asker              // Replies is required; with a nil Model only stored answers count
	Tell      func(string) // is called with what was left out of the answers; may be nil
	Count     bool         // ask nothing, but count what would be asked
}

// A Report is what is known of the pairs. If a run was interrupted, it holds what was known by then.
type Report struct {
	Disputes []Dispute    // in the order in which the later claims were said
	Pairs    int          // that were looked at, those that a person settled aside
	Calls    int          // that were answered
	Estimate ask.Estimate // with Count: what would be asked
	Unclear  int          // pairs on which no answer could be used
	Waiting  int          // pairs that were not asked about

	record *record
}

const (
	runMost     = 1000 // pairs that one run asks about
	answerUsual = 40   // bytes of an answer, for a pair
)

// A run is one run of a Judge.
type run struct {
	*Judge
	Report
	recipe string
	known  map[string]verdict // by key of the pair
}

// Run asks about all pairs that have no verdict yet. The error is that of asking, unless a single question
// caused it; the report is valid in any case.
func (j *Judge) Run(ctx context.Context) (*Report, error) {
	r := &run{Judge: j, known: map[string]verdict{}}
	r.record = recordOf(j.Logs)
	past := holds.OfLogs(j.Logs, j.Wiki)
	claims := j.claims(r.record, past)
	apart := people(claims, past.Disputes)
	pairs := slices.DeleteFunc(unite(apart, j.pairs(claims)), func(p *pair) bool { return r.record.settled[p.id()] != nil })
	r.Pairs = len(pairs)
	if j.Model != nil {
		r.recipe = recipe(j.Model.Name())
	}
	replies, err := load(j.Replies)
	if err != nil {
		return nil, err
	}
	for _, x := range replies {
		if j.Model == nil || x.Recipe == r.recipe {
			for _, v := range x.Verdicts {
				r.known[v.Pair] = v
			}
		}
	}
	for _, p := range apart { // this takes no model
		r.known[p.key()] = verdict{Pair: p.key(), Verdict: Contradict}
	}
	err = r.judge(ctx, pairs)
	if err == nil && j.Model != nil && !j.Count {
		r.prune(replies, pairs)
	}
	r.disputes(pairs)
	return &r.Report, err
}

// judge asks about the pairs that have no verdict.
func (r *run) judge(ctx context.Context, pairs []*pair) error {
	asked := map[string]bool{}
	var open []*pair
	for _, p := range pairs {
		key := p.key()
		if _, ok := r.known[key]; !ok && !asked[key] {
			asked[key] = true
			open = append(open, p)
		}
	}
	r.Waiting = len(open)
	if r.Model == nil {
		return nil
	}
	for _, batch := range cut(open[:min(len(open), runMost)], r.Model.Window()) {
		if r.Count {
			q, _ := question(batch, nil)
			r.Estimate.Add(q, answerUsual*len(batch))
			continue
		}
		if err := r.about(ctx, batch, nil); err != nil {
			return err
		}
	}
	return nil
}

// about asks about pairs, and once more about those for which the answer is unusable;
// why says what was wrong, nil the first time. It stores what it gets before it asks again.
func (r *run) about(ctx context.Context, pairs []*pair, why []string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	q, mark := question(pairs, why)
	a, err := r.Asker.Ask(ctx, q)
	if err == nil || ask.OutcomeOf(err).OfQuestion() { // else nobody may have been asked
		r.Calls++
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil && !ask.OutcomeOf(err).OfQuestion():
		return err
	case err != nil && len(pairs) > 1 && why == nil: // one of them may be all there is to it
		for _, p := range pairs {
			if err := r.about(ctx, []*pair{p}, []string{"there was none"}); err != nil {
				return err
			}
		}
		return nil
	}
	var lines []line
	if err == nil {
		lines, err = parse(a.Text, mark)
	}
	got, wrong, left := take(lines, pairs)
	for n := range wrong {
		if err != nil {
			wrong[n] = err.Error()
		}
	}
	for _, l := range left {
		r.tell(l)
	}
	return r.settleOn(ctx, pairs, got, wrong, why, a.By)
}

// settleOn stores the verdicts of an answer, and asks once more about the other pairs.
func (r *run) settleOn(ctx context.Context, pairs []*pair, got map[int]line, wrong map[int]string, why []string, by string) error {
	x := &reply{Recipe: r.recipe, By: by}
	var again []*pair
	var faults []string
	for n, p := range pairs {
		v := verdict{Pair: p.key(), Verdict: got[n].verdict, Reason: got[n].reason}
		if fault := wrong[n]; fault != "" {
			r.tell(fmt.Sprintf("%s and %s: %s", p.a.cites[0], p.b.cites[0], fault))
			if why == nil {
				again = append(again, p)
				if f := kindOf(fault); !slices.Contains(faults, f) {
					faults = append(faults, f)
				}
				continue
			}
			v = verdict{Pair: p.key(), Verdict: unclear, Left: fault}
		}
		x.Verdicts = append(x.Verdicts, v)
		r.known[v.Pair] = v
		r.Waiting--
	}
	if len(x.Verdicts) > 0 {
		if err := keep(r.Replies, x); err != nil {
			return err
		}
	}
	if len(again) == 0 {
		return nil
	}
	return r.about(ctx, again, faults)
}

// kindOf returns a fault without the words of the answer, because these must not go into a question.
func kindOf(fault string) string {
	for _, err := range []error{ask.ErrCut, ask.ErrForm, ask.ErrMark, ask.ErrTwice} {
		if strings.HasPrefix(fault, err.Error()) {
			return err.Error()
		}
	}
	if strings.Contains(fault, `"`) {
		return "a reason with a value that is in neither claim"
	}
	return fault
}

func (r *run) tell(s string) {
	if r.Tell != nil {
		r.Tell(s)
	}
}

// prune removes the replies about pairs that no longer exist, or of another recipe.
func (r *run) prune(replies []*reply, pairs []*pair) {
	live := map[string]bool{}
	for _, p := range pairs {
		live[p.key()] = true
	}
	var files []string
	for _, x := range replies {
		if x.Recipe != r.recipe || !slices.ContainsFunc(x.Verdicts, func(v verdict) bool { return live[v.Pair] }) {
			files = append(files, x.file)
		}
	}
	r.Replies.Drop(files)
}

// ErrUnknown says that no pair of contradicting claims has that name.
var ErrUnknown = errors.New("there are no claims of that name that do not agree")
