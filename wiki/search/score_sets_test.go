package search

import (
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/search/index"
)

func readQuestions(t testing.TB, name string) (out []quest) {
	t.Helper()
	src := fsutiltest.Read(t, "testdata/questions/"+name)
	for _, line := range strings.Split(strings.TrimSpace(string(src)), "\n") {
		f := strings.Split(line, "\t")
		must.Be(t, len(f) == 4, "%s: not four columns: %q", name, line)
		q := quest{f[0], f[1], f[2], map[string]bool{}}
		for _, key := range strings.Split(f[3], ",") {
			q.want[key] = true
		}
		out = append(out, q)
	}
	return out
}

// logUnits are the lines of a vault's logs, or its entries; of has the entry of each line.
func logUnits(t testing.TB, root string) (lines, entries []unit, of map[string]string) {
	t.Helper()
	of = map[string]string{}
	files := must.Get(os.ReadDir(path.Join(root, "daily")))(t)
	for _, f := range files {
		day, err := daily.ParseDate(strings.TrimSuffix(f.Name(), ".md"))
		if err != nil {
			continue
		}
		src := fsutiltest.Read(t, path.Join(root, "daily", f.Name()))
		for _, e := range daily.Parse(day, time.UTC, src).Entries {
			all := e.Title + "\n" + e.Context
			for _, b := range e.Bullets {
				lines = append(lines, unit{b.Block, b.Text})
				all += "\n" + b.Text
				of[b.Block] = e.ID
			}
			entries = append(entries, unit{e.ID, all})
		}
	}
	return lines, entries, of
}

// overEntries asks for the entries that hold the lines that answer.
func overEntries(t testing.TB, questions []quest, of map[string]string) (out []quest) {
	t.Helper()
	for _, q := range questions {
		want := map[string]bool{}
		for key := range q.want {
			if e, ok := of[key]; ok {
				want[e] = true
			}
		}
		if q.want = want; len(want) == 0 {
			t.Errorf("%q: nothing answers it", q.text)
			continue
		}
		out = append(out, q)
	}
	return out
}

func store(t testing.TB, root, wiki string) *index.Store {
	t.Helper()
	dir := fsutiltest.Open(t, root)
	return &index.Store{Dir: dir, Wiki: wiki}
}

// vaultSet asks about the entries of a vault.
func vaultSet(t testing.TB, name, root, file string, least float64) set {
	t.Helper()
	_, entries, of := logUnits(t, root)
	return set{name: name, store: store(t, root, "wiki"), filter: " in:daily", texts: entries, least: least,
		key: func(h Hit) string { return h.Entry }, questions: overEntries(t, readQuestions(t, file), of)}
}

// lineSet asks for lines of the logs, the way a hit leads to one.
func lineSet(t testing.TB, name, root, file string, least float64) set {
	t.Helper()
	lines, _, of := logUnits(t, root)
	questions := readQuestions(t, file)
	overEntries(t, questions, of)
	return set{name: name, store: store(t, root, "wiki"), filter: " in:daily", texts: lines, least: least, lines: true,
		key: func(h Hit) string { return h.Block }, questions: questions}
}

// folderSet asks about files, one of each text.
func folderSet(t testing.TB, name string, texts []unit, questions []quest, least float64) set {
	t.Helper()
	root := t.TempDir()
	for _, u := range texts {
		must.Do(t, os.WriteFile(path.Join(root, strings.ReplaceAll(u.key, ":", "-")+".md"), []byte(u.text+"\n"), 0o600))
	}
	return set{name: name, store: store(t, root, ""), texts: texts, least: least, questions: questions,
		key: func(h Hit) string { return strings.ReplaceAll(strings.TrimSuffix(h.Path, ".md"), "-", ":") }}
}

// talk reads the conversations: a unit of each turn and of each session.
func talk(t testing.TB) (turns, sessions []unit) {
	t.Helper()
	src := fsutiltest.Read(t, "testdata/questions/talk.txt")
	n := 0
	for _, line := range strings.Split(strings.TrimSpace(string(src)), "\n") {
		if head, ok := strings.CutPrefix(line, "# "); ok {
			name, day, _ := strings.Cut(head, " ")
			sessions = append(sessions, unit{name, day + "\n"})
			n = 0
			continue
		}
		n++
		s := &sessions[len(sessions)-1]
		s.text += "\n" + line + "\n"
		turns = append(turns, unit{fmt.Sprintf("%s:%d", s.key, n), line})
	}
	return turns, sessions
}

func sets(t testing.TB) []set {
	t.Helper()
	turns, sessions := talk(t)
	said := readQuestions(t, "talk.tsv")
	var days []quest
	for _, q := range said {
		want := map[string]bool{}
		for key := range q.want {
			s, _, _ := strings.Cut(key, ":")
			want[s] = true
		}
		q.want = want
		days = append(days, q)
	}
	src := fsutiltest.Read(t, "testdata/questions/cjk.txt")
	var notes []unit
	for _, line := range strings.Split(strings.TrimSpace(string(src)), "\n") {
		key, text, _ := strings.Cut(line, "\t")
		notes = append(notes, unit{key, text})
	}
	out := []set{
		vaultSet(t, "demo, entries", "testdata/demo", "demo.tsv", 1.02),
		lineSet(t, "demo, lines", "testdata/demo", "demo.tsv", 1.02),
		folderSet(t, "talk, turns", turns, said, 1.08),
		folderSet(t, "talk, sessions", sessions, days, 1.03),
		folderSet(t, "ja zh ko", notes, readQuestions(t, "cjk.tsv"), 1),
	}
	if root := os.Getenv("MEMORIA_SESSIONS"); root != "" {
		out = append(out, vaultSet(t, "sessions, entries", root, "sessions.tsv", 1), lineSet(t, "sessions, lines", root, "sessions.tsv", 1))
	}
	return out
}
