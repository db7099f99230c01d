package subject

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What is only said in another subject's lines gets no article, though a later entry may change that.
func TestSubjectApart(t *testing.T) {
	const log = `2026-06-01 quay | Cranes
D CraneBot asks the GateKeeper before it lifts, because gates swing
L CraneBot drops the box when the GateKeeper is silent
2026-06-02 quay | Clocks
F CraneBot and the GateKeeper share a clock
L CraneBot stops in the wind
F CraneBot is painted yellow
`
	const more = `2026-06-03 quay | Gates
D Let the GateKeeper open at nine
L GateKeeper has no key
F GateKeeper is deaf
`
	got := titlesOf(t, log)
	_, ok := got["CraneBot"]
	must.Hold(t, ok && len(got) == 1, "first: %q", got)
	got = titlesOf(t, log+more)
	for _, want := range []string{"CraneBot", "GateKeeper"} {
		_, ok := got[want]
		must.Hold(t, ok, "then: no %s in %q", want, got)
	}
}

// A project is named in everything said of it, and does not hide its parts.
func TestProjectHidesNothing(t *testing.T) {
	got := titlesOf(t, `2026-06-01 quay | Cranes
D In quay the CraneBot waits, because gates swing
L In quay the CraneBot stops in the wind
2026-06-02 quay | Paint
F CraneBot is the part of quay that lifts the boxes
F In quay the CraneBot is taller than the roof
F quay is old
F quay is long
F quay is full
`)
	_, ok := got["CraneBot"]
	must.Hold(t, ok, "%q", got)
}

// What makes a name a subject: it comes up in two sessions, lines say something of it, and people use it.
func TestWorthAnArticle(t *testing.T) {
	tests := []struct {
		name  string
		lines []string // two sessions, or as many as "/" separates
		want  string
	}{
		{"a service", []string{"L The tickets of Linear have no folders", "D Use Linear for tickets", "/", "F Linear keeps the tickets in one long log", "F A log of Linear is long"}, "Linear"},
		{"a service that lines only mention", []string{"L Tickets move slowly through Linear", "D Count the tickets in Linear", "/", "F We keep the log in Linear", "F The tide is in the log, says Linear"}, ""},
		{"lines that need another one", []string{"L But Linear has no folders", "D Use Linear for that", "/", "F Then Linear was slow", "F Linear: did you see it?", "F I like Linear"}, ""},
		{"one session", []string{"L The tickets of Linear have no folders", "D Count the tickets in Linear", "F Tickets move through Linear", "F The log of Linear is long", "/", "F It rains"}, ""},
		{"nothing is said of it", []string{"F The tickets of Linear are many", "F Most of Linear", "/", "F Some in Linear", "F More from Linear"}, ""},
		{"a tool", []string{"L `go-quay` drops rows at noon", "D Run `go-quay` at night", "/", "F The last `go-quay` is old", "/", "F The new `go-quay` is fast"}, "go-quay"},
		{"a command", []string{"D Run `quay sync --all` at night", "L `quay sync` has no timeout", "/", "F A run of `quay sync` is a tide", "/", "F At noon `quay sync` was slow"}, "quay sync"},
		{"a command of everybody's tool", []string{"D Run `git rebase --onto` at night", "L `git rebase` has no timeout", "/", "F `git rebase` stops at noon", "/", "F `git rebase` was slow"}, ""},
		{"a function", []string{"L `DropRows()` has no timeout", "L `DropRows` drops the last row", "/", "D `DropRows` is for nights", "/", "F `DropRows` stops at noon"}, ""},
		{"an identifier", []string{"L The field `RowLimit` was lost", "D Set `RowLimit` at night", "/", "F At noon `RowLimit` was low", "/", "F By night `RowLimit` was high"}, ""},
		{"an identifier that lines explain", []string{"L `RowLimit` is counted in tons", "D Set `RowLimit` at night", "/", "F `RowLimit` has no default", "/", "F By night `RowLimit` was high"}, "RowLimit"},
		{"a method of a library", []string{"L `rows.Close` blocks at noon", "D Call `rows.Close` at night", "/", "F `rows.Close` is slow", "/", "F `rows.Close` has no timeout"}, ""},
		{"a hook", []string{"D Use the `RowStart` hook at night", "F The `RowStart` hook was slow", "/", "F The old `RowStart` hook was lost", "F The `RowStart` hook is the part that counts rows"}, "RowStart hook"},
		{"a word", []string{"D Take the longer way", "F The longer the better", "/", "F No longer at noon", "F The longer way was closed", "/", "F The longer way is open"}, ""},
		{"a word in titles", []string{"| The tally", "D Keep the tally at night", "F The last tally was slow", "/", "| Another tally", "F The tally was lost", "F The tally is counted in tons at noon"}, "Tally"},
		{"a phrase that lines explain", []string{"D The row budget is counted in tons", "/", "F The row budget has no default", "F At noon the row budget was low", "F By night the row budget was high"}, "Row budget"},
		{"a phrase of everyday words", []string{"D The error message is counted in tons", "/", "F The error message has no default", "/", "F At noon the error message was low", "F Then the error message was high"}, ""},
		{"a compound", []string{"| Sperrdatei", "D Die Sperrdatei liegt neben dem Protokoll", "/", "F Die Sperrdatei wird nie gelöscht", "F Ohne die Sperrdatei schreiben zwei Prozesse zugleich"}, "Sperrdatei"},
		{"a Spanish phrase", []string{"| Archivo de bloqueo", "D El archivo de bloqueo vive junto al registro", "/", "F El archivo de bloqueo nunca se borra", "F Sin el archivo de bloqueo dos procesos escriben a la vez"}, "Archivo de bloqueo"},
		{"a Chinese name", []string{"| 锁文件", "D 锁文件放在日志旁边", "/", "F 锁文件永远不删除", "F 没有锁文件时两个进程会同时写入"}, "锁文件"},
	}
	for _, tt := range tests {
		log, day := "", 1
		for _, l := range append([]string{"/"}, tt.lines...) {
			title, titled := strings.CutPrefix(l, "| ")
			switch {
			case titled:
				log = log[:strings.LastIndex(log, "| ")] + "| " + title + "\n"
			case l == "/":
				log += "2026-06-0" + string(rune('0'+day)) + " x | Work of the day\n"
				day++
			default:
				log += l + "\n"
			}
		}
		var got []string
		for title := range titlesOf(t, log) {
			if title != "x" && !strings.HasSuffix(title, " of x") {
				got = append(got, title)
			}
		}
		must.Hold(t, strings.Join(got, ", ") == tt.want, "%s: %q, want %q", tt.name, got, tt.want)
	}
}

func titlesOf(t *testing.T, log string) map[string][]string {
	t.Helper()
	out := make(map[string][]string)
	for _, d := range articles(t, parseEntries(t, log), nil) {
		out[d.Title] = d.Aliases
	}
	return out
}
