//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// e2eScript is what the model answers, by words of the prompt.
func e2eScript() map[string][]step {
	bash := func(command string) map[string]any {
		return map[string]any{"command": command, "description": "try it"}
	}
	return map[string][]step{
		"look at the folder": {
			{Text: "I will look at the folder.", Tool: "Bash", Input: bash("ls && echo listed")},
			{Text: "There is a readme and nothing else yet."},
		},
		"use sqlite": {
			{Text: "I write that down.", Tool: "Write", Input: map[string]any{"file_path": "PROJECT/notes.txt", "content": "sqlite\n"}},
			{Text: "Noted: the job store is sqlite, because it needs no server."},
		},
		"use postgres":      {{Text: "Agreed, postgres stays out."}},
		"name the branches": {{Text: "I will name branches after the issue."}},
		"wait for the tool": {
			{Text: "It takes a while.", Tool: "Bash", Input: bash("echo begin; sleep 4; echo end")},
			{Text: "The tool has ended."},
		},
		"write slowly": {{Text: "This is the first half of a slow answer, and this is the second half of it.", Hold: "slow"}},
		"ask a helper": {
			{Text: "I ask a helper.", Tool: "Agent", Input: map[string]any{"description": "count", "subagent_type": "general-purpose", "prompt": "Count the rows. We decided that helpers are heard."}},
			{Text: "The helper counted seven rows."},
		},
		"Count the rows": {{Text: "There are seven rows."}},
		"fail now":       {{Fail: true}},
		"second session": {{Text: "The second session has this answer."}},
	}
}

// What a person says in these sessions, and the word by which a bullet of the day log shows it.
const (
	sayLook     = "Please look at the folder and say what is there."
	saySqlite   = "We decided to use sqlite for the job store because it needs no server."
	sayPostgres = "We decided not to use postgres because every laptop would need a server."
	sayBranches = "From now on always name the branches after the issue number."
	sayTool     = "Please wait for the tool. We decided to keep the log in one file because it is easy to search."
	saySlow     = "We decided to cache thumbnails for an hour because the disk is small. Please write slowly."
	sayHelper   = "Please ask a helper to count. We decided to count rows at night because the disk is idle."
	sayFail     = "Please fail now."
	saySecond   = "This is the second session. We decided to ship on Mondays because support is there."
)

// Sessions of the real client, offline: each is in the day logs and in the archive when the client is
// gone, however it went. Run it with MEMORIA_CLAUDE_BIN; MEMORIA_CLAUDE_OLD names older clients.
func TestRealClient(t *testing.T) {
	client := clientCommand(t)
	program := buildProgram(t)
	for _, x := range []struct {
		name string
		run  func(*person)
	}{
		{"compact", e2eCompact},
		{"resume", e2eResume},
		{"fork", e2eFork},
		{"clear", e2eClear},
		{"typed mid-turn", e2eTyped},
		{"interrupted", e2eInterrupted},
		{"terminated", e2eTerminated},
		{"killed, scan", e2eKilledScan},
		{"killed, next session", e2eKilledNext},
		{"lagging", e2eLagging},
		{"two at once", e2eTwo},
		{"subagent", e2eSubagent},
		{"failed turn", e2eFailed},
		{"context", e2eContext},
		{"tools", e2eTools},
	} {
		t.Run(x.name, func(t *testing.T) {
			for _, turns := range []int{1, 12} { // captured turn by turn, and at the end at once
				t.Run(fmt.Sprint("every ", turns), func(t *testing.T) { x.run(newPerson(t, program, client, turns)) })
			}
		})
	}
	for _, name := range filepath.SplitList(os.Getenv("MEMORIA_CLAUDE_OLD")) {
		t.Run("old "+filepath.Base(filepath.Dir(name)), func(t *testing.T) {
			s := newPerson(t, program, commandOf(t, name), 1)
			s.quiet = true
			e2eOld(s)
		})
	}
}

