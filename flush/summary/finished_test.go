package summary

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A line that tells of an end of work is held against what tools answered: what they show is told as it is, what nothing
// shows as the agent's word, and what they deny is left out.
func TestFinished(t *testing.T) {
	const (
		is, word, out = "is", "word", "out"

		commit = "2 | git add -A && git commit -m gauge | [main 3f2a91c] gauge: read once"
		push   = "2 | git push | 1c2d3e4..3f2a91c  main -> main"
		stops  = "2 | !git push | error: failed to push some refs"
		green  = "2 | go test ./... | ok gauge"
		red    = "2 | go test ./... | FAIL gauge"
		edit   = "2 > gauge.go"
		doc    = "2 > README.md"
	)
	for _, c := range []struct {
		line string
		runs string // with ; between
		last string // what the person says then
		want string
	}{
		{"fact [t2]: The gauge is committed on main", commit, "", is},
		{"fact [t2]: The gauge is committed on main", green, "", word},
		{"fact [t2]: The gauge is committed on main", "2 | !git commit -m x | lint failed", "", out},
		{"fact [t2]: The gauge is committed on main", "2 | !git commit -m x | lint failed;" + commit, "", is},
		{"fact [t2]: The gauge is committed on main", "", "I committed the gauge.", is},
		{"done [t2]: The gauge was pushed to main", push, "", is},
		{"done [t2]: The gauge was pushed to main", commit, "", word},
		{"done [t2]: The gauge was pushed to main", stops, "", out},
		{"done [t2]: The gauge was pushed to main", "2 | git push | ! [rejected] main -> main (fetch first)", "", out},
		{"done [t2]: The gauge was pushed to main", stops + ";" + push, "", is},
		{"done [t2]: The gauge was merged into main", "2 | gh pr merge 12 --squash | Merged", "", is},
		{"done [t2]: The gauge was merged into main", push, "", word},
		{"done [t2]: The gauge was merged into main", "2 | git merge gauge | CONFLICT (content): Merge conflict in gauge.go", "", out},
		{"done [t2]: The gauge was released on main", "2 | npm publish | ", "", is},
		{"done [t2]: The gauge was released on main", push, "", word},
		{"decision [t1 t2]: The gauge is to be pushed to main once its tests pass", "", "", is},
		{"fact [t2]: The gauge of main is released when its tests pass", green, "", is},
		{"fact [t2]: The tests of the gauge pass", edit + ";" + green, "", is},
		{"fact [t2]: The tests of the gauge pass", green + ";" + edit, "", word},
		{"fact [t2]: The tests of the gauge pass", green + ";" + doc, "", is},
		{"fact [t2]: The tests of the gauge pass", edit, "", word},
		{"fact [t2]: The tests of the gauge pass", edit + ";" + red, "", out},
		{"lesson [t2]: The gauge was fixed: its tests read main twice", edit + ";" + green, "", is},
		{"lesson [t2]: The gauge was fixed: its tests read main twice", green + ";" + edit, "", word},
		{"lesson [t2]: The gauge was fixed: its tests read main twice", edit + ";" + red, "", word},
		{"lesson [t2]: The gauge was fixed: its tests read main twice", edit, "Great, it works.", is},
		{"lesson [t2]: The gauge was fixed: its tests read main twice", edit, "It does not work.", word},
		{"lesson [t2]: The agent says that the gauge was fixed", edit, "", is},
		{"done [t2]: The tests of the gauge read main", edit, "", is},
		{"done [t2]: The tests of the gauge read main", "", "", word},
	} {
		got := finished(t, "The gauge: its tests read main twice. It is committed, fixed and released on main, its tests pass, and it was pushed to main and merged into main.", c.line, c.runs, c.last)
		want := map[string]string{is: "", word: "According to the agent, ", out: out}[c.want]
		must.Hold(t, got == want, "%s with %q and %q: %q, want %q", c.line, c.runs, c.last, got, want)
	}
	for _, c := range []struct{ says, line, runs, want string }{
		{"The gauge is not committed on main.", "fact [t2]: The gauge is not committed on main", green, ""},
		{"The gauge was pushed, but the push was rejected.", "fact [t2]: The gauge was pushed, but the push was rejected", stops, ""},
		{"Der Pegel ist committet und gepusht, die Tests laufen durch, der Fehler ist behoben.", "fact [t2]: Der Pegel ist committet", commit, ""},
		{"Der Pegel ist committet und gepusht, die Tests laufen durch, der Fehler ist behoben.", "fact [t2]: Der Pegel ist gepusht", commit, "Laut dem Agenten: "},
		{"Der Pegel ist committet und gepusht, die Tests laufen durch, der Fehler ist behoben.", "fact [t2]: Der Pegel ist gepusht", stops, out},
		{"Der Pegel ist committet und gepusht, die Tests laufen durch, der Fehler ist behoben.", "lesson [t2]: Der Fehler am Pegel ist behoben", edit + ";" + green, ""},
		{"Der Pegel ist committet und gepusht, die Tests laufen durch, der Fehler ist behoben.", "lesson [t2]: Der Fehler am Pegel ist behoben", edit, "Laut dem Agenten: "},
		{"Der Pegel ist committet und gepusht, die Tests laufen durch, der Fehler ist behoben.", "fact [t2]: Die Tests laufen durch", red, out},
		{"El medidor está publicado y el fallo está arreglado.", "fact [t2]: El medidor está publicado", "2 | npm publish | ", ""},
		{"El medidor está publicado y el fallo está arreglado.", "fact [t2]: El medidor está publicado", green, "Según el agente, "},
		{"El medidor está publicado y el fallo está arreglado.", "lesson [t2]: El fallo del medidor está arreglado", edit + ";" + green, ""},
		{"El medidor está publicado y el fallo está arreglado.", "lesson [t2]: El fallo del medidor está arreglado", green + ";" + edit, "Según el agente, "},
		{"メーターをコミットしました。不具合は解決しました。", "fact [t2]: メーターはコミット済み", commit, ""},
		{"メーターをコミットしました。不具合は解決しました。", "fact [t2]: メーターはコミットされた", green, "エージェントによれば、"},
		{"水位计已提交，测试通过。", "fact [t2]: 水位计已提交", commit, ""},
		{"水位计已提交，测试通过。", "fact [t2]: 水位计已提交", green, "据代理所说，"},
	} {
		want := c.want
		must.Equal(t, finished(t, c.says, c.line, c.runs, ""), want, "%s with %q", c.line, c.runs)
	}
}

