package summary

import (
	"context"
	"errors"
	"fmt"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/fsutil/must"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

var talk = said(
	"person: The import is slow. We must not lose rows when it is killed.",
	"agent: I profiled it: 80 % of the time goes into fsync, once a row. I tried a read-write mutex first, which was not faster because writers dominate.",
	"person: Batch 500 rows a transaction then, because a batch survives a kill as a whole.",
	"agent: Done. `importRows` in store/import.go now commits every 500 rows; it takes 12 s instead of 95 s.",
	"person: Good. In general I want errors wrapped with %w. And remember to ask Mira about the index tomorrow.",
)

var good = []string{
	"title: Batching the import",
	"context: The import was slow, and rows must not be lost when it is killed",
	"decision [t3 t4]: Commit 500 rows a transaction in the import, because a batch survives a kill as a whole",
	"lesson [t2]: Tried a read-write mutex in the import: not faster, because writers dominate. Given up",
	"preference [t5]: Errors are wrapped with %w",
	"fact [t4]: `importRows` in store/import.go takes 12 s instead of 95 s",
	"action [t5]: Ask Mira about the index",
}

func TestWrite(t *testing.T) {
	m := says(good...)
	a, notes := noted(m)
	sum, by := write(t, a, talk)
	wantLines(t, sum,
		"decision: Commit 500 rows a transaction in the import, because a batch survives a kill as a whole",
		"lesson: Tried a read-write mutex in the import: not faster, because writers dominate. Given up",
		"preference: Errors are wrapped with %w",
		"fact: `importRows` in store/import.go takes 12 s instead of 95 s",
		"action: Ask Mira about the index")
	must.Hold(t, sum.Title == "Batching the import" && sum.Context != "" && by == "script/one" && len(*notes) == 0, "title %q, context %q, by %q, told %v", sum.Title, sum.Context, by, *notes)
	q := m.Asked[0]
	for _, turn := range talk {
		must.Hold(t, strings.Contains(q.Prompt, turn.Text), "the prompt lacks %q", turn.Text)
	}
	must.Hold(t, !strings.Contains(q.System+q.Prefix, asktest.Mark(q.Prompt)) && strings.Contains(q.Prompt, "in English"), "prompt: %s", q.Prompt)
}

func TestNothing(t *testing.T) {
	a, _ := noted(&asktest.Model{Say: func(ask.Question, int) (string, error) { return "`NOTHING_WORTH_KEEPING`", nil }})
	sum, by := write(t, a, talk)
	must.Hold(t, len(sum.Bullets) == 0 && sum.Title == "" && by == "script/one", "got %v by %q", sum, by)
}

// The language of the person is asked for, also where the agent speaks another.
func TestLanguage(t *testing.T) {
	m := says("decision [t1]: Wir nehmen SQLite, weil es keinen Server braucht")
	a, _ := noted(m)
	sum, _ := write(t, a, said("person: Wir nehmen SQLite, weil es keinen Server braucht und nicht viel kann.", "agent: I will use SQLite then, and this is all in English for once."))
	wantLines(t, sum, "decision: Wir nehmen SQLite, weil es keinen Server braucht")
	must.Hold(t, strings.Contains(m.Asked[0].Prompt, ", in German."), "%v", m.Asked[0].Prompt)
}

func TestUnusableAnswers(t *testing.T) {
	extracted, _ := (extract.Author{}).Summarise(context.Background(), talk, nil)
	ok := asktest.Envelope(good...)
	for _, c := range []struct {
		name    string
		answers []any // of each call: a text, or an error
		by      string
		calls   int
	}{
		{"malformed, then good", []any{"I cannot.", ok}, "script/one", 2},
		{"wrong mark, then good", []any{strings.ReplaceAll(ok, "MARK", "M00000000000000ff"), ok}, "script/one", 2},
		{"twice, then good", []any{ok + "\n" + ok, ok}, "script/one", 2},
		{"malformed for good", []any{"I cannot.", "Could you paste the transcript?"}, "extractive", 2},
		{"empty, then good", []any{asktest.Failure{Kind: ask.Empty}, ok}, "script/one", 2},
		{"empty for good", []any{asktest.Failure{Kind: ask.Empty}, asktest.Failure{Kind: ask.Empty}}, "extractive", 2},
		{"refused", []any{asktest.Failure{Kind: ask.Refused}}, "extractive", 1},
		{"fatal", []any{asktest.Failure{Kind: ask.Fatal}}, "extractive", 1},
		{"cut off, too short to halve", []any{strings.TrimSuffix(ok, "=== end MARK")}, "extractive", 1},
		{"truncated, too short to halve", []any{asktest.Failure{Kind: ask.Truncated}}, "extractive", 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := &asktest.Model{Say: func(_ ask.Question, n int) (string, error) {
				if n > len(c.answers) {
					return "", fmt.Errorf("call %d is too many", n)
				}
				switch x := c.answers[n-1].(type) {
				case error:
					return "", x
				case string:
					return x, nil
				}
				panic(n)
			}}
			a, notes := noted(m)
			sum, by := write(t, a, talk)
			must.Hold(t, by == c.by && len(m.Asked) == c.calls && len(*notes) != 0, "by %q after %d calls, told %v", by, len(m.Asked), *notes)
			must.Hold(t, c.by != "extractive" || reflect.DeepEqual(sum, extracted), "got %v", sum)
			if c.by != "extractive" {
				wantLines(t, sum, lines(sum)...)
				must.Hold(t, len(sum.Bullets) == 5, "bullets %v", sum.Bullets)
			}
		})
	}
}

