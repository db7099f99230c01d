package project

import (
	"context"
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A disk holds repositories: by folder, the remote and the root commit, and by worktree the folder.
type disk map[string][2]string

func (d disk) Repository(dir string) (string, bool) {
	for at := dir; len(at) > 1; at = at[:strings.LastIndexByte(at, '/')] {
		if r, ok := d[at]; ok {
			if r[0] == "worktree" {
				return r[1], true
			}
			return at, true
		}
	}
	return "", false
}

func (d disk) Remote(root string) string     { return d[root][0] }
func (d disk) RootCommit(root string) string { return d[root][1] }
func (d disk) IsHome(dir string) bool        { return dir == "/data/me" }

// A visit is a folder in which a session begins, and the branch that the client saw.
type visit struct{ dir, branch string }

func names(b *Book, visits ...visit) string {
	var out []string
	for _, v := range visits {
		var p Place
		p.Enter(b, v.dir, v.branch, "")
		out = append(out, p.Name)
	}
	return strings.Join(out, " ")
}

// TestProject: a project is its remote, else its root commit, else its folder (P-01, P-02, P-04).
func TestProject(t *testing.T) {
	const a, b, c = "/h/clientA/api", "/h/clientB/api", "/h/clientC/api"
	tests := []struct {
		name string
		disk disk
		in   []visit
		want string
	}{
		{"two remotes", disk{a: {"x.io/a/api", "1"}, b: {"x.io/b/api", "2"}}, []visit{{a, "main"}, {b, "main"}, {a + "/cmd", "main"}}, "api clientB/api api"},
		{"a fork has the first commit, too", disk{a: {"x.io/a/api", "1"}, b: {"x.io/b/api", "1"}}, []visit{{a, "main"}, {b, "main"}}, "api clientB/api"},
		{"two first commits", disk{a: {"", "1"}, b: {"", "2"}, c: {"", "3"}}, []visit{{a, "main"}, {b, "main"}, {c, "main"}, {b, "main"}}, "api clientB/api clientC/api clientB/api"},
		{"two folders without git", nil, []visit{{a, ""}, {b, ""}, {a + "/sub", ""}}, "api clientB/api api"},
		{"two folders that are gone", nil, []visit{{a, "main"}, {b, "main"}}, "api clientB/api"},
		{"one with git and one without", disk{a: {"x.io/a/api", "1"}}, []visit{{a, "main"}, {b, ""}}, "api clientB/api"},
		{"in the same folder of two homes", disk{"/home/ana/api": {"", "1"}, "/home/bo/api": {"", "2"}}, []visit{{"/home/ana/api", ""}, {"/home/bo/api", ""}}, "api bo/api"},
		{"two clones of one", disk{a: {"x.io/a/api", "1"}, b: {"x.io/a/api", "1"}}, []visit{{a, "main"}, {b, "fix"}}, "api api"},
		{"a copy without its remote", disk{a: {"x.io/a/api", "1"}, b: {"", "1"}}, []visit{{a, "main"}, {b, "main"}}, "api clientB/api"},
		{"two copies without a remote", disk{a: {"", "1"}, b: {"", "1"}}, []visit{{a, "main"}, {b, "main"}}, "api api"},
		{"a worktree", disk{a: {"x.io/a/api", "1"}, "/wt/fix": {"worktree", a}}, []visit{{a, "main"}, {"/wt/fix/cmd", "fix"}}, "api api"},
		{"a bare one", disk{"/srv/api.git": {"", "1"}}, []visit{{"/srv/api.git", ""}}, "api"},
		{"spelled otherwise", disk{"/h/one/my-api": {"", "1"}, "/h/two/MyApi": {"", "2"}}, []visit{{"/h/one/my-api", ""}, {"/h/two/MyApi", ""}}, "my-api two/MyApi"},

		{"below a folder that is known", nil, []visit{{"/h/notes", ""}, {"/h/notes/2026/spring", ""}, {"/h/notebook", ""}}, "notes notes notebook"},
		{"below the nearest of two", nil, []visit{{"/h/notes/2026/spring", ""}, {"/h/notes", ""}, {"/h/notes/2026/spring/may", ""}}, "spring notes spring"},
		{"a repository below a folder that is known", disk{"/h/notes/app": {"", "1"}}, []visit{{"/h/notes", ""}, {"/h/notes/app/cmd", "main"}, {"/h/notes/lost", "main"}}, "notes app lost"},
		{"nor below a folder of projects", nil, []visit{{"/home/ana/src", ""}, {"/home/ana/src/x", ""}, {"/home/ana/notes", ""}, {"/home/ana/notes/src/y", ""}}, "src x notes notes"},
		{"nor below one that holds a repository", nil, []visit{{"/h/clients", ""}, {"/h/clients/a", "main"}, {"/h/clients/b", ""}}, "clients a b"},
		{"nor in a folder for scratch", nil, []visit{{"/tmp", ""}, {"/tmp/x", ""}, {"/tmp/y", ""}}, " x y"},
		{"nothing below a home", nil, []visit{{"/home/ana", ""}, {"/home/ana/x", ""}, {"/home/ana/y", ""}}, " x y"},
		{"nor below the home of this machine", nil, []visit{{"/data/me", ""}, {"/data/me/x", ""}, {"/data/me/y/2026", ""}}, " x 2026"},
		{"nor below a folder in it as every home has one", nil, []visit{{"/data/me/Dokumente", ""}, {"/data/me/Dokumente/x", ""}, {"/data/me/Documents/Projects", ""}, {"/data/me/Documents/Projects/y", ""}}, "Dokumente x Projects y"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			must.Equal(t, names(&Book{Disk: tt.disk}, tt.in...), tt.want, "projects")
		})
	}
}

