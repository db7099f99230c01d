package site

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/site/plan"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// An answer is what the search of a page found.
type answer struct {
	Hrefs []string
	Near  [][2]string
	Total int
	Read  int // bytes, compressed, from the first question on
	Rows  []row
}

// A row is what is shown of a document.
type row struct {
	Href, Line string
	Also       []struct{ Title, Href string }
}

// ask asks the search of a site's pages, or skips the test.
func ask(t *testing.T, s *Site, questions ...string) (out []answer) {
	t.Helper()
	if _, err := exec.LookPath("node"); err != nil {
		t.Skip("no node to run the scripts with")
	}
	dir := t.TempDir()
	for _, name := range s.Paths() {
		if !strings.HasPrefix(name, shelfDir) && !strings.HasPrefix(name, "site/assets/") {
			continue
		}
		body, _, err := s.File(name)
		must.Do(t, err)
		file := filepath.Join(dir, filepath.FromSlash(name))
		fsutiltest.Write(t, file, body)
	}
	in := must.Get(json.Marshal(questions))(t)
	cmd := exec.Command("node", "shelf/testdata/find.js", dir)
	cmd.Stdin = strings.NewReader(string(in))
	said, err := cmd.CombinedOutput()
	must.Be(t, err == nil, "node: %v\n%s", err, said)
	err = json.Unmarshal(said, &out)
	must.Be(t, err == nil, "%v: %s", err, said)
	return out
}

// folder is what stands in a folder of test data.
func folder(t *testing.T, root string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(root, func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		src, err := os.ReadFile(file)
		name, _ := filepath.Rel(root, file)
		files[filepath.ToSlash(name)] = string(src)
		return err
	})
	must.Do(t, err)
	return files
}

// A page's search finds first what the command line does.
func TestFindsWhatTheCommandLineFinds(t *testing.T) {
	s := searchable(t, folder(t, "../search/testdata/demo"), Options{Title: "Demo"})
	src := fsutiltest.Read(t, "../search/testdata/questions/demo.tsv")
	var questions []string
	for l := range strings.Lines(string(src)) {
		questions = append(questions, strings.Split(l, "\t")[2])
	}
	x := must.Get(s.src.Index(false))(t)
	defer x.Close()
	same := 0
	for i, a := range ask(t, s, questions...) {
		res := must.Get(search.Find(context.Background(), x, search.Parse(questions[i]), search.Options{Fold: true}))(t)
		var want, also []string
		for n, h := range res.Hits {
			want = append(want, hrefOf(s, &h))
			for _, name := range append(h.Also, h.Cites...) { // that say the same
				if name, _, _ := strings.Cut(name, "#"); n == 0 {
					also = append(also, "/"+name+".html")
				}
			}
		}
		is := func(href string) bool {
			file, _, _ := strings.Cut(href, "#")
			return href == want[0] || slices.ContainsFunc(also, func(end string) bool { return strings.HasSuffix(file, end) })
		}
		if len(want) == 0 && len(a.Hrefs) == 0 || len(want) > 0 && len(a.Hrefs) > 0 && is(a.Hrefs[0]) {
			same++
			continue
		}
		t.Logf("%s\n\tpage    %q\n\tcommand %q", questions[i], a.Hrefs[:min(3, len(a.Hrefs))], want[:min(3, len(want))])
	}
	t.Logf("%d of %d", same, len(questions))
	must.Hold(t, same*100 >= 95*len(questions), "the page finds first what the command line does for %d of %d questions", same, len(questions))
}

func hrefOf(s *Site, h *search.Hit) string {
	p := s.plan.ByPath[h.Path]
	if h.Heading == "" {
		return view.EscapePath(p.Out)
	}
	return strings.TrimPrefix(s.lineHref(plan.HomeFile, wiki.Cite{Date: wiki.Date(p.Name), Heading: h.Heading}), "./")
}