// A passing failure is the caller's: nothing is made of the stretch.
func TestPassingFailures(t *testing.T) {
	for _, want := range []error{asktest.Failure{Kind: ask.Retry, After: 30 * time.Second}, asktest.Failure{Kind: ask.OverBudget, After: time.Hour}, errors.New("odd")} {
		a, _ := noted(&asktest.Model{Say: func(ask.Question, int) (string, error) { return "", want }})
		sum, by, _, err := a.Write(context.Background(), talk, nil, before.Past{}, false)
		must.Hold(t, errors.Is(err, want) && by == "" && len(sum.Bullets) == 0, "%v: got %v by %q, %v", want, sum, by, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	a, _ := noted(&asktest.Model{Say: func(ask.Question, int) (string, error) { cancel(); return "", asktest.Failure{Kind: ask.Fatal} }})
	_, _, _, err := a.Write(ctx, talk, nil, before.Past{}, false)
	must.Hold(t, errors.Is(err, context.Canceled), "interrupted: %v", err)
}

// What cannot be mended is asked for once in a run, and told once.
func TestFatalStays(t *testing.T) {
	m := &asktest.Model{Say: func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.Fatal} }}
	a, notes := noted(m)
	for range 3 {
		_, by := write(t, a, talk)
		must.Hold(t, by == "extractive", "by %q", by)
	}
	must.Hold(t, len(m.Asked) == 1 && len(*notes) == 1, "%d calls, told %v", len(m.Asked), *notes)
}

type known []Memory

func (k known) About(_ context.Context, _ string, room int) []Memory { return k }

// A line that takes back a memory names it, and says so.
func TestCorrection(t *testing.T) {
	m := says("decision [t1 k1]: The timeout of the feed is 60 s now (was 30 s), because 30 s was too short", "fact [t1]: The feed was at 45 s before", "fact [t1 k2]: The feed is slow")
	a, notes := noted(m)
	a.Known = known{{Title: "Feed", Text: "The timeout of the feed is 30 s"}}
	sum, _ := write(t, a, said("person: The feed needs a timeout of 60 s, what we had was too short."))
	wantLines(t, sum, "decision: Correction: The timeout of the feed is 60 s now (was 30 s), because 30 s was too short")
	must.Hold(t, len(*notes) == 2, "told %v", *notes)
	must.Text(t, m.Asked[0].Prompt, "the text").Has("k1, from the article \"Feed\"\nThe timeout of the feed is 30 s\n")
}

