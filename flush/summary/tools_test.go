package summary

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
	"github.com/agent-admin/memoria/wiki/prose/proof"
)

// ran gives turns the commands that an agent ran behind them: "turn | command | outcome", with ! before a command that
// failed.
func ran(turns []transcript.Turn, runs ...string) []transcript.Turn {
	for i, r := range runs {
		f := strings.SplitN(r, " | ", 3)
		var n int
		fmt.Sscan(f[0], &n)
		command, failed := strings.CutPrefix(f[1], "!")
		t := &turns[n-1]
		t.Steps = append(t.Steps, transcript.Step{ID: fmt.Sprint(i), Tool: "Bash", Target: command, Failed: failed, Outcome: f[2]})
	}
	return turns
}

// What tools answered stands behind the turn, each command with its last outcome, and takes no more than its share.
func TestToolsAreShown(t *testing.T) {
	m := asktest.Answering(nothing)
	a, _ := noted(m)
	turns := ran(said("person: Make the gauge test pass.", "agent: I look at it.", "agent: Now it passes."),
		"2 | !go test ./gauge | --- FAIL: TestGauge (0.00s)", "2 | !go test ./gauge | --- FAIL: TestGauge (0.00s)", "2 | go test ./gauge | ok gauge 0.1s", "2 | ./gauge --once | ", "2 | ls | ", "3 | git push | ", "3 | git status | nothing to commit, working tree clean")
	turns[1].Steps = append(turns[1].Steps, transcript.Step{Tool: "Bash", Target: "make gauge", Failed: true, Error: "Exit code 2\nno rule"},
		transcript.Step{Tool: "Edit", Target: "gauge.go", File: true, Edit: true, Outcome: "- wait: 3s\n+ wait: 5s"})
	write(t, a, turns)
	mark := asktest.Mark(m.Asked[0].Prompt)
	want := "I look at it.\n--- " + mark + " t2 what tools answered then, cut\n$ go test ./gauge (failed)\n--- FAIL: TestGauge (0.00s)\n$ go test ./gauge\nok gauge 0.1s\n$ ./gauge --once\n$ make gauge (failed)\nno rule\nedited gauge.go\n- wait: 3s\n+ wait: 5s\n--- " + mark + " t3 the agent says\n" +
		"Now it passes.\n--- " + mark + " t3 what tools answered then, cut\n$ git push\n(its answer was not seen)\n$ git status\nnothing to commit, working tree clean\n--- " + mark + " end\n"
	must.Hold(t, strings.Contains(m.Asked[0].Prompt, want), "want\n%s\nin\n%s", want, m.Asked[0].Prompt)

	turns = long(40)
	words, shown := 0, 0
	for i := range turns {
		words += len(turns[i].Text)
		ran(turns, fmt.Sprintf("%d | go test ./p%d | %s", i+1, i, strings.Repeat("x", 300)))
	}
	m = &asktest.Model{Say: func(q ask.Question, _ int) (string, error) { return answering(q), nil }}
	a, _ = noted(m)
	write(t, a, turns)
	pieces := strings.Split(m.Asked[0].Prompt, "--- ")
	for _, p := range pieces {
		if head, _, _ := strings.Cut(p, "\n"); strings.HasSuffix(head, "what tools answered then, cut") {
			shown += len(p)
		}
	}
	must.Hold(t, shown >= words/10 && shown <= words/toolsShare && strings.Contains(m.Asked[0].Prompt, "$ go test ./p79\n"), "%d bytes of tools' answers beside %d bytes of words", shown, words)
}