// compacted is a session of three turns, two with tools, one after a compaction.
func compacted(s *person) (session string) {
	c := s.chat("--allowedTools", "Bash(ls:*) Bash(echo:*) Read Write")
	c.say(sayLook)
	c.say(saySqlite)
	c.say("/compact keep the decisions")
	c.say(sayPostgres)
	c.leave()
	return c.session
}

func e2eCompact(s *person) {
	compacted(s)
	s.settle("sqlite", "postgres")
	s.must("uninstall", "claude", "--yes", "--vault", s.vault)
	must.Equal(s.t, s.read(filepath.Join(s.home, ".claude", "settings.json")), s.before, "the settings after uninstall")
}

// A resumed session grows in its file; what was captured before is not captured again.
func e2eResume(s *person) {
	session := compacted(s)
	s.settle("sqlite")
	c := s.chat("--resume", session)
	c.say(sayBranches)
	c.leave()
	must.Be(s.t, c.session == session && len(s.transcripts()) == 1, "the client resumed %s as %s in %v", session, c.session, s.transcripts())
	s.settle("sqlite", "postgres", "issue number")
}

// A fork copies the rows of the first session, with their uuids, under an id of its own.
func e2eFork(s *person) {
	session := compacted(s)
	s.settle("sqlite")
	c := s.chat("--resume", session, "--fork-session")
	c.say(sayBranches)
	c.leave()
	must.Be(s.t, c.session != session && len(s.transcripts()) == 2, "the client forked %s as %s in %v", session, c.session, s.transcripts())
	s.settle("sqlite", "postgres", "issue number")
	if n := strings.Count(s.logs(), "\n- We decided to use sqlite for the job store"); n > 1 {
		s.t.Errorf("the copied turns are in the logs %d times:\n%s", n, s.logs())
	}
}

func e2eClear(s *person) {
	x := s.terminal()
	x.say(saySqlite)
	x.settle()
	x.enter("/clear", s.more("SessionStart"))
	x.settle()
	x.say(saySecond)
	x.leave()
	if n := len(s.transcripts()); n != 2 {
		s.t.Fatalf("%d transcripts after /clear", n)
	}
	s.settle("sqlite", "Mondays")
}

// What is typed while the agent works is in no user row of the transcript.
func e2eTyped(s *person) {
	x := s.terminal()
	x.enter(sayTool, s.more("UserPromptSubmit"))
	s.until("the tool to run", func() bool { return strings.Contains(s.all(), "It takes a while.") })
	x.enter(sayBranches, s.more("UserPromptSubmit"))
	s.waitFor("Stop", 1)
	x.leave()
	s.settle("one file", "issue number")
}

// all is every transcript.
func (s *person) all() string {
	s.t.Helper()
	var b strings.Builder
	for _, name := range s.transcripts() {
		b.WriteString(s.read(name))
	}
	return b.String()
}

// An interrupted turn fires no hook; the next prompt does.
func e2eInterrupted(s *person) {
	x := s.terminal()
	x.enter(saySlow, s.more("UserPromptSubmit"))
	s.reached("slow")
	time.Sleep(500 * time.Millisecond) // the client shows the half it got
	x.press(keyEsc)
	s.until("the interruption", func() bool { return strings.Contains(s.all(), "[Request interrupted") })
	x.settle()
	x.say(saySqlite)
	x.leave()
	s.settle("sqlite", "thumbnails")
}

// reached waits until the model stands at the gate.
func (s *person) reached(name string) {
	s.t.Helper()
	g := s.model.gate(name)
	select {
	case <-g.Reached:
	case <-time.After(patience):
		s.t.Fatalf("the model was not asked for the answer %q; seen: %s", name, s.events())
	}
}

// said reports whether a transcript holds these words of a person.
func (s *person) said(words string) bool {
	s.t.Helper()
	for _, name := range s.transcripts() {
		rows, _, _ := saidIn(s.read(name))
		if slices.ContainsFunc(rows, func(r saidRow) bool { return r.Person && r.Text == words }) {
			return true
		}
	}
	return false
}

