package segment

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/transcript"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"
)

// clock parses the short times of these tests, in UTC.
func clock(t testing.TB, s string) time.Time {
	t.Helper()
	v := must.Get(time.Parse("2006-01-02 15:04", s))(t)
	return v
}

func turn(id string, role transcript.Role, when time.Time, cwd string) transcript.Turn {
	return transcript.Turn{ID: id, Last: id, Role: role, Text: "words of " + id, At: when, Started: when, CWD: cwd, Session: "s"}
}

func shape(segs []Segment) string {
	var parts []string
	for _, s := range segs {
		var ids []string
		for _, t := range s.Turns {
			ids = append(ids, t.ID)
		}
		parts = append(parts, s.Name+":"+strings.Join(ids, ","))
	}
	return strings.Join(parts, " | ")
}

func TestCut(t *testing.T) {
	chicago := must.Get(time.LoadLocation("America/Chicago"))(t)
	const p, g = transcript.Person, transcript.Agent
	tests := []struct {
		name  string
		zone  *time.Location
		turns []transcript.Turn
		want  string
	}{
		{"one stretch", time.UTC, []transcript.Turn{
			turn("a", p, clock(t, "2026-03-01 10:00"), "/w/a"), turn("b", g, clock(t, "2026-03-01 10:01"), "/w/a")}, "a:a,b"},
		{"a long pause", time.UTC, []transcript.Turn{
			turn("a", p, clock(t, "2026-03-01 10:00"), "/w/a"), turn("b", p, clock(t, "2026-03-01 13:00"), "/w/a")}, "a:a | a:b"},
		{"a short pause", time.UTC, []transcript.Turn{
			turn("a", p, clock(t, "2026-03-01 10:00"), "/w/a"), turn("b", p, clock(t, "2026-03-01 12:59"), "/w/a")}, "a:a,b"},
		// A prompt after midnight begins the new day, the answer to the last one does not.
		{"midnight", time.UTC, []transcript.Turn{
			turn("a", p, clock(t, "2026-03-01 23:50"), "/w/a"), turn("b", g, clock(t, "2026-03-02 00:10"), "/w/a"),
			turn("c", p, clock(t, "2026-03-02 00:20"), "/w/a")}, "a:a,b | a:c"},
		// Midnight is the zone's, not UTC's.
		{"zone", chicago, []transcript.Turn{
			turn("a", p, clock(t, "2026-08-08 23:50"), "/w/a"), turn("b", p, clock(t, "2026-08-09 00:20"), "/w/a")}, "a:a,b"},
		// The project is that of the row, not of the launch directory.
		{"another directory", time.UTC, []transcript.Turn{
			turn("a", p, clock(t, "2026-03-01 10:00"), "/w/a"), turn("b", p, clock(t, "2026-03-01 10:05"), "/w/b"),
			turn("c", g, clock(t, "2026-03-01 10:06"), "/w/b")}, "a:a | b:b,c"},
		{"no times", time.UTC, []transcript.Turn{
			turn("a", p, time.Time{}, ""), turn("b", g, time.Time{}, ""), turn("c", p, time.Time{}, "")}, ":a,b,c"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, shape(Cut(tt.turns, projectsOf(tt.turns), tt.zone)), tt.want, "cut")
		})
	}
}

func TestProject(t *testing.T) {
	tests := []struct {
		name string
		cwds []string
		want string
	}{
		{"base name", []string{"/home/ana/src/tidewatch"}, "tidewatch"},
		{"below the root", []string{"/w/a", "/w/a/cmd/x", "/w/a"}, "a a a"},
		{"a sibling with a like name", []string{"/w/a", "/w/ab"}, "a ab"},
		{"scratch inherits", []string{"/w/a", "/tmp/build1", "/var/folders/x"}, "a a a"},
		{"scratch alone", []string{"/tmp/try"}, "try"},
		{"worktree", []string{"/w/a/.claude/worktrees/fix-1", "/w/a/.claude/worktrees/fix-1/cmd"}, "a a"},
		{"worktrees beside the repository", []string{"/w/tide-worktrees/fix-1"}, "tide"},
		{"a home is no project", []string{"/home/ana", "/Users/ana", `C:\Users\ana`, "/root", "/home/ana/tide", "/home/ana"}, "    tide tide"},
		{"Windows", []string{`C:\src\tide\`, `C:\src\tide\cmd`}, "tide tide"},
		{"none", []string{"", "/w/a", ""}, " a a"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var turns []transcript.Turn
			for i, c := range tt.cwds {
				turns = append(turns, turn(fmt.Sprint(i), transcript.Person, time.Time{}, c))
			}
			var names []string
			for _, p := range projectsOf(turns) {
				names = append(names, p.Name)
			}
			must.Equal(t, strings.Join(names, " "), tt.want, "projects")
		})
	}
}

// A session cut in two runs is cut as in one: what was flushed at a seam is not cut anew.
func TestCutIsPrefixStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		when := time.Date(2026, 3, 1, 20, 0, 0, 0, time.UTC)
		var turns []transcript.Turn
		n := rapid.IntRange(1, 400).Draw(t, "n")
		for i := range n {
			when = when.Add(time.Duration(rapid.SampledFrom([]int{1, 1, 1, 2, 12, 70, 200}).Draw(t, "gap")) * time.Minute)
			role := rapid.SampledFrom([]transcript.Role{transcript.Person, transcript.Agent, transcript.Choice}).Draw(t, "role")
			tn := turn(fmt.Sprint(i), role, when, "/w/"+rapid.SampledFrom([]string{"a", "a", "a", "b"}).Draw(t, "dir"))
			tn.Text = strings.Repeat("x", rapid.SampledFrom([]int{10, 10, 4000}).Draw(t, "len"))
			turns = append(turns, tn)
		}
		project := projectsOf(turns)
		whole := Cut(turns, project, time.UTC)
		total := 0
		for k, s := range whole {
			if got, want := shape(Cut(turns[total:], project[total:], time.UTC)), shape(whole[k:]); got != want {
				t.Fatalf("from segment %d: %s, want %s", k, got, want)
			}
			total += len(s.Turns)
		}
		must.Be(t, total == n, "%d turns in segments, want %d", total, n)
	})
}

// projectsOf names the project each of turns was said in.
func projectsOf(turns []transcript.Turn) []project.Place {
	return (*project.Book)(nil).Along(project.Place{}, turns)
}