// essays is a vault of articles of which each says about 400 words, as frequent as words are.
func essays(n int) map[string]string {
	rng := rand.New(rand.NewPCG(3, 9))
	zipf := rand.NewZipf(rng, 1.15, 8, 9000)
	starts := strings.Fields("b bl br c ch cl cr d dr f fl fr g gl gr h j k l m n p pl pr qu r s sc sh sl sp st str t th tr un v w a e i o u a e in re")
	ends := strings.Fields("b ck d ft g ll m n nd ng nt p r rd rn s sh st t x tion ment er ing ed al")
	word := func() string {
		k := zipf.Uint64()*7919 + 31
		out := ""
		for ; k > 0; k /= 300 {
			out += starts[k%uint64(len(starts))] + "aeiou"[k%5:][:1] + ends[k%uint64(len(ends))]
		}
		return out
	}
	say := func(n int) string {
		var said []string
		for range n {
			said = append(said, word())
		}
		return strings.Join(said, " ")
	}
	files := map[string]string{}
	for i := range n {
		var b strings.Builder
		title := say(3)
		fmt.Fprintf(&b, "---\ntitle: %s\ntags: [t%d]\ntype: concept\nupdated: 2026-03-%02d\ndescription: About %s.\n---\n\n", title, i%30, 1+i%28, say(8))
		for range 5 {
			fmt.Fprintf(&b, "## %s\n\n%s\n\n- %s\n- %s\n\n", say(2), say(45), say(15), say(15))
		}
		files[fmt.Sprintf("wiki/concepts/%s-%d.md", strings.ReplaceAll(title, " ", "-"), i)] = b.String()
	}
	return files
}

// TestWeightOfSearch holds the first result of a search to what it may cost a reader who comes for the first time.
func TestWeightOfSearch(t *testing.T) {
	n := 200
	if os.Getenv("MEMORIA_LONG") != "" {
		n = 1000
	}
	s := searchable(t, essays(n), Options{Title: "Essays"})
	page := s.plan.Pages[n/2]
	title := page.Shown()
	a := ask(t, s, title)[0]
	must.Hold(t, len(a.Hrefs) != 0 && a.Hrefs[0] == view.EscapePath(page.Out) && a.Read <= 40<<10, "%q: %q for %d bytes", title, a.Hrefs, a.Read)
	code := packedSize(t, s, "site/assets/search.js") + packedSize(t, s, "site/assets/token.js")
	must.Hold(t, code <= 11<<10, "the scripts weigh %d bytes", code)
}

// TestAsk asks in every way that there is to ask.
func TestAsk(t *testing.T) {
	files := map[string]string{
		"wiki/concepts/lock.md":     "---\ntitle: Locks\naliases: [Sidecar guard]\ntags: [Go, storage/disk]\ntype: concept\ncreated: 2026-01-02\nupdated: 2026-03-04\n---\n\nA lock of a sidecar file keeps two writers apart, and shared memory too.\n",
		"wiki/concepts/queue.md":    "---\ntitle: Queue\ntags: [Go]\ntype: concept\ncreated: 2026-02-02\n---\n\nThe queue writes while the lock is held; memory is shared by nobody.\n",
		"wiki/connections/naive.md": "---\ntitle: Café naïve\ntype: connection\ncreated: 2026-02-20\n---\n\n認証の設定はロックを使う。 The résumé of __proto__ and `constructor`.\n",
	}
	s := searchable(t, files, Options{Title: "Ask"})
	cases := []struct {
		text string
		want string // names of what is found, in any order
		near string
	}{
		{"lock", "lock queue", ""},
		{"locks", "lock queue", ""},
		{"loc", "lock queue", ""},    // as one types
		{"guard", "lock", ""},        // an alias
		{"qeueu", "", ""},            // two slips
		{"queeue", "queue", "queue"}, // one too much
		{"sidcear", "lock", "sidecar"},
		{`"shared memory"`, "lock", ""},
		{`"memory shared"`, "", ""},
		{"lock -queue", "lock", ""},
		{"lock -nothingofthis", "lock queue", ""},
		{"type:connection", "naive", ""},
		{"type:", "", ""},
		{"lock type:", "lock queue", ""},
		{"lock type:qa", "", ""},
		{"type:concept type:connection", "lock queue naive", ""},
		{"tag:go", "lock queue", ""},
		{"tag:storage", "lock", ""},
		{"tag:#storage/disk", "lock", ""},
		{"after:2026-02-10", "lock naive", ""},
		{"before:2026-02", "lock", ""},
		{"lock after:soon", "lock queue", ""}, // no day
		{"in:wiki", "lock queue naive", ""},
		{"in:daily", "", ""},
		{"認証", "naive", ""},
		{"ロック", "naive", ""},
		{"ﾛｯｸ", "naive", ""},
		{"cafe", "naive", ""},
		{"RÉSUMÉ", "naive", ""},
		{"__proto__", "naive", ""},
		{"constructor", "naive", ""},
		{"hasOwnProperty", "", ""},
		{"<img src=x>", "", ""},
		{`"`, "", ""},
		{"-", "", ""},
	}
	var questions []string
	for _, c := range cases {
		questions = append(questions, c.text)
	}
	for i, a := range ask(t, s, questions...) {
		got := map[string]bool{}
		for _, h := range a.Hrefs {
			got[strings.TrimSuffix(h[strings.LastIndexByte(h, '/')+1:], ".html")] = true
		}
		want := map[string]bool{}
		for _, name := range strings.Fields(cases[i].want) {
			want[name] = true
		}
		near := ""
		for _, n := range a.Near {
			near += n[1]
		}
		must.Hold(t, maps.Equal(got, want) && near == cases[i].near, "%s: %q %q, want %q %q", cases[i].text, a.Hrefs, near, cases[i].want, cases[i].near)
	}
}