// An answer is paid for once: what was stored before a crash is not asked for again, and goes once
// the entry is kept.
func TestReplies(t *testing.T) {
	dir := vaultDir(t)
	m := &asktest.Model{Bytes: 24 << 10}
	m.Say = func(q ask.Question, n int) (string, error) {
		if n == 3 {
			return "", asktest.Failure{Kind: ask.Retry}
		}
		return answering(q), nil
	}
	a, _ := noted(m)
	a.Fallback = bare{a.Fallback}
	a.Replies = &ask.Replies{Dir: dir}
	turns := long(40)
	if _, _, _, err := a.Write(context.Background(), turns, nil, before.Past{}, false); err == nil {
		t.Fatal("no error")
	}
	a, _ = noted(m) // another process
	a.Fallback = bare{a.Fallback}
	a.Replies = &ask.Replies{Dir: dir}
	sum, by, done, err := a.Write(context.Background(), turns, nil, before.Past{}, false)
	must.Be(t, err == nil && len(sum.Bullets) == 40 && by == "script/one", "%d bullets by %q, %v", len(sum.Bullets), by, err)
	seen := map[string]int{}
	for _, q := range m.Asked {
		seen[q.Prompt]++
	}
	for p, n := range seen {
		must.Hold(t, n <= 1 || p == m.Asked[2].Prompt, "asked %d times: %s", n, p[:80])
	}
	names, err := dir.ReadNames(layout.Replies)
	must.Be(t, err == nil && len(names) == len(seen), "%d answers are kept of %d: %v", len(names), len(seen), err)
	info, err := dir.Stat(layout.Replies + "/" + names[0])
	must.Hold(t, err == nil && info.Mode().Perm()&0o077 == 0, "mode %v, %v", info.Mode(), err)
	done()
	if names, _ := dir.ReadNames(layout.Replies); len(names) > 0 {
		t.Errorf("%v are left", names)
	}
	m.Title = "script/two" // another model is asked anew
	n := len(m.Asked)
	if _, _, _, err := a.Write(context.Background(), turns, nil, before.Past{}, false); err != nil || len(m.Asked) == n {
		t.Errorf("another model was not asked: %v", err)
	}
}

// A long stretch without anything worth keeping is not asked about again with every turn, whether the model found nothing, would not
// answer or answers in no form.
func TestDullSession(t *testing.T) {
	for name, say := range map[string]func(ask.Question, int) (string, error){
		"nothing":   func(ask.Question, int) (string, error) { return nothing, nil },
		"refused":   func(ask.Question, int) (string, error) { return "", asktest.Failure{Kind: ask.Refused} },
		"malformed": func(ask.Question, int) (string, error) { return "I would rather not.", nil },
	} {
		m := &asktest.Model{Say: say}
		a, _ := noted(m)
		a.Replies = &ask.Replies{Dir: vaultDir(t)}
		a.Fallback = bare{a.Fallback}
		turns := long(64)
		size, tries := 0, 1
		if name == "malformed" {
			tries = asksMost
		}
		for n := 2; n <= len(turns); n += 2 {
			sum, _, done, err := a.Write(context.Background(), turns[:n], nil, before.Past{}, true)
			must.Be(t, err == nil && len(sum.Bullets) == 0, "%v %v", sum, err)
			done()
		}
		_, _, _, err := a.Write(context.Background(), turns, nil, before.Past{}, false)
		must.Do(t, err)
		for _, q := range m.Asked {
			size += len(q.Prompt)
		}
		last := len(m.Asked[len(m.Asked)-1].Prompt)
		must.Hold(t, len(m.Asked) <= 9*tries && size <= 4*tries*last, "%s: %d calls with %d bytes for %d", name, len(m.Asked), size, last)
	}
}
