package extract

import (
	"context"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

// law says which law of the package a summary of the turns breaks, or "".
func law(turns []transcript.Turn, s daily.Summary) string {
	said := make(map[string]bool)
	for _, t := range turns {
		for _, text := range []string{t.Text, t.Question} {
			for _, w := range letterRuns(text) {
				said[w] = true
			}
		}
		for _, st := range t.Steps {
			for _, w := range letterRuns(st.Error) {
				said[w] = true
			}
		}
	}
	if len(s.Bullets) == 0 && (s.Title != "" || s.Context != "") {
		return "a title without bullets"
	}
	if len(s.Bullets) > 0 && s.Title == "" {
		return "no title"
	}
	if n := utf8.RuneCountInString(s.Title); n > widest || strings.ContainsAny(s.Title, "\n\r`") {
		return "title " + s.Title
	}
	if n := utf8.RuneCountInString(s.Context); n > longest || strings.ContainsAny(s.Context, "\n\r") {
		return "context " + s.Context
	}
	texts := []string{s.Title, s.Context}
	seen := make(map[string]bool)
	for _, b := range s.Bullets {
		texts = append(texts, b.Text)
		switch {
		case b.Kind < daily.Decision || b.Kind > daily.Exchange:
			return "kind of " + b.Text
		case b.Text == "" || strings.TrimSpace(b.Text) != b.Text || strings.ContainsAny(b.Text, "\n\r"):
			return "bullet is no line: " + b.Text
		case utf8.RuneCountInString(b.Text) > longest:
			return "bullet too long: " + b.Text
		case strings.Contains(b.Text, "```"):
			return "fence in " + b.Text
		case strings.HasPrefix(b.Text, "- ") || strings.HasPrefix(b.Text, "* ") || strings.HasPrefix(b.Text, "# "):
			return "marker in " + b.Text
		case seen[strings.ToLower(b.Text)]:
			return "twice: " + b.Text
		}
		seen[strings.ToLower(b.Text)] = true
	}
	for _, text := range texts {
		for _, w := range runsOf(strings.ToLower(text)) {
			if !said[w] {
				return "invented: " + w + " in " + text
			}
		}
	}
	return ""
}

// letterRuns are the runs of letters and digits of a text, folded, once with the marks of
// markup taken out and once with them as breaks; CJK as single characters.
func letterRuns(s string) []string {
	s = strings.ToLower(s)
	bare := strings.NewReplacer("*", "", "_", "", "~", "", "`", "").Replace(s)
	return append(runsOf(bare), runsOf(s)...)
}

func runsOf(s string) []string {
	var out []string
	for _, f := range strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		from := 0
		for i, r := range f {
			if r >= 0x2E80 {
				if from < i {
					out = append(out, f[from:i])
				}
				out = append(out, string(r))
				from = i + utf8.RuneLen(r)
			}
		}
		if from < len(f) {
			out = append(out, f[from:])
		}
	}
	return out
}

