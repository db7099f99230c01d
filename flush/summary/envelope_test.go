package summary

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/prose/mark"
)

const okLines = "=== MARK\ntitle: Locks\ncontext: Locking\ndecision [t1 t2]: Lock a sidecar\n=== end MARK"

// What holds of the envelope is tested in wiki/ask; here, what holds of the lines.
func TestParse(t *testing.T) {
	for _, c := range []struct {
		name, text string
		err        error
		lines      int
	}{
		{"plain", okLines, nil, 1},
		{"marked up", "=== MARK\n- **decision** [t1]: Lock a sidecar\n* lesson [t2]: It broke\n=== end MARK", nil, 2},
		{"title twice", strings.Replace(okLines, "title: Locks", "title: Locks\ntitle: Other", 1), ask.ErrTwice, 0},
		{"context twice", strings.Replace(okLines, "context:", "context: x\ncontext:", 1), ask.ErrTwice, 0},
		{"no lines", "=== MARK\ntitle: Locks\n=== end MARK", ask.ErrForm, 0},
		{"prose within", strings.Replace(okLines, "\n=== end", "\nI hope this helps\n=== end", 1), ask.ErrForm, 0},
		{"unknown kind", strings.Replace(okLines, "decision", "instruction", 1), ask.ErrForm, 0},
		{"no words", "=== MARK\ndecision [t1]:\n=== end MARK", ask.ErrForm, 0},
		{"too many", "=== MARK\n" + strings.Repeat("fact [t1]: x\n", linesMost+1) + "=== end MARK", ask.ErrForm, 0},
		{"nothing", "NOTHING_WORTH_KEEPING", nil, 0},
		{"nothing in a line", "=== MARK\ndecision [t1]: NOTHING_WORTH_KEEPING is now only believed as the whole answer\n=== end MARK", nil, 1},
		{"quotes a refusal", "=== MARK\nfact [t1]: The agent said: I cannot help with that.\n=== end MARK", nil, 1},
	} {
		r, err := parse(strings.ReplaceAll(c.text, "MARK", "M0123456789abcdef"), "M0123456789abcdef")
		must.Hold(t, errors.Is(err, c.err) && err == nil == (c.err == nil) && (err != nil || len(r.lines) == c.lines), "%s: %d lines, want %d; error is %v, want %v", c.name, len(r.lines), c.lines, err, c.err)
	}
}

func TestParseLines(t *testing.T) {
	r := must.Get(parse("=== M1\ntitle: A: b\ncontext: c\ndecision [t1, t3-t5; k2]: x [y]: z\ndone [t2]: gone\nfact: no turn\nquestion [t2]: Who restores it?\nUnconfirmed [t2]: The disk was full\n=== end M1", "M1"))(t)
	want := reply{"A: b", "c", []line{
		{kind: daily.Decision, name: "decision", refs: []string{"t1", "t3", "t4", "t5", "k2"}, text: "x [y]: z"},
		{kind: daily.Action, name: "done", done: true, refs: []string{"t2"}, text: "gone"},
		{kind: daily.Fact, name: "fact", text: "no turn"},
		{kind: daily.Action, name: "question", mark: mark.Question, refs: []string{"t2"}, text: "Who restores it?"},
		{kind: daily.Lesson, name: "unconfirmed", mark: mark.Unconfirmed, refs: []string{"t2"}, text: "The disk was full"},
	}}
	if got, want := fmt.Sprint(r), fmt.Sprint(want); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func FuzzParse(f *testing.F) {
	f.Add(okLines, "MARK")
	f.Add("=== MARK\nfact [t1-t99999999]: x\n=== end MARK", "MARK")
	f.Add("=== \n=== end ", "")
	f.Fuzz(func(t *testing.T, text, mark string) {
		r, err := parse(text, mark)
		must.Hold(t, err != nil || len(r.lines) <= linesMost, "too many lines")
	})
}

// What is cut stays whole, no part is longer than there is room for, and no word is cut that fits.
func TestCut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune("ab ä語\n.。 \n\n")), 0, 400, -1).Draw(t, "text")
		room := rapid.IntRange(8, 60).Draw(t, "room")
		parts := cut(text, room)
		must.Be(t, strings.Join(parts, "") == text, "parts are %q", parts)
		for i, p := range parts {
			must.Be(t, len(p) <= room, "part %q has %d bytes of %d", p, len(p), room)
			must.Be(t, strings.ToValidUTF8(p, "") == p, "part %q cuts a character", p)
			if i > 0 && prose.Joins([]rune(p)[0]) {
				before := []rune(parts[i-1])
				word := lastWord(parts[i-1]) + firstWord(p)
				must.Be(t, !prose.Joins(before[len(before)-1]) || len(word) >= room/4, "word %q was cut in %q", word, parts)
			}
		}
	})
}

func lastWord(s string) string  { return s[strings.LastIndexAny(s, " \n.")+1:] }
func firstWord(s string) string { return s[:strings.IndexAny(s+" ", " \n.")] }
