//go:build linux

package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
)

// The account of the tests with a real client finds each fault that it is there to find.
func TestAccountFindsFaults(t *testing.T) {
	const transcript = `{"type":"user","uuid":"p1","sessionId":"s","message":{"content":"we use sqlite"}}
{"type":"user","uuid":"m1","sessionId":"s","isMeta":true,"message":{"content":"injected"}}
{"type":"assistant","uuid":"a1","sessionId":"s","message":{"content":[{"type":"text","text":"noted"}]}}
{"type":"attachment","uuid":"q1","sessionId":"s","attachment":{"type":"queued_command","prompt":"and postgres?","humanTurn":true}}
{"type":"assistant","uuid":"e1","sessionId":"s","isApiErrorMessage":true,"message":{"content":[{"type":"text","text":"API Error"}]}}
{"type":"user","uuid":"r1","sessionId":"s","toolUseResult":{},"message":{"content":[{"type":"tool_result","content":"x"}]}}
{"type":"assistant","uuid":"a2","sessionId":"s","message":{"content":[{"type":"text","text":"no"}]}}
{"type":"assistant","uuid":"a3","sess`
	good := func() account {
		return account{
			Files: map[string]string{"f": transcript},
			Spans: []daily.Span{{Session: "s", From: "p1", To: "a1", Entry: "e1"}, {Session: "s", From: "q1", To: "a2#2", Entry: "e2"}},
			Archived: []archived{
				{Session: "s", Rows: []string{"p1"}, Text: "we use sqlite"},
				{Session: "s", Rows: []string{"a1"}, Text: "noted"},
				{Session: "s", Rows: []string{"q1"}, Text: "and postgres?"},
				{Session: "s", Rows: []string{"a2"}, Text: "no"},
			},
			Skipped: map[string]string{},
		}
	}
	for _, x := range []struct {
		name  string
		fault func(*account)
		want  []string // one each, in order
	}{
		{"none", func(*account) {}, nil},
		{"no entry", func(a *account) { a.Spans = a.Spans[:1] }, []string{"row a2", "row q1"}},
		{"a gap between entries", func(a *account) { a.Spans[0].To = "p1" }, []string{"row a1"}},
		{"entries overlap", func(a *account) { a.Spans[1].From = "a1" }, []string{"row a1"}},
		{"an entry of another session", func(a *account) { a.Spans[0].Session = "other" }, []string{"row a1", "row p1"}},
		{"skipped with a reason", func(a *account) { a.Spans, a.Skipped["s"] = nil, "nothing worth keeping" }, nil},
		{"not archived", func(a *account) { a.Archived = a.Archived[1:] }, []string{"row p1"}},
		{"archived twice", func(a *account) { a.Archived = append(a.Archived, a.Archived[0]) }, []string{"row p1"}},
		{"other words", func(a *account) { a.Archived[1].Text = "note" }, []string{"row a1"}},
		{"archived though nobody said it", func(a *account) {
			a.Archived = append(a.Archived, archived{Session: "s", Rows: []string{"m1"}, Text: "injected"})
		}, []string{"the archive holds"}},
		{"known from a hook", func(a *account) {
			a.Spans[1].To, a.Archived[3].Rows = "h12", []string{"h12"}
		}, nil},
		{"known from a hook, and captured again", func(a *account) {
			a.Spans[1].To = "h12"
			a.Archived = append(a.Archived, archived{Session: "s", Rows: []string{"h12"}, Text: "no"})
		}, []string{"row a2"}},
	} {
		t.Run(x.name, func(t *testing.T) {
			a := good()
			x.fault(&a)
			got := a.problems()
			must.Hold(t, slices.EqualFunc(got, x.want, strings.HasPrefix), "problems: %q, want %q", got, x.want)
		})
	}
}
