package editor

import (
	"context"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
)

func noNews(*daily.Dated) bool { return false }

// A model that fails in passing, or a limit, leaves entries waiting: they are whole without it, told
// as waiting, and the next run asks about them though they are no news any more (G-02, G-11).
func TestOwed(t *testing.T) {
	busy := &scripted{say: func(Question, int) (string, error) { return "", failing{"retry"} }}
	v := newVault(t, busy)
	if got := v.revise(tide()); got != plain(t, tide()) {
		t.Error(got)
	}
	x, err := v.Replies.Account()
	if err != nil || len(x.Aside) != 1 || !x.Aside[0].Owed || x.Aside[0].Entries != 2 || len(x.Aside[0].Days) != 2 || !v.Owes() {
		t.Errorf("%+v %v", x, err)
	}
	if n := v.Tally(); n.Calls != 1 || n.Owed != 2 || n.Entries+n.Aside != 0 {
		t.Errorf("%+v", n)
	}
	again := edits()
	a := &Author{Base: v.Base, Replies: v.Replies, Model: again}
	drafts, err := a.Revise(context.Background(), tide(), nil, noNews)
	if err != nil || len(again.asked) != 1 || a.Owes() || a.Tally().Entries != 2 || !strings.Contains(render(drafts), "=> wal-growth") {
		t.Errorf("asked %d times, %+v, %v", len(again.asked), a.Tally(), err)
	}
	if got := v.replay(tide()); got != render(drafts) || len(v.files()) != 1 {
		t.Errorf("%v: %s", v.files(), got)
	}
}

// What is owed for entries that are others now is owed no more.
func TestOwedIsMoot(t *testing.T) {
	v := newVault(t, &scripted{say: func(Question, int) (string, error) { return "", failing{"over budget"} }})
	v.revise(tide())
	changed := tide()
	changed[0].Bullets[1].Text += ", for a day"
	changed[1].Bullets[1].Text += ", ever"
	m := says(honestArticle, honestLead)
	a := &Author{Base: v.Base, Replies: v.Replies, Model: m}
	if _, err := a.Revise(context.Background(), changed, nil, noNews); err != nil || a.Owes() || len(m.asked) != 0 {
		t.Errorf("asked %d times, %v, %v", len(m.asked), v.files(), err)
	}
}

// What was set aside is not asked about again by asking for all, but by somebody who names it; who
// gives it up hears no more of it.
func TestRetryAside(t *testing.T) {
	m := &scripted{say: func(Question, int) (string, error) { return "I would rather not.", nil }}
	v := newVault(t, m)
	v.revise(tide()[:1])
	v.Again = true
	v.revise(tide()[:1])
	x, _ := v.Replies.Account()
	if len(m.asked) != 2 || len(x.Aside) != 1 || x.Aside[0].Owed || v.Owes() {
		t.Fatalf("asked %d times, %+v", len(m.asked), x)
	}
	if some, err := v.Replies.Retry("nothing"); err != nil || len(some) != 0 {
		t.Error(some, err)
	}
	if some, err := v.Replies.Retry(x.Aside[0].ID[:6]); err != nil || len(some) != 1 || !v.Owes() {
		t.Error(some, err)
	}
	if _, err := v.Revise(context.Background(), tide()[:1], nil, noNews); err != nil || len(m.asked) != 4 || v.Owes() {
		t.Errorf("asked %d times, %v", len(m.asked), err)
	}
	if err := v.Replies.Give(x.Aside[0].ID); err != nil {
		t.Fatal(err)
	}
	if x, _ := v.Replies.Account(); len(x.Aside) != 0 || v.Replies.Give("nothing") == nil {
		t.Errorf("%+v", x)
	}
	if v.revise(tide()[:1]); len(m.asked) != 4 {
		t.Errorf("asked %d times", len(m.asked))
	}
}

// A look at what a model would say is paid for once: the run that follows takes its answers, also where
// lines of them were left out, and entries were asked about one by one.
func TestPeek(t *testing.T) {
	lie := func(q Question, _ int) (string, error) {
		if strings.Contains(q.Prompt, "900 MB") && strings.Contains(q.Prompt, "30 minutes") {
			return "=== MARK\narticle: SQLite\nnonsense\n=== end MARK", nil
		}
		return envelope(q, honestArticle, honestLead, "point [{1000 pages}]: SQLite checkpoints the WAL after 2000 pages"), nil
	}
	m := &scripted{say: lie}
	v := newVault(t, m)
	v.Peek = true
	shown, calls := v.revise(tide()), len(m.asked)
	if calls < 4 || v.replay(tide()) != plain(t, tide()) {
		t.Fatalf("asked %d times", calls)
	}
	if v.revise(tide()) != shown || len(m.asked) != calls {
		t.Errorf("a second look asked %d times", len(m.asked)-calls)
	}
	v.Count = true
	if v.revise(tide()); v.Estimate().Calls > 1 {
		t.Errorf("%+v", v.Estimate())
	}
	v.Peek, v.Count = false, false
	if v.revise(tide()) != shown || len(m.asked) != calls || v.replay(tide()) != shown {
		t.Errorf("asked %d times for what was seen", len(m.asked)-calls)
	}
	for _, f := range v.files() {
		if strings.HasPrefix(f, askedPrefix) {
			t.Errorf("%s is left", f)
		}
	}
}
