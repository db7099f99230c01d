package git

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestRemote(t *testing.T) {
	tests := []struct{ config, want string }{
		{`[remote "origin"]` + "\n\turl = git@github.com:Ana/Tide.git\n", "github.com/ana/tide"},
		{`[remote "origin"]` + "\n\turl = https://github.com/ana/tide\n", "github.com/ana/tide"},
		{`[remote "origin"]` + "\n\turl = https://ana:secret@github.com:443/ana/tide.git/\n", "github.com/ana/tide"},
		{`[remote "origin"]` + "\n\turl = ssh://git@github.com:22/ana/tide.git\n", "github.com/ana/tide"},
		{`[remote "origin"]` + "\n\tURL=\"github.com:ana/tide\"\n", "github.com/ana/tide"},
		{`[remote "upstream"]` + "\n\turl = https://x.io/up/tide\n[branch \"main\"]\n\tremote = origin\n[remote \"origin\"]\n\turl = https://x.io/ana/tide\n", "x.io/ana/tide"},
		{`[remote "upstream"]` + "\n\turl = https://x.io/up/tide\n\tfetch = +refs/heads/*:refs/remotes/upstream/*\n", "x.io/up/tide"},
		{`[remote "origin"]` + "\n\turl = /srv/git/tide.git\n", "/srv/git/tide"},
		{`[remote "origin"]` + "\n\turl = file:///srv/git/tide.git\n", "/srv/git/tide"},
		{`[remote "origin"]` + "\n\turl = ../tide.git\n", "ABOVE/tide"},
		{`[remote "origin"]` + "\n\turl = https://ana:se%ret@x.io/ana/tide\n", "x.io/ana/tide"}, // not the password
		{`[remote "origin"]` + "\n\turl = https://x.io/\n", ""},
		{`[remote "origin"]` + "\n\turl = git@x.io:\n", ""},
		{"[core]\n\turl = https://x.io/no/remote\n", ""},
		{"", ""},
	}
	for _, tt := range tests {
		root := filepath.Join(t.TempDir(), "repo")
		for _, dir := range []string{"objects", "refs"} {
			must.Do(t, os.MkdirAll(filepath.Join(root, ".git", dir), 0o755))
		}
		for name, text := range map[string]string{"HEAD": "ref: refs/heads/main\n", "config": tt.config} {
			must.Do(t, os.WriteFile(filepath.Join(root, ".git", name), []byte(text), 0o644))
		}
		above := strings.ToLower(filepath.ToSlash(filepath.Dir(root)))
		if got := (&Finder{}).Remote(filepath.ToSlash(root)); strings.Replace(got, above, "ABOVE", 1) != tt.want {
			t.Errorf("%q: %q, want %q", tt.config, got, tt.want)
		}
	}
}

func TestRootCommit(t *testing.T) {
	w := tree(t)
	f := &Finder{Home: w + "/home"}
	first := f.RootCommit(w + "/tide")
	c := exec.Command("git", "-C", w+"/tide", "rev-list", "--max-parents=0", "HEAD")
	if out, err := c.Output(); err != nil || strings.TrimSpace(string(out)) != first || first == "" {
		t.Errorf("%q, git says %s %v", first, out, err)
	}
	t.Setenv("GIT_DIR", w+"/nowhere") // as git sets it for its hooks
	for _, dir := range []string{"tide", "store.git", "hub", "lib"} {
		if got := (&Finder{}).RootCommit(w + "/" + dir); got == "" || dir != "lib" && got != first {
			t.Errorf("%s: %q, want %q", dir, got, first)
		}
	}
	for _, dir := range []string{"plain", "nowhere", "noise", "hollow"} {
		must.Equal(t, f.RootCommit(w+"/"+dir), "", "%s", dir)
	}
	must.Do(t, os.WriteFile(w+"/tide/.git/shallow", []byte(first+"\n"), 0o644))
	must.Equal(t, (&Finder{}).RootCommit(w+"/tide"), "", "of a history that is cut off")
}
