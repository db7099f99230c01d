package summary

import (
	"context"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

func kept(ref string, kind daily.Kind, text string) before.Line {
	return before.Line{Ref: ref, Bullet: daily.Bullet{Kind: kind, Text: text}}
}

// A session that goes on is shown what it kept, and what the agent said last; a line that settles some of it says so.
func TestBefore(t *testing.T) {
	m := says("done [t2 k1]: The harbour office confirmed the datum", "decision [t0 t2]: C: compute the tides from constituents",
		"decision [t1 t2]: Compute the tides from constituents", "fact [t2 k2]: The feed is polled every ten minutes now, not every five minutes", "fact [t2 k1]: Berths are painted",
		"decision [t1]: Buy the tables")
	a, notes := noted(m)
	a.Known = known{{Title: "Feed", Text: "The feed is at the harbour"}}
	past := before.Past{Lines: []before.Line{
		kept("2026-11-26^k1", daily.Action, "Ask the harbour office which datum it uses"),
		kept("2026-11-26^k2", daily.Fact, "The feed is polled every five minutes"),
	}}
	options := said("agent: There are three ways:\nA) buy the tables\nB) scrape them\nC) compute the tides from constituents")
	past.Said = &options[0]
	sum, _, _, err := a.Write(context.Background(), said("person: C. The harbour office confirmed the datum. Poll the feed every ten minutes. Berths are painted."), nil, past, false)
	must.Do(t, err)
	wantLines(t, sum, "done: The harbour office confirmed the datum", "decision: Compute the tides from constituents",
		"fact: Correction: The feed is polled every ten minutes now, not every five minutes", "fact: Berths are painted")
	mark := asktest.Mark(m.Asked[0].Prompt)
	for _, want := range []string{
		"k1, open since earlier in this session\nAsk the harbour office which datum it uses\n", "k2, kept earlier in this session\nThe feed is polled every five minutes\n",
		"k3, from the article \"Feed\"\n", "t1 the agent said before that; it was read already\n" + options[0].Text + "\n--- " + mark + " t2 the person says\nC. The",
	} {
		must.Hold(t, strings.Contains(m.Asked[0].Prompt, want), "want %q in\n%s", want, m.Asked[0].Prompt)
	}
	for i, want := range []string{"2026-11-26^k1", "", "2026-11-26^k2", ""} {
		must.Equal(t, sum.Bullets[i].Settles, want, "%q settles", sum.Bullets[i].Text)
	}
	must.Hold(t, len(*notes) == 2, "told %v", *notes)
}

// Of many lines the open ones and the newest are shown.
func TestBeforeHasBounds(t *testing.T) {
	past := before.Past{Lines: []before.Line{kept("2026-11-01^k0", daily.Action, "Ask the harbour office")}}
	for range 400 {
		past.Lines = append(past.Lines, kept("2026-11-02^k1", daily.Fact, "The feed is polled every five minutes"))
	}
	m := asktest.Answering(nothing)
	a, _ := noted(m)
	_, _, _, err := a.Write(context.Background(), said("person: Go on."), nil, past, false)
	must.Do(t, err)
	n := strings.Count(m.Asked[0].Prompt, "The feed is polled")
	must.Hold(t, n >= 20 && n <= 80 && strings.Contains(m.Asked[0].Prompt, "Ask the harbour office"), "%d lines are shown", n)
}

// An open question and an explanation that nobody confirmed say so in the language of the line.
func TestMarks(t *testing.T) {
	a, notes := noted(says("question [t1]: Who restores the berth table?", "unconfirmed [t1]: Der Import hält an, weil die Platte voll ist", "unconfirmed [t1]: Unconfirmed: the berth table is read twice"))
	sum, _ := write(t, a, said("person: Who restores the berth table? Is the berth table read twice? Ich glaube, der Import hält an, weil die Platte voll ist."))
	wantLines(t, sum, "action: Open question: Who restores the berth table?", "lesson: Unbestätigt: Der Import hält an, weil die Platte voll ist", "lesson: Unconfirmed: the berth table is read twice")
	must.Hold(t, len(*notes) == 0, "%v", *notes)
}

// A question names the language, and what in it was pasted.
func TestQuestion(t *testing.T) {
	trace := strings.TrimRight(strings.Repeat("    at load (/src/tide/table.js:12:34)\n", 5), "\n")
	for _, c := range []struct{ name, turn, want string }{
		{"a paste", "person: Es hält hier an, warum?\n" + trace + "\nund behebe das bitte", " t1 the person goes on, with what they pasted\n" + trace + "\n--- MARK t1 the person goes on\nund behebe das bitte\n"},
		{"its language", "person: Es hält hier an, warum?\n" + trace, ", in German.\n"},
		{"the agent alone", "agent: Der Import hält an, weil die Platte voll ist, und das steht in keinem Protokoll.", ", in German.\n"},
		{"a title", "person: Go on.", "--- MARK a title that a program gave the session; it may be wrong, or about another part\nTides\n"},
	} {
		m := asktest.Answering(nothing)
		a, _ := noted(m)
		_, _, _, err := a.Write(context.Background(), said(c.turn), []string{"Tides"}, before.Past{}, false)
		must.Do(t, err)
		p := m.Asked[0].Prompt
		must.Hold(t, strings.Contains(p, strings.ReplaceAll(c.want, "MARK", asktest.Mark(p))), "%s: want %q in\n%s", c.name, c.want, p)
	}
	a, notes := noted(says("preference [t1]: load at src/tide/table.js:12:34"))
	if write(t, a, said("person: Why?\n"+trace)); len(*notes) != 1 {
		t.Errorf("a preference was made of a paste: %v", *notes)
	}
}

// What a person answered or asked for holds, in whatever form it was asked.
func TestAnsweredAndAskedFor(t *testing.T) {
	for _, c := range []struct{ turn, line string }{
		{"choice: How should users specify mooring type (fixed vs free)? | Default fixed only (MVP)", "decision [t1]: Mooring type: default fixed only (MVP)"},
		{"person: can you create the tables as the importer would do and then I can validate?", "preference [t1]: The person wants the tables created as the importer would do, to validate them"},
	} {
		a, notes := noted(says(c.line))
		sum, _ := write(t, a, said(c.turn))
		must.Hold(t, len(sum.Bullets) == 1, "%q is left out: %v", c.line, *notes)
	}
	a, _ := noted(says("preference [t1]: Drop the support of Windows"))
	sum, _ := write(t, a, said("person: What would happen if we decided to drop the support of Windows?"))
	must.Hold(t, len(sum.Bullets) == 0, "a question became a preference")
}

// A line that was left out is asked about once more, with the reason and its turns.
func TestMend(t *testing.T) {
	m := &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
		if n == 1 {
			return asktest.Envelope("title: The 99 berths", "fact [t1]: The berth table has 40 rows", "fact [t1]: The berth table has 50 rows"), nil
		}
		return "=== " + asktest.Mark(q.Prompt) + "\ntitle: The berth table\nfact [t1]: The berth table has 40 rows and two keys\n=== end " + asktest.Mark(q.Prompt), nil
	}}
	a, _ := noted(m)
	a.Verify = true
	sum, _ := write(t, a, said("person: The berth table has 40 rows and two keys, please keep it so."))
	wantLines(t, sum, "fact: The berth table has 40 rows", "fact: The berth table has 40 rows and two keys")
	must.Hold(t, sum.Title == "The berth table", "the title is %q", sum.Title)
	must.Text(t, m.Asked[1].Prompt, "the text").Has("fact [t1]: The berth table has 50 rows\n", "40 rows and two keys, please")
}