// finished returns what stands before a line when it is kept, "out" where it is left out.
func finished(t *testing.T, agent, line, runs, last string) string {
	t.Helper()
	lines := []string{"person: Look at the gauge.", "agent: " + agent}
	if last != "" {
		lines = append(lines, "person: "+last)
	}
	turns := said(lines...)
	for r := range strings.SplitSeq(runs, ";") {
		if _, file, ok := strings.Cut(r, " > "); ok {
			turns[1].Steps = append(turns[1].Steps, transcript.Step{Tool: "Edit", Target: "/srv/" + file, File: true, Edit: true})
		} else if r != "" {
			ran(turns, r)
		}
	}
	_, text, _ := strings.Cut(line, ": ")
	a, _ := noted(says(line))
	sum, _ := write(t, a, turns)
	if len(sum.Bullets) == 0 {
		return "out"
	}
	said := sum.Bullets[0].Text
	if n := len(said) - len(text); n > 0 && strings.EqualFold(said[n:], text) {
		return said[:n]
	}
	return strings.TrimSuffix(said, text)
}

// What only the agent says of files, versions and commands is told as its word; what a person, a tool or an edit has, as
// it is.
func TestClaimed(t *testing.T) {
	const says = "The config in conf/tide.toml sets retries to 4, and lib-tide 2.3 reads it. Left: conf/tide.toml must be there."
	for _, c := range []struct {
		name, line, runs, last, want string
	}{
		{"nobody else has it", "fact [t2]: lib-tide 2.3 reads conf/tide.toml", "2 | go build ./... | no output", "", "According to the agent, "},
		{"a tool shows it", "fact [t2]: lib-tide 2.3 reads conf/tide.toml", "2 | !./gauge | conf/tide.toml: no such file", "", ""},
		{"it was in a command", "fact [t2]: lib-tide 2.3 reads conf/tide.toml", "2 | go test conf/tide.toml | ok", "", ""},
		{"it was edited", "fact [t2]: lib-tide 2.3 reads conf/tide.toml", "2 > conf/tide.toml", "", ""},
		{"a task that says what is needed", "action [t2]: conf/tide.toml must be there for lib-tide 2.3", "2 | go build ./... | no output", "", "According to the agent, "},
		{"a task that needs what a tool names", "action [t2]: conf/tide.toml must be there for lib-tide 2.3", "2 | !./gauge | conf/tide.toml: no such file", "", "According to the agent, "},
		{"a task", "action [t2]: Set retries in conf/tide.toml", "2 | go build ./... | no output", "", ""},
		{"the person names it", "fact [t2]: lib-tide 2.3 reads conf/tide.toml", "2 | go build ./... | no output", "Is conf/tide.toml all?", ""},
		{"the line says whose word it is", "fact [t2]: The agent says that lib-tide 2.3 reads conf/tide.toml", "2 | go build ./... | no output", "", ""},
		{"the line says so at its end", "fact [t2]: lib-tide 2.3 reads conf/tide.toml, says the agent", "2 | go build ./... | no output", "", ""},
		{"it has no value", "fact [t2]: The config sets the retries", "2 | go build ./... | no output", "", ""},
		{"nothing of the tools is there", "fact [t2]: lib-tide 2.3 reads conf/tide.toml", "", "", ""},
		{"another number", "fact [t2]: lib-tide 2.4 reads conf/tide.toml", "2 > conf/tide.toml", "", "out"},
	} {
		must.Equal(t, finished(t, says, c.line, c.runs, c.last), c.want, "%s", c.name)
	}
}