// What the words speak of in files and answers stands behind the turn, by its place in the folder of the session, and so
// does a slash command that the person typed; a plan that they agreed to is headed so.
func TestLooksAreShown(t *testing.T) {
	m := asktest.Answering(nothing)
	a, _ := noted(m)
	turns := said("person: Plan the gauge.", "agent: Here is the plan.", "agent: # Plan: the gauge\n\nWrite tide.go.", "agent: I wrote the part that reads.")
	for i := range turns {
		turns[i].CWD = "/w"
	}
	turns[1].Steps = []transcript.Step{{Tool: "Read", Target: "/w/gauge.go", File: true, Outcome: "package gauge"}, {Tool: "Read", Target: "/w/other.go", File: true},
		{Tool: "Grep", Target: "func tide", Outcome: "x.go:1: func tide()"}, {Tool: "ExitPlanMode", Target: "Plan: the gauge"}}
	turns[2].Steps = []transcript.Step{{Tool: "Write", Target: "/w/tide.go", File: true, Edit: true, Outcome: "// tide reads. …"},
		{Tool: "Write", Target: "/w/wave.go", File: true, Edit: true, Outcome: "… - wait: 3s"}, {Tool: "TodoWrite", Outcome: "1 of 2 done\nnot done: measure"}}
	turns[3].Steps = []transcript.Step{{Tool: transcript.Slash, Target: "/gauge:publish"}}
	write(t, a, turns)
	mark := "--- " + asktest.Mark(m.Asked[0].Prompt) + " "
	want := mark + "t2 what tools answered then, cut\nread gauge.go\npackage gauge\nasked Grep func tide\nx.go:1: func tide()\n" +
		mark + "t3 the agent's plan, which the person agreed to, then edits tide.go, wave.go\n# Plan: the gauge\n\nWrite tide.go.\n" +
		mark + "t3 what tools answered then, cut\nwrote tide.go\n// tide reads. …\nedited wave.go\n… - wait: 3s\nthe agent's list\n1 of 2 done\nnot done: measure\n" +
		mark + "t4 the agent says\nI wrote the part that reads.\n" + mark + "t4 what tools answered then, cut\nthe person typed /gauge:publish\n"
	must.Hold(t, strings.Contains(m.Asked[0].Prompt, want), "want\n%s\nin\n%s", want, m.Asked[0].Prompt)
}

// What was planned is not told as done: a line that says that something was made has a deed of the stretch behind it.
func TestPlannedIsNotDone(t *testing.T) {
	plan := func(steps ...transcript.Step) []transcript.Turn {
		turns := said("person: Plan the gauge with a tide table.", "agent: I read the gauge and the tide table.", "agent: # Plan\n\nAdded to the gauge: a tide table in tide.go, and wave.go is removed from the gauge.", "agent: The tide table is added to the gauge.")
		turns[1].Steps = []transcript.Step{{Tool: "Read", Target: "gauge.go", File: true}, {Tool: "Bash", Target: "git status"}, {Tool: "ExitPlanMode", Target: "Plan"}}
		turns[2].Steps = steps
		return turns
	}
	edit := func(name string) transcript.Step {
		return transcript.Step{Tool: "Edit", Target: name, File: true, Edit: true}
	}
	failed := edit("tide.go")
	failed.Failed = true
	for _, c := range []struct {
		name  string
		turns []transcript.Turn
		line  string
		kept  bool
	}{
		{"nothing was done", plan(), "decision [t3]: Added to the gauge: a tide table in tide.go", false},
		{"nothing was done, told as planned", plan(), "decision [t3]: To the gauge a tide table in tide.go is to be added", true},
		{"nothing was done, told as not done", plan(), "fact [t4]: The tide table is not added to the gauge", false}, // its turn says otherwise
		{"it was done", plan(edit("/w/tide.go")), "decision [t3]: Added to the gauge: a tide table in tide.go", true},
		{"the edit failed", plan(failed), "decision [t3]: Added to the gauge: a tide table in tide.go", false},
		{"another part was done", plan(edit("/w/tide.go")), "decision [t3]: wave.go is removed from the gauge", false},
		{"a command did it", plan(transcript.Step{Tool: "Bash", Target: "rm wave.go"}), "decision [t3]: wave.go is removed from the gauge", true},
		{"only looked", plan(transcript.Step{Tool: "Bash", Target: "cat tide.go"}), "fact [t4]: The tide table is added to the gauge", false},
		{"a line without names", plan(edit("/w/tide.go")), "fact [t4]: The tide table is added to the gauge", true},
		{"an agent of the agent's", plan(transcript.Step{Tool: "Task", Target: "add the table"}), "fact [t4]: The tide table is added to the gauge", true},
		{"no deed is known", said("person: How far is it?", "agent: The tide table is added to the gauge."), "fact [t2]: The tide table is added to the gauge", true},
		{"the person says so", append(plan(), said("person: I added the tide table to the gauge.")...), "fact [t5]: The person added the tide table to the gauge", true},
	} {
		a, notes := noted(says(c.line))
		sum, _ := write(t, a, c.turns)
		must.Hold(t, len(sum.Bullets) > 0 == c.kept, "%s: %q is kept: %t, told %v", c.name, c.line, !c.kept, *notes)
	}
	for _, done := range []bool{false, true} {
		turns := plan()
		if done {
			turns = plan(edit("/w/tide.go"))
		}
		a, notes := noted(says("context: A tide table was added to the gauge", "decision [t1]: Plan the gauge with a tide table"))
		sum, _ := write(t, a, turns)
		must.Hold(t, (sum.Context != "") == done, "done %t: context %q, told %v", done, sum.Context, *notes)
	}
}