// The claim of an article and the line of the log that it cites are shown once, the log named; and what memoria says
// of an article is shown of none that says something of its own.
func TestTold(t *testing.T) {
	entry := "### Session (09:00) - Boats\n<!-- memoria:entry id=a00000000001 agent=claude session=s1 project=quay branch=main at=2026-03-02T09:00:00Z from=a to=b by=extractive -->\n\n**Facts:**\n- The `davit` lifts the boat ^k1a2b3c\n- A keel is scrubbed ^k1a2b3d\n<!-- /memoria:entry -->\n"
	page := func(title, lead, point string) string {
		return "---\ntitle: " + title + "\ntype: concept\ndescription: \"" + lead + "\"\n---\n\n# " + title + "\n\n" + lead + "\n\n## Key Points\n\n- " + point + "\n"
	}
	s := searchable(t, map[string]string{
		"daily/2026-03-02.md":      "# Daily Log: 2026-03-02\n\n" + entry,
		"wiki/concepts/davit.md":   page("Davit", "Comes up in one log entry of quay, on 2026-03-02: a fact about the davit.", "The `davit` lifts the boat ([[2026-03-02#^k1a2b3c|2026-03-02]])"),
		"wiki/concepts/boats.md":   page("Boat yard", "Davit and boat meet in 2 log entries of quay, from 2026-03-01 to 2026-03-02: two facts.", "The yard has a davit of its own ([[2026-03-01#^k1a2b3f|2026-03-01]])"),
		"wiki/concepts/another.md": page("Other davit", "Notes from 3 sessions of work on davit, on 2026-03-02: a fact.", "It is green"),
	}, Options{Title: "Quay"})
	a := ask(t, s, "davit")[0]
	got := ""
	for _, r := range a.Rows {
		got += fmt.Sprintf("%s %s %v\n", r.Href, r.Line, r.Also)
	}
	for _, want := range []string{
		"wiki/concepts/davit.html The davit lifts the boat (2026-03-02) [{2026-03-02 daily/2026-03-02.html#session-09-00-boats}]\n",
		"wiki/concepts/boats.html The yard has a davit of its own (2026-03-01) []\n",
		"wiki/concepts/another.html Notes from 3 sessions of work on davit",
	} {
		must.Hold(t, strings.Contains(got, want), "no %q in\n%s", want, got)
	}
	for question, many := range map[string]int{"davit project:Qu_ay": 2, "davit project:quays": 0, "davit agent:claude": 1, "davit agent:codex": 0} { // wiki.ProjectKey
		a := ask(t, s, question)[0]
		must.Hold(t, a.Total == many, "%s: %d", question, a.Total)
	}
	must.Hold(t, len(a.Rows) == 3 && a.Total == 4, "%d of %d are shown:\n%s", len(a.Rows), a.Total, got)
}
