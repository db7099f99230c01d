package outcome

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestKindOf(t *testing.T) {
	for command, want := range map[string]Kind{
		"go test ./...": Check, "cd /w && make lint 2>&1 | tail -5": Check, "npm run type-check": Check, "python3 -m pytest -q": Check,
		"mise run test && mise run lint": Check, "CGO_ENABLED=0 go build ./...": Check, "docker compose up": 0,
		"git status --short": State, "git -C /w log -3": State, "git diff": 0, "git commit -m 'a b'": State | Commit, "git add . && git commit -qm x && git push": State | Commit | Push,
		"gh pr create --fill": State, "gh api x": 0, "grep -r tides . | head": Lookup, "ls && make check": Check, "echo build": Lookup, "mkdir x": 0, "": 0,
	} {
		must.Equal(t, KindOf(command), want, "KindOf(%q)", command)
	}
}

func TestCut(t *testing.T) {
	long := strings.Repeat("ok  \tpkg/a\t0.1s\n", 90)
	for _, x := range []struct {
		name, command, text string
		failed              bool
		want                string
	}{
		{"tests pass", "go test ./...", long, false, "ok  \tpkg/a\t0.1s\nok  \tpkg/a\t0.1s"},
		{"tests fail behind a pipe", "go test ./... | tail -40", "=== RUN TestTide\n--- FAIL: TestTide (0.00s)\n    tide_test.go:12: got 3\nFAIL\nFAIL\tpkg/tide\t0.01s\n" + long, false, "--- FAIL: TestTide (0.00s)\nFAIL\nFAIL\tpkg/tide\t0.01s"},
		{"a linter", "golangci-lint run", "[lint] $ golangci-lint run ./...\n0 issues.\n", false, "0 issues."},
		{"a check without words", "go vet ./...", "(Bash completed with no output)", false, "no output"},
		{"a command that failed", "npm install", "Exit code 1\na\nb\nc\nnpm error code E404", true, "b\nc\nnpm error code E404"},
		{"a search that found nothing", "grep -r x .", "Exit code 1", true, ""},
		{"a listing", "ls -la", "a\nb", false, ""},
		{"status", "git status", "On branch main\nYour branch is up to date with 'origin/main'.\n\nChanges not staged for commit:\n  (use \"git add <file>...\" to update)\n\tmodified:   tide.go\n\nno changes added to commit (use \"git add\")", false,
			"On branch main\nYour branch is up to date with 'origin/main'.\nChanges not staged for commit:\n\tmodified:   tide.go\nno changes added to commit (use \"git add\")"},
		{"commit", "git commit -m x", "[main 3f2a91c] tides: read the tables once\n 2 files changed, 9 insertions(+)", false, "[main 3f2a91c] tides: read the tables once\n 2 files changed, 9 insertions(+)"},
		{"a hook stops a commit", "git commit -m x", "lint....................Failed\n- hook id: lint\n- exit code: 1", true, "lint....................Failed\n- hook id: lint\n- exit code: 1"},
		{"push", "git push", "To github.com:ana/tide.git\n   1c2d3e4..5f6a7b8  main -> main", false, "   1c2d3e4..5f6a7b8  main -> main"},
		{"a very long line", "git log --oneline", "3f2a91c " + strings.Repeat("ä", 200), false, "3f2a91c " + strings.Repeat("ä", 74) + "…"},
	} {
		must.Equal(t, KindOf(x.command).Cut(x.text, x.failed), x.want, "%s: Cut", x.name)
	}
	if s := KindOf("git log").Cut(strings.Repeat("3f2a91c "+strings.Repeat("w", 120)+"\n", 90), false); len(s) > Most || s == "" {
		t.Errorf("%d bytes of a long log are kept, want at most %d", len(s), Most)
	}
}

func TestFails(t *testing.T) {
	for text, want := range map[string]bool{
		"FAIL\tpkg/tide\t0.01s": true, "3 failed, 9 passed": true, "0 failed, 9 passed": false, "0 issues.": false, "12 problems (12 errors)": true,
		"ok  \tpkg/fail\t0.1s": false, "tide.go:12:3: undefined: x": true, "Tests: 10 failed, 2 passed": true, "no output": false,
	} {
		must.Equal(t, Fails(text), want, "Fails(%q)", text)
	}
}

