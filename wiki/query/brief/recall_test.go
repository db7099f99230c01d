package brief

import (
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/search/index"
)

const searchData = "../../search/testdata/"

func demoRecall(t *testing.T) *Recall {
	t.Helper()
	d := fsutiltest.Open(t, searchData+"demo")
	x := must.Get((&index.Store{Dir: d, Wiki: "wiki"}).Open(t.Context()))(t)
	t.Cleanup(x.Close)
	return &Recall{Index: x}
}

// prompts are the questions of some kinds in a file, each with the lines that answer it.
func prompts(t *testing.T, file, kinds string) (out [][2]string) {
	t.Helper()
	b := fsutiltest.Read(t, searchData+"questions/"+file)
	for l := range strings.Lines(string(b)) {
		if f := strings.Split(strings.TrimSpace(l), "\t"); len(f) == 4 && strings.Contains(kinds, f[0]) {
			out = append(out, [2]string{f[2], f[3]})
		}
	}
	return out
}

// rates returns how many prompts are told something, and how many of these a line that answers them.
func (r *Recall) rates(t *testing.T, asked [][2]string) (all, told, right int) {
	for _, p := range asked {
		ids := ""
		for _, it := range must.Get(r.Find(t.Context(), p[0]))(t) {
			ids += it.ID + " "
		}
		hits := slices.ContainsFunc(strings.Split(p[1], ","), func(want string) bool { return strings.Contains(ids, "^"+want+" ") })
		if ids != "" && !hits {
			t.Logf("%q gets %s", p[0], ids)
		}
		told += prose.Bit(ids != "")
		right += prose.Bit(hits)
	}
	return len(asked), told, right
}

// What people type at work, written without a look at how it is found: of 100 prompts that the vault answers at least 60 get
// a line that does, and of 200 that it does not at most 10 get anything.
func TestRecallAtWork(t *testing.T) {
	r := demoRecall(t)
	asked, _, right := r.rates(t, prompts(t, "recall.tsv", "work"))
	others, wrong, _ := r.rates(t, prompts(t, "recall.tsv", "other"))
	t.Logf("%d of %d right, %d of %d others", right, asked, wrong, others)
	must.Hold(t, asked >= 50 && others >= 100 && right*100 >= asked*60 && wrong*20 <= others, "%d of %d right, %d of %d others", right, asked, wrong, others)
}

// Prompts in the words of the vault get their line, and nearly nothing is said to those about
// something else: what is asked of other logs, and what people type all day.
func TestRecallLimits(t *testing.T) {
	r := demoRecall(t)
	asked, answered, right := r.rates(t, prompts(t, "demo.tsv", "word ask"))
	must.Hold(t, answered*100 >= asked*90 && right*100 >= answered*90, "%d asked, %d answered, %d of them by the right line", asked, answered, right)
	others := append(prompts(t, "sessions.tsv", "ask para word"), prompts(t, "talk.tsv", "ask para word")...)
	for _, p := range []string{"please fix the failing test", "add a section to the README about the release", "run the tests again and show me the output",
		"what does this function do?", "refactor this file into smaller functions", "why is the build red", "can you make the error message better",
		"look at the database code", "the dashboard page looks ugly, change the colour to blue", "use the other client here", "explain the importer to me",
		"now do the same for the other package", "I want you to add a flag for the timeout", "rename the variable and run go vet"} {
		others = append(others, [2]string{p})
	}
	_, wrong, _ := r.rates(t, others)
	must.Hold(t, wrong*100 <= len(others), "%d of %d prompts about something else get an answer", wrong, len(others))
	t.Logf("%d asked, %d answered, %d by the right line; %d of %d others", asked, answered, right, wrong, len(others))
}

func TestRecallSaysNothingTwice(t *testing.T) {
	r := demoRecall(t)
	const prompt = `why did SQLite answer "busy" at once -- with two workers? -SQLite`
	first, err := r.Find(t.Context(), prompt)
	must.Be(t, err == nil && len(first) != 0, "%v, %+v", err, first)
	given := map[string]bool{}
	for _, it := range first {
		given[it.ID] = true
	}
	r.Given = func(id string) bool { return given[id] }
	if again, err := r.Find(t.Context(), prompt); err != nil || len(again) != 0 {
		t.Errorf("%v, %+v", err, again)
	}
	r.Given, r.Clean = nil, func(string) string { return "" }
	if none, err := r.Find(t.Context(), prompt); err != nil || len(none) != 0 {
		t.Errorf("%v, %+v", err, none)
	}
	for _, p := range []string{"", "   ", "-", `""`, ":::", "??"} {
		if none, err := r.Find(t.Context(), p); err != nil || len(none) != 0 {
			t.Errorf("%q: %v, %+v", p, err, none)
		}
	}
}

// Nothing is told of a project that is to be kept apart.
func TestRecallKeepsApart(t *testing.T) {
	r := demoRecall(t)
	found := 0
	for _, p := range prompts(t, "demo.tsv", "word ask") {
		items := must.Get(r.Find(t.Context(), p[0]))(t)
		found += len(items)
	}
	r.Apart = []string{"tidewatch", "logbook"}
	for _, p := range prompts(t, "demo.tsv", "word ask") {
		if items, err := r.Find(t.Context(), p[0]); err != nil || len(items) > 0 {
			t.Errorf("%s: %v, %v", p[0], items, err)
		}
	}
	must.Hold(t, found != 0, "nothing was found before")
}
