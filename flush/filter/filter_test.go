package filter

import (
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/project"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/must"
)

// repos is a disk that knows some repositories, and one of them from a worktree.
type repos struct{}

func (repos) Remote(string) string     { return "" }
func (repos) RootCommit(string) string { return "" }
func (repos) IsHome(string) bool       { return false }

func (repos) Repository(dir string) (string, bool) {
	for below, root := range map[string]string{"/w/tide": "/w/tide", "/w/tide/nested": "/w/tide/nested", "/wt/fix": "/w/tide", "/w/store.git": "/w/store.git", "/tmp/clone": "/tmp/clone"} {
		if dir == below || dir == below+"/cmd" {
			return root, true
		}
	}
	return "", false
}

func TestProjectIsTheRepository(t *testing.T) {
	tests := []struct {
		name string
		from project.Place
		cwds []string
		want string
	}{
		{"a worktree elsewhere", project.Place{}, []string{"/wt/fix", "/wt/fix/cmd", "/w/tide"}, "tide tide tide"},
		{"a bare repository", project.Place{}, []string{"/w/store.git"}, "store"},
		{"one inside another", project.Place{}, []string{"/w/tide", "/w/tide/nested", "/w/tide/cmd"}, "tide nested tide"},
		{"scratch inherits, a repository there or not", project.Place{}, []string{"/w/tide", "/tmp/clone", "/tmp/x"}, "tide tide tide"},
		{"begun in scratch", project.Place{}, []string{"/tmp/clone/cmd"}, "clone"},
		{"not known: how it is written", project.Place{}, []string{"/w/other/.worktrees/a", "/w/other/sub"}, "other other"},
		{"going on", project.Place{Root: "/w/other", Name: "other"}, []string{"", "/w/other/sub", "/tmp/x", "/w/tide"}, "other other other tide"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules := Rules{Projects: &project.Book{Disk: repos{}}}
			where := rules.Follow(tt.from)
			var got []string
			for _, cwd := range tt.cwds {
				where.Next(&transcript.Turn{CWD: cwd})
				got = append(got, where.Name)
			}
			must.Equal(t, strings.Join(got, " "), tt.want, "projects")
		})
	}
}

func TestAllowed(t *testing.T) {
	excluded := func(places ...string) string {
		for _, p := range places {
			if strings.HasPrefix(p+"/", "/w/tide/") {
				return "excluded: " + p
			}
		}
		return ""
	}
	hidden := func(p string) bool { return strings.HasPrefix(p, "/w/secret/") }
	tests := []struct {
		name   string
		from   project.Place
		cwds   []string
		kept   string
		reason string
	}{
		{"none", project.Place{}, []string{"/w/a", ""}, "0,1", ""},
		{"its own folder", project.Place{}, []string{"/w/a", "/w/tide/cmd"}, "0", "excluded: /w/tide/cmd"},
		{"its repository's", project.Place{}, []string{"/wt/fix"}, "", "excluded: /w/tide"},
		{"what inherits it", project.Place{}, []string{"/w/tide", "/tmp/x", "", "/home/ana", "/w/a"}, "4", "excluded: /w/tide"},
		{"going on in it", project.Place{Root: "/w/tide", Name: "tide"}, []string{"", "/w/a", "/tmp/x"}, "1,2", "excluded: /w/tide"},
		{"withheld", project.Place{}, []string{"/w/secret", "/w/a"}, "1", "its folder is withheld by redact.paths"},
		{"not known", project.Place{}, []string{"", "/w/a", ""}, "1,2", "nothing tells its folder, and the settings leave out some"},
		{"the latest reason", project.Place{}, []string{"/w/tide", "/w/secret"}, "", "its folder is withheld by redact.paths"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			rules := Rules{Projects: &project.Book{Disk: repos{}}, Excluded: excluded, Hidden: hidden}
			where := rules.Follow(tt.from)
			var ids []string
			reason := ""
			for i, cwd := range tt.cwds {
				if why := where.Next(&transcript.Turn{CWD: cwd}); why != "" {
					reason = why
				} else {
					ids = append(ids, fmt.Sprint(i))
				}
			}
			if got := strings.Join(ids, ","); got != tt.kept || reason != tt.reason {
				t.Errorf("allowed = %q, %q, want %q, %q", got, reason, tt.kept, tt.reason)
			}
		})
	}
}

// What names a withheld path is in no step: no file, no command's outcome, no line of one.
func TestRedactTurn(t *testing.T) {
	rules := Rules{Hidden: func(p string) bool { return strings.HasPrefix(p, "/w/secret") }, Clean: func(s string) string { return strings.ReplaceAll(s, "hunter2", "***") }}
	turn := transcript.Turn{CWD: "/w", Steps: []transcript.Step{
		{Tool: "Edit", Target: "secret/a", File: true},
		{Tool: "Bash", Target: "git status", Outcome: "On branch main\n\tmodified:   secret/a\n\tmodified:   tide.go"},
		{Tool: "Bash", Target: "make -C /w/secret test", Outcome: "FAIL the plan"},
		{Tool: "Bash", Target: "make test", Outcome: "FAIL hunter2"},
	}}
	rules.RedactTurn(&turn)
	var got []string
	for _, s := range turn.Steps {
		got = append(got, s.Outcome)
	}
	if want := "On branch main\n\tmodified:   tide.go||FAIL ***"; strings.Join(got, "|") != want {
		t.Errorf("outcomes are %q, want %q", strings.Join(got, "|"), want)
	}
}
