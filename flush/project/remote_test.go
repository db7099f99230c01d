package project

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestRemote(t *testing.T) {
	for in, want := range map[string]string{
		"git@example.org:Ana/API.git":             "example.org/ana/api",
		"https://tok:en@example.org/ana/api.git/": "example.org/ana/api",
		"ssh://git@example.org:2222/ana/api":      "example.org/ana/api",
		"https://example.org/":                    "",
		"file:///srv/git/api":                     "",
		"/srv/git/api":                            "",
		`C:\src\api`:                              "",
		"C:/src/api":                              "",
		"../api":                                  "",
		"git@example.org:":                        "",
		"":                                        "",
	} {
		must.Equal(t, Remote(in), want, "Remote(%q)", in)
	}
}

// TestRecorded: where a folder is not on this machine, the remote that the client recorded says which repository it was.
func TestRecorded(t *testing.T) {
	const at, of = "git@x.io:a/api.git", "https://x.io/a/api"
	type seen struct{ dir, branch, remote string }
	tests := []struct {
		name string
		disk disk
		in   []seen
		want string
	}{
		{"in two folders", nil, []seen{{"/h/one/api", "main", at}, {"/h/two/service", "fix", of}}, "api:x.io/a/api api:x.io/a/api"},
		{"two of one name", nil, []seen{{"/h/one/api", "main", at}, {"/h/two/api", "main", "git@x.io:b/api"}}, "api:x.io/a/api two/api:x.io/b/api"},
		{"as the one on the disk", disk{"/h/api": {"x.io/a/api", "1"}}, []seen{{"/h/api", "main", ""}, {"/o/api", "main", at}}, "api:x.io/a/api api:x.io/a/api"},
		{"before the one on the disk", disk{"/h/api": {"x.io/a/api", "1"}}, []seen{{"/o/api", "main", at}, {"/h/api", "main", ""}}, "api:x.io/a/api api:x.io/a/api"},
		{"the disk is right", disk{"/h/api": {"x.io/b/api", "1"}}, []seen{{"/h/api", "main", at}}, "api:x.io/b/api"},
		{"a folder alone is no remote", nil, []seen{{"/h/api", "main", "/srv/git/api"}, {"/o/api", "main", "/srv/git/api"}}, "api:" + folderID("/h/api") + " o/api:" + folderID("/o/api")},
		{"a folder that was known without one", nil, []seen{{"/h/api", "main", ""}, {"/h/api", "main", at}, {"/o/api", "fix", of}}, "api:" + folderID("/h/api") + strings.Repeat(" api:"+folderID("/h/api"), 2)},
		{"a worktree that is gone", nil, []seen{{"/h/api", "main", at}, {"/wt/7", "fix", at}, {"/wt/7", "fix", ""}}, "api:x.io/a/api api:x.io/a/api api:x.io/a/api"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, got := &Book{Disk: tt.disk}, []string{}
			for _, v := range tt.in {
				var p Place
				p.Enter(b, v.dir, v.branch, v.remote)
				got = append(got, p.Name+":"+p.Repo)
			}
			if s := strings.Join(got, " "); s != tt.want {
				t.Errorf("got  %s\nwant %s", s, tt.want)
			}
		})
	}
}
