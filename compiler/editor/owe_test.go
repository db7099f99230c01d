package editor

import (
	"context"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/editor/kept"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

func noNews(*daily.Dated) bool { return false }

// After a temporary failure or a limit, entries are pending: their articles are whole without the model, they are
// reported as pending, and the next run asks about them though they are no longer news.
func TestOwed(t *testing.T) {
	busy := &asktest.Model{Say: func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.Retry} }}
	v := newVault(t, busy)
	must.Equal(t, v.revise(tide()), plain(t, tide()), "v.revise(tide())")
	x, err := kept.AccountOf(v.Replies)
	must.Hold(t, err == nil && len(x.Aside) == 1 && x.Aside[0].Owed && x.Aside[0].Entries == 2 && len(x.Aside[0].Days) == 2 && v.Owes(), "%+v %v", x, err)
	n := v.Tally()
	must.Hold(t, n.Calls == 1 && n.Owed == 2 && n.Entries+n.Aside == 0, "%+v", n)
	again := edits()
	a := &Author{Base: v.Base, Asker: ask.Asker{Replies: v.Replies, Model: again}}
	drafts, err := a.Revise(context.Background(), tide(), nil, noNews)
	must.Hold(t, err == nil && len(again.Asked) == 1 && !a.Owes() && a.Tally().Entries == 2 && strings.Contains(render(drafts), "=> wal-growth"), "asked %d times, %+v, %v", len(again.Asked), a.Tally(), err)
	if got := v.replay(tide()); got != render(drafts) || len(v.files()) != 1 {
		t.Errorf("%v: %s", v.files(), got)
	}
}

// A pending question is dropped if its entries have changed.
func TestOwedIsMoot(t *testing.T) {
	v := newVault(t, &asktest.Model{Say: func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.OverBudget} }})
	v.revise(tide())
	changed := tide()
	changed[0].Bullets[1].Text += ", for a day"
	changed[1].Bullets[1].Text += ", ever"
	m := says(honestArticle, honestLead)
	a := &Author{Base: v.Base, Asker: ask.Asker{Replies: v.Replies, Model: m}}
	if _, err := a.Revise(context.Background(), changed, nil, noNews); err != nil || a.Owes() || len(m.Asked) != 0 {
		t.Errorf("asked %d times, %v, %v", len(m.Asked), v.files(), err)
	}
}

// What was set aside is not asked about again by asking for all, but only if somebody names it; once given up it is
// no longer reported.
func TestRetryAside(t *testing.T) {
	m := &asktest.Model{Say: func(ask.Question, int) (string, error) { return "I would rather not.", nil }}
	v := newVault(t, m)
	v.revise(tide()[:1])
	v.Again = true
	v.revise(tide()[:1])
	x, _ := kept.AccountOf(v.Replies)
	must.Be(t, len(m.Asked) == 2 && len(x.Aside) == 1 && !x.Aside[0].Owed && !v.Owes(), "asked %d times, %+v", len(m.Asked), x)
	if some, err := kept.Retry(v.Replies, "nothing"); err != nil || len(some) != 0 {
		t.Error(some, err)
	}
	if some, err := kept.Retry(v.Replies, x.Aside[0].ID[:6]); err != nil || len(some) != 1 || !v.Owes() {
		t.Error(some, err)
	}
	_, err := v.Revise(context.Background(), tide()[:1], nil, noNews)
	must.Hold(t, err == nil && len(m.Asked) == 4 && !v.Owes(), "asked %d times, %v", len(m.Asked), err)
	must.Do(t, kept.Give(v.Replies, x.Aside[0].ID))
	if x, _ := kept.AccountOf(v.Replies); len(x.Aside) != 0 || kept.Give(v.Replies, "nothing") == nil {
		t.Errorf("%+v", x)
	}
	if v.revise(tide()[:1]); len(m.Asked) != 4 {
		t.Errorf("asked %d times", len(m.Asked))
	}
}

// A preview of what a model would say is paid for once: the next run uses its answers, even if lines of them were
// left out, or entries were asked about one by one.
func TestPeek(t *testing.T) {
	lie := func(q ask.Question, _ int) (string, error) {
		if strings.Contains(q.Prompt, "900 MB") && strings.Contains(q.Prompt, "30 minutes") {
			return "=== MARK\narticle: SQLite\nnonsense\n=== end MARK", nil
		}
		return envelope(q, honestArticle, honestLead, "point [{1000 pages}]: SQLite checkpoints the WAL after 2000 pages"), nil
	}
	m := &asktest.Model{Say: lie}
	v := newVault(t, m)
	v.Peek = true
	shown, calls := v.revise(tide()), len(m.Asked)
	must.Be(t, calls >= 4 && v.replay(tide()) == plain(t, tide()), "asked %d times", calls)
	must.Hold(t, v.revise(tide()) == shown && len(m.Asked) == calls, "a second look asked %d times", len(m.Asked)-calls)
	v.Count = true
	if v.revise(tide()); v.Estimate().Calls > 1 {
		t.Errorf("%+v", v.Estimate())
	}
	v.Peek, v.Count = false, false
	must.Hold(t, v.revise(tide()) == shown && len(m.Asked) == calls && v.replay(tide()) == shown, "asked %d times for what was seen", len(m.Asked)-calls)
	for _, f := range v.files() {
		must.Hold(t, !strings.HasPrefix(f, ask.Unread), "%s is left", f)
	}
}
