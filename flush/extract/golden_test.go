package extract

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract/rank"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
)

// TestGolden summarises the session of each txtar in testdata. Its files are: turns (see
// script), titles (one a line, optional), keep (texts that some bullet must hold, one a
// line), drop (texts that no bullet may hold), want (the summary).
func TestGolden(t *testing.T) {
	for path, a := range fsutiltest.Goldens(t, "testdata/*.txtar") {
		t.Run(fsutiltest.NameOf(path), func(t *testing.T) {
			turns := script(t, fsutiltest.Section(a, "turns"))
			s, err := Author{}.Summarise(context.Background(), turns, lines(fsutiltest.Section(a, "titles")))
			if err != nil {
				t.Fatal(err)
			}
			got := show(s)
			if testing.Verbose() {
				t.Log(units(turns))
			}
			for _, l := range lines(fsutiltest.Section(a, "keep")) {
				if !strings.Contains(got, l) {
					t.Errorf("nothing holds %q in:\n%s", l, got)
				}
			}
			for _, l := range lines(fsutiltest.Section(a, "drop")) {
				if strings.Contains(got, l) {
					t.Errorf("something holds %q in:\n%s", l, got)
				}
			}
			fsutiltest.Want(t, path, a, got)
		})
	}
}

// units lists the candidates of a stretch with their scores and cues, to see why.
func units(turns []transcript.Turn) string {
	r := readTurns(turns)
	r.rate(rank.Default())
	var b strings.Builder
	for _, u := range r.units {
		fmt.Fprintf(&b, "%5d %d %+v %b %s\n", u.worth, u.voice, u.place, u.cues, u.text)
	}
	return b.String()
}

// script reads turns: a line that starts with "P> ", "A> " or "B> " opens a turn of the
// person, the agent or a subagent, "Q> " a choice as "question => answer", "R> " a refusal
// as "call => reason", and "S> " a step as "Tool target", with "edit" or "failed" in front
// and the error after " | ". Other lines go on with the turn.
func script(t testing.TB, text string) []transcript.Turn {
	t.Helper()
	var out []transcript.Turn
	for _, l := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		mark, rest, ok := strings.Cut(l, "> ")
		if !ok || len(mark) != 1 || !strings.Contains("PABQRS", mark) {
			if len(out) == 0 {
				t.Fatalf("no turn is open at %q", l)
			}
			out[len(out)-1].Text += "\n" + l
			continue
		}
		turn := transcript.Turn{ID: fmt.Sprint(len(out)), Session: "s", Text: rest}
		switch mark {
		case "P":
			turn.Role = transcript.Person
		case "A", "B":
			turn.Role, turn.Subagent = transcript.Agent, mark == "B"
		case "Q", "R":
			turn.Role, turn.Rejected = transcript.Choice, mark == "R"
			turn.Question, turn.Text, _ = strings.Cut(rest, " => ")
		case "S":
			last := &out[len(out)-1]
			last.Steps = append(last.Steps, step(rest))
			continue
		}
		out = append(out, turn)
	}
	for i := range out {
		out[i].Text = strings.TrimSpace(out[i].Text)
	}
	return out
}

func step(s string) transcript.Step {
	var st transcript.Step
	s, st.Error, st.Failed = strings.Cut(s, " | ")
	st.Error = strings.ReplaceAll(st.Error, `\n`, "\n")
	if r, ok := strings.CutPrefix(s, "edit "); ok {
		st.Tool, st.Target, st.Edit, st.File = "Edit", r, true, true
		return st
	}
	st.Tool, st.Target, _ = strings.Cut(s, " ")
	return st
}

func lines(s string) []string {
	var out []string
	for _, l := range strings.Split(s, "\n") {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}

var kindNames = map[daily.Kind]string{
	daily.Decision: "decision", daily.Lesson: "lesson", daily.Preference: "preference",
	daily.Fact: "fact", daily.Action: "action", daily.Exchange: "exchange",
}

func show(s daily.Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "title: %s\ncontext: %s\n", s.Title, s.Context)
	for _, x := range s.Bullets {
		fmt.Fprintf(&b, "%s: %s\n", kindNames[x.Kind], x.Text)
	}
	return b.String()
}