// midTurn is a session that a signal ends in its second turn.
func midTurn(s *person, sig syscall.Signal) {
	c := s.chat()
	c.say(saySqlite)
	c.send(saySlow)
	s.reached("slow")
	s.until("the prompt's row", func() bool { return s.said(saySlow) })
	must.Do(s.t, c.cmd.Process.Signal(sig))
	must.Hold(s.t, c.wait() != nil || sig != syscall.SIGKILL, "the client outlived SIGKILL")
}

func e2eTerminated(s *person) {
	midTurn(s, syscall.SIGTERM)
	s.waitFor("SessionEnd", 1)
	s.settle("sqlite", "thumbnails")
}

// Nothing fires when the client is killed: a scan finds what is left.
func e2eKilledScan(s *person) {
	midTurn(s, syscall.SIGKILL)
	s.must("flush", "--scan", "--wait")
	if n := s.count("SessionEnd"); n != 0 {
		s.t.Errorf("%d sessions ended in order", n)
	}
	s.audit("sqlite", "thumbnails")
}

// The next session's start finds it too, and nobody waits for it: the worker is gone by itself.
func e2eKilledNext(s *person) {
	midTurn(s, syscall.SIGKILL)
	c := s.chat()
	c.say(saySecond)
	c.leave()
	s.until("the worker's end", func() bool { return len(s.processes()) == 0 })
	for _, p := range s.account(s.t.Errorf).problems() {
		s.t.Errorf("nobody has drained the queue by hand: %s", p)
	}
	s.settle("sqlite", "thumbnails", "Mondays")
}

// At Stop the last message is not always in the transcript yet. The hook carries it, and it stands
// in one entry all the same.
func e2eLagging(s *person) {
	x := s.terminal()
	lagged := 0
	for _, prompt := range []string{sayLook, saySqlite, sayPostgres, sayBranches, saySecond} {
		stop := x.say(prompt)
		at, _, _ := strings.Cut(stop.File, "-Stop")
		names, _ := filepath.Glob(filepath.Join(at+"-at", "*", stop.Session+".jsonl"))
		if stop.Message != "" && (len(names) != 1 || !strings.Contains(s.read(names[0]), stop.Message)) {
			lagged++
		}
	}
	x.leave()
	s.t.Logf("%d of 5 transcripts lagged behind the hook", lagged)
	s.settle("sqlite", "postgres", "issue number", "Mondays")
}

func e2eTwo(s *person) {
	a, b := s.chat(), s.chat()
	a.send(saySqlite)
	b.send(saySecond)
	a.hearAnswer()
	b.hearAnswer()
	a.send(sayPostgres)
	b.send(sayBranches)
	a.hearAnswer()
	b.hearAnswer()
	a.in.Close()
	b.leave()
	a.leave()
	must.Hold(s.t, len(s.transcripts()) == 2, "transcripts: %v", s.transcripts())
	s.settle("sqlite", "postgres", "issue number", "Mondays")
}

// What a subagent is told and answers is no person's and nobody reads it.
func e2eSubagent(s *person) {
	c := s.chat("--allowedTools", "Agent Task")
	c.say(sayHelper)
	c.leave()
	if names, _ := filepath.Glob(filepath.Join(s.home, ".claude", "projects", "*", "*", "subagents", "*.jsonl")); len(names) == 0 {
		s.t.Error("the client ran no subagent")
	}
	s.settle("rows at night")
	must.Hold(s.t, !strings.Contains(s.logs(), "helpers are heard"), "the subagent's orders are in the logs:\n%s", s.logs())
}

// An error of the API ends a turn without Stop, and its text is nobody's words.
func e2eFailed(s *person) {
	c := s.chat()
	c.say(saySqlite)
	c.say(sayFail)
	c.in.Close()
	c.wait() // the client tells of the error by its exit code
	s.settle("sqlite")
	must.Hold(s.t, !strings.Contains(s.logs(), "decided to fail"), "the error's text is in the logs:\n%s", s.logs())
}

func e2eOld(s *person) {
	c := s.chat("--allowedTools", "Bash(ls:*) Bash(echo:*) Read Write")
	c.say(sayLook)
	c.say(saySqlite)
	c.leave()
	s.settle("sqlite")
}