// kept returns the book that later runs read, with the projects of visits in it.
func kept(t *testing.T, b *Book, visits ...visit) *Book {
	t.Helper()
	d, now := fsutiltest.Open(t, t.TempDir()), time.Now()
	must.Do(t, d.MkdirAll(".memoria/lock", 0o700))
	var entries []daily.Entry
	for _, v := range visits {
		var p Place
		p.Enter(b, v.dir, v.branch, "")
		entries = append(entries, daily.Entry{Project: p.Name, Repo: p.Repo, Branch: v.branch})
	}
	must.Do(t, b.Keep(context.Background(), d, now, entries...))
	return must.Get(Read(d, b.Disk, now))(t)
}

// TestMoved: what a repository is known by may change, one thing at a time (P-02).
func TestMoved(t *testing.T) {
	const was, is = "/h/old/api", "/h/new/service"
	tests := []struct {
		name          string
		before, after disk
		in            visit
		want          string
	}{
		{"its folder is renamed", disk{was: {"x.io/a/api", "1"}}, disk{is: {"x.io/a/api", "1"}}, visit{is, "main"}, "api"},
		{"without a remote", disk{was: {"", "1"}}, disk{is: {"", "1"}}, visit{is, "main"}, "api"},
		{"its remote is a folder", disk{was: {"/srv/git/api", ""}}, disk{is: {"/srv/git/api", ""}}, visit{is, "main"}, "api"},
		{"its remote is renamed", disk{was: {"x.io/a/api", "1"}}, disk{was: {"y.io/b/service", "1"}}, visit{was, "main"}, "api"},
		{"it gets a remote", disk{was: {"", "1"}}, disk{was: {"y.io/b/api", "1"}}, visit{was, "main"}, "api"},
		{"it gets a remote and moves", disk{was: {"", "1"}}, disk{is: {"y.io/b/api", "1"}}, visit{is, "main"}, "api"},
		{"it loses its remote", disk{was: {"x.io/a/api", "1"}}, disk{was: {"", "1"}}, visit{was, "main"}, "api"},
		{"it becomes a repository", disk{}, disk{was: {"x.io/a/api", "1"}}, visit{was, "main"}, "api"},
		{"it is gone", disk{was: {"x.io/a/api", "1"}}, disk{}, visit{was + "/cmd", "main"}, "api"},
		{"another lies there now", disk{was: {"x.io/a/api", "1"}}, disk{was: {"y.io/b/api", "2"}}, visit{was, "main"}, "old/api"},
		{"another without a remote", disk{was: {"", "1"}}, disk{was: {"", "2"}}, visit{was, "main"}, "old/api"},
		{"another of which little is known", disk{was: {"x.io/a/api", ""}}, disk{was: {"y.io/b/api", ""}}, visit{was, "main"}, "old/api"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := kept(t, &Book{Disk: tt.before}, visit{was, "main"})
			b.Disk = tt.after
			must.Equal(t, names(b, tt.in), tt.want, "project")
		})
	}
}