// A name that a later edit took out is not told as the end's.
func TestTakenOut(t *testing.T) {
	edit := func(name, outcome string) transcript.Step {
		return transcript.Step{Tool: "Edit", Target: "/w/" + name, File: true, Edit: true, Outcome: outcome}
	}
	const first, second = "+ wait(readTide())", "- wait(readTide())\n+ wait(readWave())"
	for _, c := range []struct {
		name  string
		steps [3][]transcript.Step // behind the agent's turns
		line  string
		kept  bool
	}{
		{"as it was", [3][]transcript.Step{{edit("a.go", first)}, {edit("a.go", second)}}, "fact [t2]: The gauge waits for `readTide`", false},
		{"as it is", [3][]transcript.Step{{edit("a.go", first)}, {edit("a.go", second)}}, "fact [t3]: The gauge waits for `readWave`", true},
		{"told as a change", [3][]transcript.Step{{edit("a.go", first)}, {edit("a.go", second)}}, "decision [t2 t3]: The gauge waits for `readWave` instead of `readTide`", true},
		{"put back", [3][]transcript.Step{{edit("a.go", first)}, {edit("a.go", second)}, {edit("a.go", first)}}, "fact [t2]: The gauge waits for `readTide`", true},
		{"put elsewhere", [3][]transcript.Step{{edit("a.go", first)}, {edit("a.go", second), edit("b.go", first)}}, "fact [t2]: The gauge waits for `readTide`", true},
		{"moved inside of its file", [3][]transcript.Step{{edit("a.go", first)}, {edit("a.go", "+ func wait() {\n+ return readTide()"), edit("a.go", "- wait(readTide())\n+ wait()")}}, "fact [t2]: The gauge waits for `readTide`", true},
		{"only taken out", [3][]transcript.Step{{edit("a.go", first)}, {edit("a.go", "- wait(readTide())")}}, "fact [t2]: The gauge waits for `readTide`", true},
		{"changed before", [3][]transcript.Step{{edit("a.go", "- readTide()\n+ readWave()")}}, "fact [t4]: The gauge waits for `readTide` at the end", true},
	} {
		turns := said("person: Let the gauge wait.", "agent: The gauge waits for `readTide` now.", "agent: The gauge waits for `readWave`.", "agent: Done with the gauge at the end.")
		for i, s := range c.steps {
			turns[1+i].Steps = s
		}
		if c.name == "changed before" {
			turns[3].Text = "The gauge waits for `readTide` at the end."
		}
		a, notes := noted(says(c.line))
		sum, _ := write(t, a, turns)
		must.Hold(t, len(sum.Bullets) > 0 == c.kept, "%s: %q is kept: %t, told %v", c.name, c.line, !c.kept, *notes)
	}
}

// That something was not seen may always be said, and the flag of a command says nothing of how much.
func TestSaidOfWhatIsNotSeen(t *testing.T) {
	for _, line := range []string{"fact [t2]: The gauge waits for 40 s; no commit seen", "fact [t2]: The gauge waits for 40 s, no run of it was seen", "fact [t2 t4]: The gauge waits for 40 s, called as `gauge --all`", "fact [t2 t4]: The gauge waits for 40 s, called as \"gauge --all -n 5\""} {
		a, notes := noted(says(line))
		sum, _ := write(t, a, said("person: Let the gauge wait.", "agent: The gauge waits for 40 s.", "person: How is it called?", "agent: It is `gauge --all`, as in \"gauge --all -n 5\"."))
		must.Hold(t, len(sum.Bullets) == 1, "%q: %v", line, *notes)
	}
}

// A sentence that code picked is of the turn that says all of it, not of one that begins with the same words.
func TestSayer(t *testing.T) {
	folded := map[int]string{0: "Let me verify: The store does not read the table of the rivers", 1: "The store does not read the table of the tides either", 2: "Creates a file outside the folder. Sets the name of it", 3: "yes"}
	in := []int{0, 1, 2, 3}
	for i := range folded {
		folded[i] = proof.Folded(folded[i])
	}
	for text, want := range map[string]int{
		"The store does not read the table of the tides either":               1,
		"The store does not read the table of the waves":                      -1, // two turns have its beginning
		"Creates a file outside the folder; Sets the name of it":              2,
		"Creates a file outside the folder":                                   2,
		"\"Where does the file stand?\" – Creates a file outside the folder.": 2,
		"Nobody says this": -1,
	} {
		must.Equal(t, sayer(text, in, folded), want, "%q is of turn", text)
	}
}