// What the person said and no line tells is asked about once, where it is more than one thing or something was left out.
func TestUntold(t *testing.T) {
	const postgres, friday, squash = "We keep Postgres, because the reports need window functions.", "Never deploy on a Friday.", "Always squash the commits before you merge a branch."
	for _, c := range []struct {
		first string
		said  string
		want  []string // in the second question; nil for none
	}{
		{"decision [t1]: Postgres is kept, because the reports need window functions", postgres + "\n\n" + friday + "\n\nThe tables stay as they are. " + squash, []string{friday, squash}},
		{"decision [t1]: Postgres is kept, because the reports need window functions", postgres + " " + friday, nil},
		{"decision [t1]: Postgres 17 is kept, because the reports need window functions", postgres + " " + friday, []string{"Postgres 17", friday}},
		{"preference [t1]: Never deploy on a Friday, always squash the commits before you merge a branch", friday + " " + squash, nil},
	} {
		m := &asktest.Model{Say: func(q ask.Question, n int) (string, error) {
			switch {
			case q.Job == "verify":
				return asktest.Envelope("1: yes"), nil
			case n == 1:
				return asktest.Envelope(c.first, "fact [t2]: The branch of the reports is there"), nil
			}
			return asktest.Envelope("preference [t1]: "+friday, "decision [t1]: MySQL is kept"), nil
		}}
		a, _ := noted(m)
		a.Verify = true
		sum, _ := write(t, a, said("person: "+c.said, "agent: The branch of the reports is there."))
		var again string
		for _, q := range m.Asked[1:] {
			if q.Job != "verify" {
				again += q.Prompt
			}
		}
		must.Hold(t, (again != "") == (c.want != nil), "%q: asked again\n%s", c.said, again)
		for _, w := range c.want {
			must.Hold(t, strings.Contains(again, w), "want %q in\n%s", w, again)
		}
		got := strings.Join(lines(sum), "\n")
		must.Hold(t, (c.want == nil || strings.Contains(got, "preference: "+friday)) && !strings.Contains(got, "MySQL"), "%q: %s", c.said, got)
	}
}