// TestGone: a worktree that is gone belongs to the repository that its session, or other sessions, name (P-03).
func TestGone(t *testing.T) {
	const api, web = "/h/api", "/h/web"
	both := disk{api: {"x.io/a/api", "1"}, web: {"x.io/a/web", "2"}}
	begun := []visit{{api, "main"}, {web, "main"}}
	tests := []struct {
		name  string
		disk  disk
		known []visit // by earlier sessions
		steps string  // what an earlier session in api did
		turns []visit // of the session
		want  string
		asks  bool
	}{
		{"the session came from the repository", both, nil, "", []visit{{api, "main"}, {"/wt/fix-login", "fix-login"}}, "api api", false},
		{"to another branch of it", both, nil, "", []visit{{api, "main"}, {"/wt/login", "ana/login"}, {"/wt/login/cmd", "ana/login"}}, "api api api", false},
		{"to a folder of worktrees", both, nil, "", []visit{{api, "main"}, {"/h/wt/7", "ana/login"}}, "api api", false},
		{"to one that is numbered", both, nil, "", []visit{{web, "main"}, {"/h/worktree-7", "login"}}, "web web", false},
		{"to another repository on a branch", both, nil, "", []visit{{api, "main"}, {"/h/shop", "login"}}, "api shop", false},
		{"to another repository", both, nil, "", []visit{{api, "main"}, {"/h/shop", "main"}}, "api shop", false},
		{"beside the folder of its name", both, nil, "", []visit{{"/h/api-fix-login", "fix-login"}}, "api", false},
		{"of two, the one of its name", both, nil, "", []visit{{"/h/web.hotfix", "hotfix"}}, "web", false},
		{"of a repository that is gone, too", nil, []visit{{api, "main"}}, "", []visit{{"/h/api_fix", "fix"}}, "api", false},
		{"and the whole branch", both, begun, "", []visit{{"/h/api-ana-fix-login", "ana/fix-login"}}, "api", false},
		{"beside one that its name begins with", nil, []visit{{api, "main"}}, "", []visit{{"/h/api-docs", "main"}, {"/h/api.old", "main"}, {"/h/api_2", "dev"}}, "api-docs api.old api_2", false},
		{"beside one on the disk that its name begins with", both, begun, "", []visit{{"/h/api-docs", "main"}}, "api-docs", false},
		{"and on a branch of its own", both, begun, "", []visit{{"/h/api-docs", "rewrite"}}, "api-docs", true},
		{"and named for a part of its branch", both, begun, "", []visit{{"/h/api-v2-login", "ana/login"}}, "api-v2-login", true},
		{"and on a branch of another one", both, append(begun, visit{web, "login"}), "", []visit{{"/h/api-v2-login", "login"}}, "api-v2-login", true},
		{"where the session came from", both, nil, "", []visit{{api, "main"}, {"/h/api_2", "ana/login"}}, "api api", false},
		{"but on the main branch", both, nil, "", []visit{{api, "main"}, {"/h/api_2", "main"}}, "api api_2", false},
		{"beside worktrees, on an unusual branch", both, append(begun, visit{"/h/api-fix", "fix"}), "", []visit{{"/h/blog", "x"}}, "blog", false},
		{"among the workspaces of its name", both, begun, "", []visit{{"/h/conductor/workspaces/web/tokyo", "ana/login"}}, "web", false},
		{"below a folder of its name that holds no worktrees", both, begun, "", []visit{{"/o/web/login", "login"}}, "login", true},
		{"in a folder of worktrees of several", both, append(begun, visit{"/home/ana/src/worktrees/a", "x"}), "", []visit{{"/home/ana/src/worktrees/b", "y"}}, "b", true},
		{"beside other worktrees", disk{api: {"x.io/a/api", "1"}, "/wt/one": {"worktree", api}}, []visit{{api, "main"}, {"/wt/one", "one"}}, "", []visit{{"/wt/two", "two"}}, "two", true},
		{"where another session made it", both, begun, "cd /h/api && git worktree add -b fix ../trees/login", []visit{{"/h/trees/login", "fix"}}, "api", false},
		{"and below it", both, begun, "git worktree add /w/login main", []visit{{"/w/login/cmd", "main"}}, "api", false},
		{"below a folder of the repository's name", both, begun, "", []visit{{"/home/ana/worktrees/web/login", "login"}}, "web", false},
		{"below one of the name of two", disk{api: {"", "1"}, "/o/api": {"", "2"}}, []visit{{api, ""}, {"/o/api", ""}}, "", []visit{{"/wt/api/login", "login"}}, "login", true},
		{"on a branch of one repository", both, append(begun, visit{web, "fix-login"}), "", []visit{{"/w/fix-login", "fix-login"}}, "web", false},
		{"on a branch of two", both, append(begun, visit{web, "fix-login"}, visit{api, "fix-login"}), "", []visit{{"/w/fix-login", "fix-login"}}, "fix-login", true},
		{"named for its branch, and nothing else", both, begun, "", []visit{{"/w/fix-login", "fix-login"}}, "fix-login", true},
		{"named otherwise", both, begun, "", []visit{{"/w/shop", "fix-login"}}, "shop", false},
		{"below a program's own folder", both, begun, "", []visit{{"/h/.cursor/worktrees/api/ab12", "fix"}}, "api", false},
		{"below a program's own folder, under a number", both, begun, "", []visit{{"/h/.codex/worktrees/ab12/web", "fix"}}, "web", false},
		{"in a folder of worktrees beside repositories", both, begun, "", []visit{{"/h/worktrees/tide", "ana/tide"}}, "tide", true},
		{"in a folder of worktrees in one that is there and is no repository", both, begun, "", []visit{{os.TempDir() + "/.worktrees/hotfix7", "hotfix7"}}, "hotfix7", true},
		{"in a folder of worktrees", both, begun, "", []visit{{"/h/api/.worktrees/x", "x"}, {"/h/web-worktrees/y", "y"}, {"/h/api/.claude/worktrees/z", "z"}, {"/h/web/.conductor/tokyo", "main"}}, "api web api web", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &Book{Disk: tt.disk}
			if tt.steps != "" {
				var p Place
				p.Follow(b, &transcript.Turn{CWD: api, Branch: "main", Steps: []transcript.Step{{Tool: "Bash", Target: tt.steps}}})
			}
			if tt.known != nil {
				b = kept(t, b, tt.known...)
			}
			var p Place
			var got []string
			for _, v := range tt.turns {
				p.Enter(b, v.dir, v.branch, "")
				got = append(got, p.Name)
			}
			_, r := b.byID(p.Repo)
			if got := strings.Join(got, " "); got != tt.want || r.Asks != tt.asks {
				t.Errorf("projects = %q, asks %v, want %q, %v", got, r.Asks, tt.want, tt.asks)
			}
		})
	}
}

