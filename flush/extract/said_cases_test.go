package extract_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/transcript"
)

// TestCases summarises the sessions of testdata/cases, whose files are named by case. A file
// says what is right; then each session begins with a line "== name" and holds turns ("P> "
// the person, "A> " the agent, "S> " an edit of a file, "Q> " a question of the agent through
// a tool, followed by "C> " the person's choice or "R> " a refusal), a line "--", and what
// the summary must hold:
//
//	keep KINDS: text    a bullet of one of the kinds holds the text; without kinds, any, or the context
//	not KINDS: text     no bullet of the kinds holds it; without kinds, none, title and context neither
//	open: why           today it fails; the test fails when it no longer does
func TestCases(t *testing.T) {
	paths, err := filepath.Glob("testdata/cases/*.txt")
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		id := strings.TrimSuffix(filepath.Base(path), ".txt")
		for _, session := range strings.Split("\n"+string(data), "\n== ")[1:] {
			name, rest, _ := strings.Cut(session, "\n")
			turns, wants, ok := strings.Cut(rest, "\n--\n")
			if !ok || len(turnsOf(turns)) == 0 {
				t.Fatalf("%s: %s: no session", id, name)
			}
			t.Run(id+"/"+name, func(t *testing.T) { holdCase(t, turnsOf(turns), wants) })
		}
	}
}

// holdCase checks one session against the lines below it.
func holdCase(t *testing.T, turns []transcript.Turn, wants string) {
	s, err := extract.Author{}.Summarise(context.Background(), turns, nil)
	if err != nil {
		t.Fatal(err)
	}
	var faults []string
	open, checks := "", 0
	for _, l := range strings.Split(strings.TrimSpace(wants), "\n") {
		head, text, ok := strings.Cut(l, ": ")
		kinds := strings.Fields(head)
		switch {
		case l == "":
			continue
		case !ok:
			t.Fatalf("cannot read %q", l)
		case kinds[0] == "open":
			open = text
			continue
		case kinds[0] == "keep" && !says(s, kinds[1:], text), kinds[0] == "not" && says(s, kinds[1:], text),
			kinds[0] == "not" && len(kinds) == 1 && holds(s.Title, text):
			faults = append(faults, l)
		case kinds[0] != "keep" && kinds[0] != "not":
			t.Fatalf("cannot read %q", l)
		}
		checks++
	}
	var got []string
	for _, b := range s.Bullets {
		got = append(got, names[b.Kind]+": "+b.Text)
	}
	switch all := strings.Join(got, "\n"); {
	case checks == 0:
		t.Fatal("checks nothing")
	case open == "" && len(faults) > 0:
		t.Errorf("broken:\n%s\ngot:\ntitle: %s\ncontext: %s\n%s", strings.Join(faults, "\n"), s.Title, s.Context, all)
	case open != "" && len(faults) == 0:
		t.Errorf("holds now, remove the mark %q", open)
	}
}

// says reports whether a bullet of one of the kinds, or one of any kind or the context where there are none,
// holds the text.
func says(s daily.Summary, kinds []string, text string) bool {
	return len(kinds) == 0 && holds(s.Context, text) || slices.ContainsFunc(s.Bullets, func(b daily.Bullet) bool {
		return holds(b.Text, text) && (len(kinds) == 0 || slices.Contains(kinds, names[b.Kind]))
	})
}

func holds(s, text string) bool { return strings.Contains(strings.ToLower(s), strings.ToLower(text)) }

var names = map[daily.Kind]string{
	daily.Decision: "decision", daily.Lesson: "lesson", daily.Fact: "fact",
	daily.Action: "action", daily.Preference: "preference", daily.Exchange: "exchange",
}

// turnsOf reads the turns of a session.
func turnsOf(text string) (out []transcript.Turn) {
	question := ""
	for _, l := range strings.Split(text, "\n") {
		mark, rest, ok := strings.Cut(l, "> ")
		if !ok {
			mark = ""
		}
		switch mark {
		case "P":
			out = append(out, transcript.Turn{Role: transcript.Person, Text: rest})
		case "A":
			out = append(out, transcript.Turn{Role: transcript.Agent, Text: rest})
		case "Q":
			question = rest
		case "C", "R":
			out = append(out, transcript.Turn{Role: transcript.Choice, Text: rest, Question: question, Rejected: mark == "R"})
		case "S":
			last := &out[len(out)-1]
			last.Steps = append(last.Steps, transcript.Step{Tool: "Edit", Target: rest, File: true, Edit: true})
		default:
			out[len(out)-1].Text += "\n" + l
		}
	}
	return out
}