func TestChange(t *testing.T) {
	lines := []string{" name: tide", "-  snapshot:", "-    name: next", "-  }", "+", "+\t\t// the tables are read once", " end"}
	if got, want := Join(Change(lines)), "- snapshot:\n- name: next\n+ // the tables are read once"; got != want {
		t.Errorf("Change is\n%s\nwant\n%s", got, want)
	}
	long := slices.Repeat([]string{"+" + strings.Repeat("w", 300)}, 9)
	if got := Join(Change(long)); len(got) > Most || got == "" || Change([]string{"-}", " x", ""}) != nil {
		t.Errorf("%d bytes of a long edit are kept", len(got))
	}
}

func TestSeen(t *testing.T) {
	names := Names("I read tide.go: `wait` is 40 s, and ReadTables or /w/x/waves_2.csv has v1.2.3. The API is not used.")
	must.Equal(t, strings.Join(names, " "), "tide.go wait ReadTables waves_2.csv v1.2.3", "names")
	long := strings.Repeat("Each line has words. wait1\n", 90)
	for _, x := range []struct {
		name, file, text string
		made             bool
		want             string
	}{
		{"a file that is named", "/w/tide.go", "package tide\n\n// Package tide reads the tables.\nfunc a() {}\nfunc b() { wait() }\n}", false, "… // Package tide reads the tables.\nfunc a() {}\nfunc b() { wait() } …"},
		{"a file that is not", "/w/other.go", "// Package other does more.\nfunc awaits() {}\nfunc b() { wait() }", false, "… func b() { wait() }"},
		{"a file that is not, with nothing", "/w/other.go", long, false, ""},
		{"a file that is new", "/w/other.go", long, true, "Each line has words. wait1\nEach line has words. wait1 …"},
		{"a stand-in in what is new", "/w/other.go", "// Package other steers the gauge.\nfunc a() {}\n\tx := 40 // hard-coded until the driver answers\n\ty++\n// For now every step is done by hand.\n}", true,
			"// Package other steers the gauge.\nfunc a() {}\nx := 40 // hard-coded until the driver answers\n… // For now every step is done by hand."},
		{"a stand-in in what was read", "/w/other.go", "// For now every step is done by hand.\nwait()", false, "… wait()"},
		{"numbered lines", "", "     1→a b\n     2→uses ReadTables(v1.2.3)", false, "… uses ReadTables(v1.2.3)"},
		{"a name in other letters", "", "one\n\"readtables\",\n\"@tides/readtables\": \"^0.2.0\"", false, "… \"@tides/readtables\": \"^0.2.0\""},
		{"each name once", "", "wait one\nwait two\nwait three", false, "wait one …"},
		{"a row of data", "", "{\"wait\": \"" + strings.Repeat("x ", 100) + "\"}", false, ""},
		{"a name behind what is kept of a line", "", strings.Repeat("words ", 40) + "wait", false, ""},
		{"a word that is cut", "", "wait, for " + strings.Repeat("x", 100) + " sk-" + strings.Repeat("y", 100), false, "wait, for " + strings.Repeat("x", 100) + " …"},
	} {
		must.Equal(t, Seen(x.file, x.text, names, x.made), x.want, "%s: Seen", x.name)
	}
	var many []string
	for i := range 60 {
		many = append(many, fmt.Sprintf("name_%d", i))
	}
	if got := Seen("", strings.Join(many, " is a name\n"), many, false); len(got) > Most || !strings.HasSuffix(got, " …") {
		t.Errorf("%d bytes: %s", len(got), got)
	}
	if got := KindOf("./gauge").End("a\nb c\n\n{\"x\": \"" + strings.Repeat("y", 200) + "\"}\nd e\n-\n"); got != "… b c\nd e" || KindOf("ls").End("a") != "" {
		t.Errorf("End is %q", got)
	}
}