// Sessions of an import are read in any order.
func TestGoneBeforeWhatTells(t *testing.T) {
	b := &Book{Disk: disk{"/h/api": {"x.io/a/api", "1"}}}
	must.Equal(t, names(b, visit{"/w/fix-login", "fix-login"}), "fix-login", "before")
	var p Place
	p.Follow(b, &transcript.Turn{CWD: "/h/api", Branch: "main", Steps: []transcript.Step{{Tool: "Bash", Target: "git worktree add /w/fix-login"}}})
	if got := names(b, visit{"/w/fix-login", "fix-login"}); got != "api" || len(b.Projects()) != 1 {
		t.Errorf("after: %q, %d projects", got, len(b.Projects()))
	}
}

func TestWorktreeOf(t *testing.T) {
	for command, want := range map[string]string{
		"git worktree add ../fix":                       "/h/fix",
		"git -C x worktree add -b fix '/w/fix it' main": "/w/fix",
		"git worktree add --detach -B b /w/fix":         "/w/fix",
		"git worktree add $DIR":                         "",
		"git worktree add ~/fix":                        "",
		"git worktree add -b fix":                       "",
		"git worktree list":                             "",
		`git worktree add C:\w\fix`:                     "C:/w/fix",
	} {
		must.Equal(t, worktreeOf(command, "/h/api"), want, "%s", command)
	}
}