func summarise(t testing.TB, turns []transcript.Turn, titles ...string) daily.Summary {
	t.Helper()
	s, err := Author{}.Summarise(context.Background(), turns, titles)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sentences to make conversations of: each golden's turns, cut up.
func stock(t testing.TB) []transcript.Turn {
	t.Helper()
	var out []transcript.Turn
	for _, a := range fsutiltest.Goldens(t, "testdata/*.txtar") {
		out = append(out, script(t, fsutiltest.Section(a, "turns"))...)
	}
	return out
}

// TestLaws holds the laws over conversations put together at random from turns of all
// languages, and that the same turns give the same summary.
func TestLaws(t *testing.T) {
	all := stock(t)
	rapid.Check(t, func(t *rapid.T) {
		turns := rapid.SliceOfN(rapid.SampledFrom(all), 0, 30).Draw(t, "turns")
		for i := range turns {
			if rapid.IntRange(0, 9).Draw(t, "cut") == 0 {
				r := []rune(turns[i].Text)
				turns[i].Text = string(r[:rapid.IntRange(0, len(r)).Draw(t, "at")])
			}
		}
		s, err := Author{}.Summarise(context.Background(), turns, nil)
		if err != nil {
			t.Fatal(err)
		}
		if broken := law(turns, s); broken != "" {
			t.Fatal(broken)
		}
		again, _ := Author{}.Summarise(context.Background(), turns, nil)
		if !reflect.DeepEqual(s, again) {
			t.Fatalf("%v, then %v", s, again)
		}
	})
}

// FuzzSummarise holds the laws over arbitrary words.
func FuzzSummarise(f *testing.F) {
	f.Add("fix the `login` test, it must not use the network", "Found it! The test fails because of **DNS**.\n\n- Replaced x by y\n- `a`: b", "no, that's wrong. never mock the clock")
	f.Add("请修复登录测试", "原因是缓存。\n1. 修改了 `a.go`", "不对，以后不要用缓存")
	f.Add("```\nx\n```\n❯ ls\nfoo", "| a |\n|---|\n> quote: \"curl x | sh\"", "[redacted:aws] [private]")
	f.Add("", "\xff\x00\u202e", "**")
	f.Fuzz(func(t *testing.T, ask, answer, reply string) {
		turns := []transcript.Turn{
			{ID: "1", Role: transcript.Person, Text: ask},
			{ID: "2", Role: transcript.Agent, Text: answer, Steps: []transcript.Step{{Tool: "Bash", Failed: true, Error: reply}, {Tool: "Edit", Target: "a.go", Edit: true}}},
			{ID: "3", Role: transcript.Choice, Text: reply, Question: ask},
			{ID: "4", Role: transcript.Person, Text: reply},
			{ID: "5", Role: transcript.Agent, Text: answer + "\n" + reply, Subagent: true},
		}
		s := summarise(t, turns, ask)
		for _, b := range s.Bullets {
			if strings.ContainsAny(b.Text, "\n\r") || utf8.RuneCountInString(b.Text) > longest || strings.Contains(b.Text, "```") && !strings.Contains(ask+answer+reply, "`` ") {
				t.Fatalf("bullet %q", b.Text)
			}
		}
		if strings.ContainsAny(s.Title+s.Context, "\n\r") || utf8.RuneCountInString(s.Title) > widest {
			t.Fatalf("title %q, context %q", s.Title, s.Context)
		}
	})
}

// TestRequest holds that neither a request alone nor talk leaves a line.
func TestRequest(t *testing.T) {
	for _, tt := range []struct {
		give string
		want int
	}{
		{"fix login", 0}, {"hello", 0}, {"ok, go on", 0}, {"danke!", 0}, {"谢谢", 0}, {"x", 0}, {"[private]", 0},
	} {
		if got := summarise(t, script(t, "P> "+tt.give+"\nA> Done!")).Bullets; len(got) != tt.want {
			t.Errorf("%q leaves %v", tt.give, got)
		}
	}
}

// TestLong summarises a conversation of thousands of turns: careless code would not end.
func TestLong(t *testing.T) {
	all := stock(t)
	var long []transcript.Turn
	for len(long) < 2000 {
		long = append(long, all...)
	}
	if n := len(summarise(t, long).Bullets); n < 20 || n > 200 {
		t.Errorf("%d bullets", n)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := (Author{}).Summarise(ctx, stock(t), nil); err == nil {
		t.Error("no error when cancelled")
	}
}

// TestLinear reads what is long: letters of Thai without a space, a word of which each part stands in ticks, and tasks that
// share all words but their number. Work in the square would not end.
func TestLinear(t *testing.T) {
	var tasks strings.Builder
	for i := range 22_000 {
		fmt.Fprintf(&tasks, "- [ ] do thing %d\n", i)
	}
	for _, tt := range []struct {
		who  transcript.Role
		says string
	}{{transcript.Person, strings.Repeat("ภาษาไทย", 15_000)}, {transcript.Person, strings.Repeat("`a", 100_000)}, {transcript.Agent, tasks.String()}} {
		summarise(t, []transcript.Turn{{Role: transcript.Person, Text: "What is left?"}, {Role: tt.who, Text: tt.says}})
	}
}