// A line may say what tools answered, and nothing that they belie.
func TestToolsAreEvidence(t *testing.T) {
	talk := func() []transcript.Turn {
		return said("person: Make the tests pass and commit the gauge.", "agent: The tests of the gauge pass. The gauge is not committed yet.", "agent: I am done with the gauge.")
	}
	const commit = " | git commit -m gauge | [main 3f2a91c] gauge: read once"
	for _, c := range []struct {
		name string
		runs []string
		line string
		kept bool
	}{
		{"nothing says otherwise", nil, "fact [t2]: The tests of the gauge pass", true},
		{"a check failed last", []string{"1 | go test ./... | ok gauge", "1 | !go test ./... | FAIL gauge"}, "fact [t2]: The tests of the gauge pass", false},
		{"a check failed behind a pipe", []string{"1 | go test ./... ; tail x | FAIL gauge"}, "fact [t2]: The tests of the gauge pass", false},
		{"it passed in the end", []string{"1 | !go test ./... | FAIL gauge", "1 | go test ./... | ok gauge"}, "fact [t2]: The tests of the gauge pass", true},
		{"it passed then", []string{"1 | !go test ./... | FAIL gauge", "2 | go test ./... | ok gauge"}, "fact [t2]: The tests of the gauge pass", true},
		{"it says that they fail", []string{"1 | !go test ./... | FAIL gauge"}, "fact [t2]: The tests of the gauge do not pass", true},
		{"committed behind it", []string{"2" + commit}, "action [t2]: Commit the gauge: it is not committed yet", false},
		{"another thing is left out", []string{"2" + commit, "3 | git status | Changes not staged for commit:\n\tmodified:   gauge.go"}, "action [t2]: Commit the gauge: it is not committed yet", true},
		{"committed before it", []string{"1" + commit}, "action [t2]: Commit the gauge: it is not committed yet", true},
		{"the commit failed", []string{"2 | !git commit -m gauge | lint failed"}, "action [t2]: Commit the gauge: it is not committed yet", true},
		{"a commit without an answer", []string{"1 | go build ./... | no output", "2 | git commit -m gauge | "}, "action [t2]: Commit the gauge: it is not committed yet", false},
		{"a commit without an answer, told", []string{"1 | go build ./... | no output", "2 | git commit -m gauge | "}, "action [t2]: The gauge is not committed yet: how the commit ended was not seen", true},
		{"answers were not kept", []string{"2 | git commit -m gauge | "}, "action [t2]: Commit the gauge: it is not committed yet", true},
		{"a hash that git told", []string{"3" + commit}, "done [t3]: The gauge is done, in 3f2a91c", true},
		{"a hash that nobody told", nil, "done [t3]: The gauge is done, in 3f2a91c", false},
		{"what only a tool told", []string{"3 | !golangci-lint run | clock.go:12:3: use clock.Now rather than time.Now (forbidigo)"}, "lesson [t3]: golangci-lint: use clock.Now rather than time.Now", true},
		{"a decision of a tool", []string{"3 | !golangci-lint run | clock.go:12:3: use clock.Now rather than time.Now (forbidigo)"}, "decision [t3]: golangci-lint: use clock.Now rather than time.Now", false},
		{"a path that was in a command", []string{"3 | go test ./gauge/tide_test.go | ok gauge"}, "fact [t3]: The gauge is done, with gauge/tide_test.go", true},
	} {
		turns := talk()
		if strings.Contains(c.line, "do not pass") {
			turns[1].Text = "The tests of the gauge do not pass."
		}
		a, notes := noted(says(c.line))
		sum, _ := write(t, a, ran(turns, c.runs...))
		must.Hold(t, len(sum.Bullets) > 0 == c.kept, "%s: %q is kept: %t, told %v", c.name, c.line, !c.kept, *notes)
	}
}