// said returns entries of these projects and repositories, one a day.
func said(of ...string) (out []daily.Entry) {
	for i, s := range of {
		f := strings.Split(s, " ")
		out = append(out, daily.Entry{Project: f[0], Repo: strings.TrimPrefix(f[1], "-"), Session: f[2], At: time.Date(2026, 3, 1+i, 9, 0, 0, 0, time.UTC)})
	}
	return out
}

// TestLearn: the logs say what was in a book that is lost, and what earlier versions wrote keeps its project.
func TestLearn(t *testing.T) {
	const a, b = "/h/clientA/api", "/h/clientB/api"
	two := disk{a: {"x.io/a/api", "1"}, b: {"x.io/b/api", "2"}}
	tests := []struct {
		name    string
		disk    disk
		entries []daily.Entry
		folders map[string]string // by session
		in      []visit
		want    string // names of the entries, then of the folders
	}{
		{"recorded", two, said("api x.io/a/api s1", "clientB/api x.io/b/api s2"), nil, []visit{{a, ""}, {b, ""}}, "api clientB/api | api clientB/api"},
		{"recorded under one name, as on two machines", two, said("api x.io/a/api s1", "api x.io/b/api s2"), nil, []visit{{b, ""}}, "api b/api | b/api"},
		{"a remote that is a folder", disk{a: {"/srv/git/api", ""}, b: {"/srv/other/api", ""}}, said("api " + remoteID("/srv/git/api") + " s1"), nil, []visit{{a, ""}, {b, ""}}, "api | api clientB/api"},
		{"the latest name", two, said("api x.io/a/api s1", "billing x.io/a/api s2"), nil, []visit{{a, ""}}, "billing billing | billing"},
		{"by a name alone", two, said("api - s1"), nil, []visit{{a, ""}, {b, ""}}, "api | api clientB/api"},
		{"by a name, where the folder is known", two, said("api - s1"), map[string]string{"s1": b}, []visit{{a, ""}, {b, ""}}, "api | clientA/api api"},
		{"two of one name", two, said("api - s1", "api - s2", "api - s3"), map[string]string{"s1": a, "s2": b}, []visit{{a, ""}, {b, ""}}, "api clientB/api api | api clientB/api"},
		{"one that lay in two folders which are gone", nil, said("api - s1", "api - s2"), map[string]string{"s1": a, "s2": b}, []visit{{a, ""}, {b, ""}, {"/h/c/api", ""}}, "api api | api api c/api"},
		{"one that became a repository", two, said("api - s1", "api - s2"), map[string]string{"s1": "/gone/api", "s2": a}, []visit{{a, ""}, {"/gone/api", ""}, {b, ""}}, "api api | api api clientB/api"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := &Book{Disk: tt.disk, New: true}
			b.Learn(tt.entries, func(_, session string) string { return tt.folders[session] })
			var got []string
			for i := range tt.entries {
				got = append(got, b.Name(&tt.entries[i]))
			}
			if got := strings.Join(got, " ") + " | " + names(b, tt.in...); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestNameOfAnUnknownRepository: an entry of a repository that the book lacks is not taken for another of its name.
func TestNameOfAnUnknownRepository(t *testing.T) {
	b := kept(t, &Book{Disk: disk{"/h/api": {"x.io/a/api", "1"}}}, visit{"/h/api", "main"})
	for entry, want := range map[*daily.Entry]string{
		{Project: "api", Repo: "x.io/a/api"}:  "api",
		{Project: "old", Repo: "x.io/a/api"}:  "api",
		{Project: "api"}:                      "api",
		{Project: "api", Repo: "y.io/b/api"}:  "b/api",
		{Project: "web", Repo: "y.io/b/web"}:  "web",
		{Project: "web"}:                      "web",
		{Repo: "x.io/a/api", Session: "husk"}: "",
	} {
		must.Equal(t, b.Name(entry), want, "%+v", entry)
	}
}

// TestChange: what a person decides is remembered, and found again by former names.
func TestChange(t *testing.T) {
	const a, b = "/h/clientA/api", "/h/clientB/api"
	book := kept(t, &Book{Disk: disk{a: {"x.io/a/api", "1"}, b: {"x.io/b/api", "2"}}}, visit{a, "main"}, visit{b, "main"}, visit{"/h/web", ""})
	entries := []*daily.Entry{{Project: "api"}, {Project: "api", Repo: "x.io/a/api"}, {Project: "clientB/api", Repo: "x.io/b/api", Session: "s2"}}
	check := func(step string, err error, want string) {
		t.Helper()
		var got []string
		for _, e := range entries {
			got = append(got, book.Name(e))
		}
		text := strings.Join(got, " ") + " | " + names(book, visit{a, ""}, visit{b, ""})
		if err != nil {
			text += " | " + err.Error()
		}
		must.Hold(t, text == want, "%s: %q, want %q", step, text, want)
	}
	_, err := book.Rename("api", "billing")
	check("rename", err, "billing billing clientB/api | billing clientB/api")
	_, err = book.Rename("clientB/api", "billing")
	check("to a name that is taken", err, `billing billing clientB/api | billing clientB/api | name "billing": another project is called so: billing`)
	_, err = book.Rename("clientB/api", "web")
	check("to another's", err, `billing billing clientB/api | billing clientB/api | name "web": another project is called so: web`)
	_, err = book.Merge("clientB/api", "billing")
	check("merge", err, "billing billing billing | billing billing")
	_, err = book.Merge("nobody", "billing")
	check("of none", err, `billing billing billing | billing billing | project "nobody": no project is called so`)
	_, err = book.Split("billing", b, "", nil)
	check("split", err, "billing billing clientB/api | billing clientB/api")
	_, err = book.Split("billing", a, "", nil)
	check("of one", err, `billing billing clientB/api | billing clientB/api | split project "billing": it is one repository in one folder`)
	_, err = book.Rename("billing", "api")
	check("back", err, "api api clientB/api | api clientB/api")
	if got := book.Namesakes("clientB/api"); len(got) != 1 || got[0] != "api" {
		t.Errorf("namesakes %q", got)
	}
	if got := book.Namesakes("clientD/api"); len(got) != 2 {
		t.Errorf("namesakes of one that is new %q", got)
	}
	if got := book.Namesakes("web"); len(got) != 0 {
		t.Errorf("namesakes of web %q", got)
	}
}

// TestForget: the book keeps nothing that only forgotten entries tell.
func TestForget(t *testing.T) {
	book := kept(t, &Book{Disk: disk{"/h/api": {"x.io/a/api", "1"}}}, visit{"/h/api", "fix-login"}, visit{"/h/api", "next"}, visit{"/h/web", ""})
	entries := []daily.Entry{{Project: "api", Repo: "x.io/a/api", Branch: "fix-login"}, {Project: "api", Repo: "x.io/a/api", Branch: "next"}, {Project: "web", Repo: folderID("/h/web")}}
	book.Forget([]daily.Entry{entries[0], entries[2]}, entries[1:2])
	all := book.Projects()
	must.Hold(t, len(all) == 1 && all[0].Name == "api" && strings.Join(all[0].Repos[0].Branches, " ") == "next", "left are %+v", all)
	if book.Forget(entries, nil); len(book.Projects()) != 0 {
		t.Errorf("left are %+v", book.Projects())
	}
}

// Sessions that were taken for those of one project go with the folder in which they worked.
func TestSplitFolder(t *testing.T) {
	const one, two = "/h/one/api", "/h/two/api"
	b := &Book{New: true}
	entries := said("api - s1", "api - s2")
	b.Learn(entries, func(_, s string) string { return map[string]string{"s1": one, "s2": two}[s] })
	p, err := b.Split("api", two, "second", []string{"s2"})
	if err != nil || p.Name != "second" || b.Name(&entries[0]) != "api" || b.Name(&entries[1]) != "second" || names(b, visit{one, ""}, visit{two, ""}) != "api second" {
		t.Errorf("%+v, %v: %s, %s, %s", p, err, b.Name(&entries[0]), b.Name(&entries[1]), names(b, visit{one, ""}, visit{two, ""}))
	}
}

// What is split off is what was said in the folder, and of the project: never of another one.
func TestSplitMovesNothingElse(t *testing.T) {
	b := kept(t, &Book{}, visit{"/h/api", "main"}, visit{"/h/cli", "main"}, visit{"/h/sync", "main"})
	must.Get(b.Merge("cli", "api"))(t)
	for _, part := range []string{"/h/sync", "/h", "/h/nowhere"} {
		if p, err := b.Split("api", part, "new", nil); !errors.Is(err, ErrPart) {
			t.Errorf("split %s: %+v, %v", part, p, err)
		}
	}
	if p, err := b.Split("api", "/h/sync", "new", []string{"s1"}); !errors.Is(err, ErrPart) || len(b.Projects()) != 2 {
		t.Errorf("split a folder of another project: %+v, %v", p, err)
	}

	// A session was in both, and ended in what is split off.
	if _, r := b.byID(folderID("/h/api")); r != nil {
		r.Folders = append(r.Folders, "/h/two")
	}
	must.Get(b.Split("api", "/h/two", "two", []string{"s1"}))(t)
	for id, want := range map[string]string{folderID("/h/api"): "two", folderID("/h/cli"): "api", folderID("/h/sync"): "sync", "": "two"} {
		must.Equal(t, b.Name(&daily.Entry{Project: "api", Repo: id, Session: "s1"}), want, "entry of %q is of", id)
	}
}

// TestNamesRefused holds that a project keeps its name where the new one could not be read or typed.
func TestNamesRefused(t *testing.T) {
	book := kept(t, &Book{Disk: disk{}}, visit{"/h/web", ""})
	for _, to := range []string{"", " ", ".", "..", "/", "a\nb", "a\u202eb", "\xff", strings.Repeat("x", 101)} {
		must.Is(t, must.Err(book.Rename("web", to)), ErrName, "rename to %q", to)
	}
	if _, err := book.Rename("web", "日本 web_2"); err != nil {
		t.Error(err)
	}
}
