package redact

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestTextReturnsWhatItFound(t *testing.T) {
	r := New(full)
	text := "a <private>b</private>\nGITHUB_TOKEN=ghp" + "_FAKE0000000000000000\nin secrets/prod.env\n"
	got, n := r.Text(text)
	must.Hold(t, got == "a [private]\nGITHUB_TOKEN=[redacted:github-token]\nin [path withheld]\n" && n == 3, "Text = %q, %d", got, n)
	found := r.Find(text)
	want := []Finding{
		{Rule: "private", Line: 1, Start: 2, End: 22},
		{Rule: "github-token", Line: 2, Start: 36, End: 60},
		{Rule: "path", Line: 3, Start: 64, End: 80},
	}
	must.Hold(t, slices.Equal(found, want), "Find = %+v", found)
	if got, n := r.Text(""); got != "" || n != 0 {
		t.Errorf("Text(\"\") = %q, %d", got, n)
	}
}

// A key id gives away the secret key that stands beside it without a name.
func TestKeyBesideItsID(t *testing.T) {
	id, key := "AKIA"+"Q7ZK3VW9XR2TB8NC", "q7Zk3Vw9Xr2Tb8Nc5Lj1/Hd6Gs0Yp3Mf7Ae9Uk2Q"
	got, _ := New(Options{}).Text("mine: " + id + " / " + key + ", at commit " + hex40)
	must.Hold(t, got == "mine: [redacted:aws-access-key] / [redacted:aws-secret-key], at commit "+hex40, "%v", got)
}

// A base64 image loses nothing of the words around it, and does not slow the rest down.
func TestLongDataURI(t *testing.T) {
	image := "data:image/png;base64," + strings.Repeat("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ", 4000) + "=="
	text := "the screenshot " + image + " shows token " + "ghp" + "_FAKE0000000000000000 in red"
	got, n := New(Options{}).Text(text)
	if !strings.HasPrefix(got, "the screenshot data:image") || !strings.HasSuffix(got, " shows token [redacted:github-token] in red") || n != 1 {
		t.Errorf("%d, …%q", n, got[len(got)-80:])
	}
}

// Detectors look at the head of a secret only, but the whole of it goes.
func TestLongSecretsGoWhole(t *testing.T) {
	r := New(Options{})
	long := strings.Repeat(mix36, 80)
	for _, before := range []string{"Authorization: Bearer ", "send Bearer ", "API_KEY=", "api_key: \"", "Cookie: sid=", "sk-" + "ant-", "x ya29" + ".", header + "." + claims + ".", "https://u:", "PASSWORD='", "--token "} {
		got, n := r.Text(before + long + "@\" 'end'")
		must.Hold(t, n == 1 && !strings.Contains(got, mix16), "%q: %d found, %d bytes left", before, n, len(got))
	}
}

func TestConcurrentUse(t *testing.T) {
	r := New(full)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for _, row := range mustGo {
				if _, n := r.Text(row.before + row.secret + row.after); n == 0 {
					t.Errorf("%q found nothing", row.before)
				}
			}
			r.Withholds("secrets/a.env")
		})
	}
	wg.Wait()
}

// Inputs made to be slow: none may take more than a moment, whatever its length.
func TestAdversarialInputs(t *testing.T) {
	r := New(full)
	size := 1 << 13
	if os.Getenv("MEMORIA_LONG") != "" {
		size = 1 << 20
	}
	for _, unit := range []string{
		"a", "A1", "key", "password", "password=", "token:", "sk-", "--sk-ant-", "sk-ant-", "eyJ", "-eyJ", "eyJhbGciOi.", "://", "a://b:c", "@", "://@",
		"AKIA", pemTop, pemBot, pemTop + "PRIVATE KEY-----", pemBot + "PRIVATE KEY-----", "-----", "Authorization: ", "Bearer ", "Cookie: a=b;", "cookie",
		"mysql -p", "curl -u a:b ", "login a password ", "[redacted:", "[", "`", "twitter", "facebook=", "lob", "jira:", "linear ", "curl ", "secrets/", "xsecrets/a.env", "~/clients/", "密码", "é",
		"password is ", "\"password\",", "'", "\\\"", "=", "SK", "s.", "test_", "live_", "dapi", "ZXlK",
	} {
		s := strings.Repeat(unit, size/len(unit))
		checkLaws(t, r, s)
	}
}

// One of the sample sessions holds made-up secrets, as people type them; nothing in the others may go.
func TestSessions(t *testing.T) {
	files, err := filepath.Glob("../../cmd/memoria/testdata/pins/sessions/*.jsonl")
	must.Be(t, err == nil && len(files) >= 20, "%d sessions, %v", len(files), err)
	r := New(Options{})
	const typed = "14-secrets.jsonl"
	rules := map[string]int{}
	for _, file := range files {
		texts(t, file, func(s string) {
			for _, f := range r.Find(s) {
				rules[f.Rule]++
				if filepath.Base(file) != typed {
					t.Errorf("%s: %s took %.40q", filepath.Base(file), f.Rule, s[f.Start:f.End])
				}
			}
			if filepath.Base(file) == typed {
				checkLaws(t, r, s)
			}
		})
	}
	for _, rule := range []string{"aws-access-key", "github-token", "password", "private-key", "url-password"} {
		must.Hold(t, rules[rule] != 0, "no %s in %s", rule, typed)
	}
}

// texts calls f for every string in a file of JSON lines.
func texts(t *testing.T, file string, f func(string)) {
	in := must.Get(os.Open(file))(t)
	defer in.Close()
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			f(v)
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for _, e := range v {
				walk(e)
			}
		}
	}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var row any
		if json.Unmarshal(lines.Bytes(), &row) == nil {
			walk(row)
		}
	}
}

// Only what a line says that was not there before is found, a secret over several lines by any of them.
func TestAdded(t *testing.T) {
	r := New(Options{})
	key := "token: ghp_" + "q7Zk3Vw9Xr2Tb8Nc4Hd6Gs0Yp3Mf7Ae9Uk2Q"
	for _, tt := range []struct {
		now, was string
		lines    int
	}{
		{"a\n" + key + "\n", "", 2},
		{"a\n" + key + "\nb\n", key + "\n", 0},
		{key + "\r\n", key + "\n", 0},
		{"a\n<private>x\ny</private>\n", "a\n<private>x\n", 2},
		{"a\nb\n", "a\n", 0},
	} {
		got := r.Added(tt.now, tt.was)
		if line := 0; len(got) > 0 {
			line = got[0].Line
			must.Hold(t, line == tt.lines, "%q after %q: %+v", tt.now, tt.was, got)
		} else if tt.lines != 0 {
			t.Errorf("%q after %q: nothing", tt.now, tt.was)
		}
	}
}