// What the person typed and the agent ran last stands at the end, and a line tells the name that is in use then.
func TestHowItEnds(t *testing.T) {
	for line, want := range map[string]string{
		"done [t2]: The gauge is read by `/gauge:publish`":                                 "",
		"decision [t1]: The person named the command `/gauge:publish`":                     "The person named the command `/gauge:publish` (→ `/publish-gauge`)",
		"done [t2]: The gauge is read by `/publish-gauge`, planned as `/gauge:publish`":    "planned as `/gauge:publish`",
		"done [t2]: The gauge is read by `/plugin`":                                        "by `/plugin`",
		"done [t2]: The gauge is read from /gauge:publish/tables, and done with the waves": "done with the waves",
	} {
		m := says(line)
		a, notes := noted(m)
		turns := ran(said("person: Make a command that reads the gauge, with /publish-gauge or /plugin. Name the command /gauge:publish.", "agent: The gauge is read by `/gauge:publish`, `/publish-gauge` or `/plugin`, planned as /gauge:publish/tables; done with the waves.", "agent: I run it."),
			"2 | !publish.py | no gauge", "2 | !publish.py | no gauge", "3 | publish.py 7 | ")
		typed := transcript.Step{Tool: transcript.Slash, Target: "/publish-gauge"}
		turns[1].Steps = append([]transcript.Step{typed}, turns[1].Steps...)
		turns[2].Steps = append([]transcript.Step{typed}, turns[2].Steps...)
		if sum, _ := write(t, a, turns); len(sum.Bullets) > 0 != (want != "") || want != "" && !strings.HasSuffix(sum.Bullets[0].Text, want) {
			t.Errorf("%q is kept as %v, told %v", line, sum.Bullets, *notes)
		}
		if want := "how it ends: what was typed and run last\n$ publish.py (failed), 2 times\nthe person typed /publish-gauge, 2 times\n$ publish.py 7\n"; !strings.Contains(m.Asked[0].Prompt, want) {
			t.Errorf("want\n%s\nin\n%s", want, m.Asked[0].Prompt)
		}
	}
}

// A finished line names the file that was edited, and not one of its name elsewhere.
func TestWhichFile(t *testing.T) {
	for line, kept := range map[string]bool{
		"done [t2]: The gauge stands in cmd/gauge/NOTES.md":                    false,
		"done [t2]: The gauge stands in NOTES.md":                              true,
		"done [t2]: The gauge stands in /w/tide/NOTES.md":                      true,
		"done [t2]: The gauge stands in docs/gauge/NOTES.md and in NOTES.md":   true,
		"fact [t2]: According to the agent the gauge has a cmd/gauge/NOTES.md": true,
		"done [t2]: The gauge stands in `cmd/gauge/NOTES.md`, per the agent":   true,
		"done [t2]: The gauge stands in .tide/gauge/WAVES.md":                  true,
	} {
		turns := said("person: Put the gauge into the notes.", "agent: The gauge stands in NOTES.md, /w/tide/NOTES.md, docs/gauge/NOTES.md, .tide/gauge/WAVES.md and cmd/gauge/NOTES.md, which it has.")
		turns[1].CWD = "/w/tide"
		turns[1].Steps = []transcript.Step{{Tool: "Read", Target: "/w/tide/docs/gauge/NOTES.md", File: true}, {Tool: "Edit", Target: "/w/tide/NOTES.md", File: true, Edit: true, Outcome: "+ gauge"},
			{Tool: "Edit", Target: "/w/tide/.tide/gauge/WAVES.md", File: true, Edit: true, Outcome: "+ gauge"}}
		a, notes := noted(says(line))
		sum, _ := write(t, a, turns)
		must.Hold(t, len(sum.Bullets) > 0 == kept, "%q is kept: %t, told %v", line, !kept, *notes)
	}
}

// The sentences that the fallback takes for weighty stand once more behind the turns, with who says them, and take no more
// than their share.
func TestPicked(t *testing.T) {
	m := asktest.Answering(nothing)
	a, _ := noted(m)
	write(t, a, said("person: We keep Postgres, because the reports need window functions. Never deploy on a Friday.", "agent: "+strings.Repeat("I look at the next file. ", 120), "agent: The gauge failed because the clock of the server was four minutes behind."))
	_, picked, ok := strings.Cut(m.Asked[0].Prompt, " what code picked\n")
	for _, want := range []string{"- t1 the person: We keep Postgres", "- t3 the agent: The gauge failed"} {
		must.Hold(t, ok && strings.Contains(picked, want), "want %q in\n%s", want, picked)
	}
	m = &asktest.Model{Say: func(q ask.Question, _ int) (string, error) { return answering(q), nil }}
	a, _ = noted(m)
	turns := long(12)
	for i := range turns {
		turns[i].Text += fmt.Sprintf(" We decided to use store number %d, because it is faster.", i)
	}
	write(t, a, turns)
	for _, q := range m.Asked {
		_, picked, _ := strings.Cut(q.Prompt, " what code picked\n")
		must.Hold(t, q.Job != "flush" || len(picked) <= pickedMost+1000, "%d bytes of a question of %d", len(picked), len(q.Prompt))
	}
}
