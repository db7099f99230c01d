package flush

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
)

// repos is a Repository that knows two, and one of them from a worktree.
func repos(dir string) (string, bool) {
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
		from place
		cwds []string
		want string
	}{
		{"a worktree elsewhere", place{}, []string{"/wt/fix", "/wt/fix/cmd", "/w/tide"}, "tide tide tide"},
		{"a bare repository", place{}, []string{"/w/store.git"}, "store"},
		{"one inside another", place{}, []string{"/w/tide", "/w/tide/nested", "/w/tide/cmd"}, "tide nested tide"},
		{"B-09 scratch inherits, a repository there or not", place{}, []string{"/w/tide", "/tmp/clone", "/tmp/x"}, "tide tide tide"},
		{"begun in scratch", place{}, []string{"/tmp/clone/cmd"}, "clone"},
		{"not known: how it is written", place{}, []string{"/w/other/.worktrees/a", "/w/other/sub"}, "other other"},
		{"going on", place{Root: "/w/other", Name: "other"}, []string{"", "/w/other/sub", "/tmp/x", "/w/tide"}, "other other other tide"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var turns []transcript.Turn
			for i, c := range tt.cwds {
				turns = append(turns, turn(fmt.Sprint(i), transcript.Person, time.Time{}, c))
			}
			f := &Flusher{Repository: repos}
			if got := strings.Join(f.projectsOf(turns, tt.from), " "); got != tt.want {
				t.Errorf("projects = %q, want %q", got, tt.want)
			}
		})
	}
}

// projectsOf names the project each of turns was said in, which follow one said in from.
func (f *Flusher) projectsOf(turns []transcript.Turn, from place) []string {
	p := projects{place: from, find: f.Repository}
	out := make([]string, len(turns))
	for i := range turns {
		out[i] = p.of(&turns[i])
	}
	return out
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
		from   place
		cwds   []string
		kept   string
		reason string
	}{
		{"none", place{}, []string{"/w/a", ""}, "0,1", ""},
		{"its own folder", place{}, []string{"/w/a", "/w/tide/cmd"}, "0", "excluded: /w/tide/cmd"},
		{"its repository's", place{}, []string{"/wt/fix"}, "", "excluded: /w/tide"},
		{"what inherits it", place{}, []string{"/w/tide", "/tmp/x", "", "/home/ana", "/w/a"}, "4", "excluded: /w/tide"},
		{"going on in it", place{Root: "/w/tide", Name: "tide"}, []string{"", "/w/a", "/tmp/x"}, "1,2", "excluded: /w/tide"},
		{"withheld", place{}, []string{"/w/secret", "/w/a"}, "1", "its folder is withheld by redact.paths"},
		{"the latest reason", place{}, []string{"/w/tide", "/w/secret"}, "", "its folder is withheld by redact.paths"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var turns []transcript.Turn
			for i, c := range tt.cwds {
				turns = append(turns, turn(fmt.Sprint(i), transcript.Person, time.Time{}, c))
			}
			f := &Flusher{Repository: repos, Excluded: excluded, Hidden: hidden}
			var ids []string
			reason, s := "", f.sieve(tt.from)
			for i := range turns {
				if why := s.withheld(&turns[i]); why != "" {
					reason = why
				} else {
					ids = append(ids, turns[i].ID)
				}
			}
			if got := strings.Join(ids, ","); got != tt.kept || reason != tt.reason {
				t.Errorf("allowed = %q, %q, want %q, %q", got, reason, tt.kept, tt.reason)
			}
		})
	}
}
