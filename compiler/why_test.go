package compiler_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

func TestWhy(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor` is a number", "`plan` meets `cursor`"})
	v.write("daily/2026-11-26.md", "# Day\n\n## By hand\n\n- A `cursor` moved\n- A `queue`\n")
	v.settled(compiler.Options{})
	v.edit("wiki/concepts/cursor.md", "title: cursor", "title: cursor\naliases: [offset]")
	v.edit("wiki/concepts/cursor.md", "## Related", "- Mine.\n- Lost ([[2026-11-25#^kffffff|2026-11-25]])\n\n## Related")
	for _, c := range []struct{ target, kind, texts string }{
		{"cursor", "article", "A `cursor` is a number|`plan` meets `cursor`|A `cursor` moved|Mine.|Lost"},
		{"Cursor", "article", "A `cursor` is a number|`plan` meets `cursor`|A `cursor` moved|Mine.|Lost"},
		{"offset", "article", "A `cursor` is a number|`plan` meets `cursor`|A `cursor` moved|Mine.|Lost"},
		{"concepts/cursor.md", "article", "A `cursor` is a number|`plan` meets `cursor`|A `cursor` moved|Mine.|Lost"},
		{"[[plan|the plan]]", "article", "`plan` meets `cursor`"},
		{"2026-11-25#^k20261125a0", "line", "A `cursor` is a number"},
		{"[[2026-11-25#^k20261125a0|2026-11-25]]", "line", "A `cursor` is a number"},
		{"daily/2026-11-25.md#^k20261125a0", "line", "A `cursor` is a number"},
		{"^k20261125a1", "line", "`plan` meets `cursor`"},
		{"20261125a", "entry", "A `cursor` is a number|`plan` meets `cursor`"},
		{"2026-11-26", "day", "A `cursor` moved|A `queue`"},
		{"2026-11-26#By hand", "day", "A `cursor` moved|A `queue`"},
		{"meets cursor", "words", "`plan` meets `cursor`|`plan` meets `cursor`"},
	} {
		x, err := v.c.Why(context.Background(), c.target)
		if err != nil {
			t.Errorf("%q: %v", c.target, err)
			continue
		}
		var texts []string
		for _, cl := range x.Claims {
			texts = append(texts, cl.Text)
		}
		got := strings.Join(texts, "|")
		must.Hold(t, x.Kind == c.kind && got == c.texts, "%q is %s, %s", c.target, x.Kind, got)
	}
	for _, none := range []string{"", "nothing", "^knone", "2026-11-24", "index", "2026-11-25#^kffffff", "mee"} {
		var nothing *why.NothingError
		x, err := v.c.Why(context.Background(), none)
		must.Hold(t, errors.As(err, &nothing), "%q: %v, %v", none, x, err)
	}
	v.write("notes/cursor.md", "mine\n")
	var ambiguous *wiki.AmbiguousError
	_, err := v.c.Why(context.Background(), "cursor")
	must.Hold(t, errors.As(err, &ambiguous), "an ambiguous name: %v", err)
}

func TestWhySource(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"D A `cursor` is a number"})
	v.write("daily/2026-11-26.md", "## By hand\n\n- A `cursor` moved\n- A `queue`\n")
	v.settled(compiler.Options{})
	x, err := v.c.Why(context.Background(), "cursor")
	must.Be(t, err == nil && len(x.Claims) == 2, "%v, %v", x, err)
	at := time.Date(2026, 11, 25, 10, 0, 0, 0, time.UTC)
	got := x.Claims[0].Sources[0]
	must.Hold(t, got.At.Equal(at), "at %v", got.At)
	got.At = at
	want := why.Source{
		Cite: "2026-11-25#^k20261125a0", Date: day(t, "2026-11-25"), Line: "A `cursor` is a number", Kind: "decision",
		Entry: "20261125a", Title: "Work a", Agent: "claude", Session: "s-20261125a", Project: "p", Branch: "main",
		At: at, From: "u1", To: "u2", By: "extractive",
	}
	must.Hold(t, got == want, "got  %+v\nwant %+v", got, want)
	hand := x.Claims[1].Sources
	must.Hold(t, len(hand) == 1 && hand[0].Hand && hand[0].Line == "A `cursor` moved" && hand[0].Cite == "2026-11-26#By hand", "by hand: %+v", hand)
	line, err := v.c.Why(context.Background(), "^k20261125a0")
	must.Hold(t, err == nil && len(line.Claims[0].Cited) == 1 && line.Claims[0].Cited[0] == "wiki/concepts/cursor.md", "%+v, %v", line, err)
	v.edit("daily/2026-11-25.md", "^k20261125a0", "^kother")
	if x, err = v.c.Why(context.Background(), "cursor"); err != nil || !x.Claims[0].Sources[0].Missing {
		t.Errorf("a line that is gone: %+v, %v", x, err)
	}
}

func TestStatus(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-24", []string{"A `gone`"})
	v.log("2026-11-25", []string{"A `cursor`"}, []string{"A `plan`"})
	v.log("2026-11-26", []string{"A `queue`"})
	v.settled(compiler.Options{})
	v.remove("daily/2026-11-24.md")
	v.log("2026-11-25", []string{"A `cursor`"}, []string{"A `plan` and more"}, []string{"New"})
	v.log("2026-11-27", []string{"A `b`"}, []string{"A `c`"})
	v.remove("wiki/concepts/queue.md")
	v.edit("wiki/concepts/plan.md", "title: plan", "title: [")
	before := v.files()
	st := must.Get(v.c.Status(context.Background()))(t)
	sameFiles(t, before, v.files())
	var states []string
	for _, l := range st.Logs {
		states = append(states, l.State.String())
	}
	must.Equal(t, strings.Join(states, " "), "gone waiting fresh new", "logs")
	must.Hold(t, st.Entries == 6 && st.Compiled == 2 && st.Uncompiled == 4, "entries %d, compiled %d, uncompiled %d", st.Entries, st.Compiled, st.Uncompiled)
	must.Hold(t, st.Articles == 3 && st.Removed == 1 && len(st.Problems) == 1 && !st.Interrupted, "%+v", st)
	b, err := json.Marshal(st)
	must.Hold(t, err == nil && strings.Contains(string(b), `{"date":"2026-11-25","state":"waiting","until":"2026-12-01T10:00:00Z","entries":3,"fresh":2}`), "%s, %v", b, err)
	v.crashBehind("wiki/")
	if st, err = v.c.Status(context.Background()); err != nil || !st.Interrupted {
		t.Errorf("after a crash: %+v, %v", st, err)
	}
}

// A block id needs no caret. For words that many claims contain, the answer has the first claims and the number of
// the others.
func TestWhyCommonWords(t *testing.T) {
	v := newVault(t)
	var bullets []string
	for i := range 10 {
		bullets = append(bullets, "The `cursor` of kind "+string(rune('a'+i))+" is then other, `plan` says")
	}
	v.log("2026-11-25", bullets[:5], bullets[5:])
	v.log("2026-11-26", []string{"The `cursor` and no more"})
	v.settled(compiler.Options{})
	for _, c := range []struct {
		target, kind string
		claims, more int
	}{
		{"k20261125a0", "line", 1, 0},
		{"K20261125A0", "line", 1, 0},
		{"the", "words", 20, 1}, // ten in each of two articles, one in one; "then" and "other" are other words
		{"no", "words", 1, 0},
		{"of kind c", "words", 2, 0},
	} {
		x, err := v.c.Why(context.Background(), c.target)
		must.Hold(t, err == nil && x.Kind == c.kind && len(x.Claims) == c.claims && x.More == c.more, "%q: %s, %d claims and %d more, %v", c.target, x.Kind, len(x.Claims), x.More, err)
	}
	var nothing *why.NothingError
	for _, none := range []string{"he", "the cursor of kindness", "k2026"} {
		x, err := v.c.Why(context.Background(), none)
		must.Hold(t, errors.As(err, &nothing), "%q: %v, %v", none, x, err)
	}
}

func TestWhySession(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor` is a number"}, []string{"`plan` meets `cursor`"})
	v.log("2026-11-26", []string{"An `anchor`"})
	v.settled(compiler.Options{})
	for _, target := range []string{"s-20261125a", "S-20261125A"} {
		x, err := v.c.Why(context.Background(), target)
		must.Be(t, err == nil && x.Kind == "session" && x.Title == "s-20261125a" && len(x.Claims) == 1, "%q: %+v, %v", target, x, err)
		e := x.Entries[0]
		must.Hold(t, len(x.Entries) == 1 && e.ID == "20261125a" && e.Path == "daily/2026-11-25.md" && e.Title == "Work a" && e.Lines == 1, "%q: %+v", target, x.Entries)
	}
	is, err := why.FindSession("pi:1111AA", []why.Session{{Agent: "pi", ID: "1111aabb"}, {Agent: "qwen", ID: "1111aabb"}})
	must.Hold(t, err == nil && is.Agent == "pi", "a session of one of two agents: %v, %v", is, err)
	var many *why.SessionsError
	_, err = v.c.Why(context.Background(), "s-20261125")
	must.Hold(t, errors.As(err, &many) && len(many.Sessions) == 2, "what begins two sessions: %v", err)
	var nothing *why.NothingError
	_, err = v.c.Why(context.Background(), "s-202")
	must.Hold(t, errors.As(err, &nothing), "too little of an id: %v", err)
}

// What no article says is found in the logs, with whether a compile has seen it.
func TestWhyLogged(t *testing.T) {
	v := newVault(t)
	v.log("2026-11-25", []string{"A `cursor` is a number", "Nobody likes mornings"})
	v.settled(compiler.Options{})
	v.log("2026-11-26", []string{"The tide turns at noon"})
	for _, c := range []struct {
		target     string
		uncompiled bool
	}{{"likes mornings", false}, {"tide turns", true}} {
		x, err := v.c.Why(context.Background(), c.target)
		must.Hold(t, err == nil && x.Kind == "log" && len(x.Claims) == 1 && x.Claims[0].Uncompiled == c.uncompiled && len(x.Claims[0].Sources) == 1, "%q: %+v, %v", c.target, x, err)
	}
}
