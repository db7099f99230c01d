package claude

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil/must"
)

var (
	one = hookline.Command{Binary: "/usr/local/bin/memoria", Vault: "/home/ana/notes"}
	two = hookline.Command{Binary: "/home/ana/go bin/memoria", Vault: "/home/ana/it's $here"}
)

// asFile is a settings file with this text.
func asFile(s string) file { return file{path: "s.json", target: "/s.json", exists: true, text: s} }

// put installs into a text, stored record and all.
func put(t testing.TB, s string, old *record, c hookline.Command) (string, *record) {
	t.Helper()
	ch, rec, err := planInstall(asFile(s), old, hooksPart{c})
	must.Be(t, err == nil, "install: %v\n%q", err, s)
	b := must.Get(json.Marshal(rec))(t)
	back := &record{}
	must.Do(t, json.Unmarshal(b, back))
	return ch.After, back
}

func takeOut(t testing.TB, s string, rec *record) string {
	t.Helper()
	ch, err := planRemoval(asFile(s), rec, hooksPart{})
	must.Be(t, err == nil, "uninstall: %v\n%q", err, s)
	return ch.After
}

// few is a fifth of n, and n with MEMORIA_LONG=1.
func few(n uint64) uint64 {
	if os.Getenv("MEMORIA_LONG") != "" {
		return n
	}
	return n / 5
}

// generated runs f on settings files as people leave them, n in the long form.
func generated(t *testing.T, n uint64, f func(t *testing.T, g *generator, s string)) {
	for seed := range few(n) {
		g := newGenerator(seed)
		s := g.file()
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			defer func() {
				if t.Failed() {
					t.Logf("the file:\n%s\n%q", s, s)
				}
			}()
			f(t, g, s)
		})
		if !ok {
			return
		}
	}
}

// Install and uninstall give every file back byte for byte, and install touches nothing of others.
func TestRoundTrip(t *testing.T) {
	generated(t, 1000, func(t *testing.T, g *generator, s string) {
		after, rec := put(t, s, nil, one)
		installedOnce(t, after, one)
		same(t, parsed(t, s), parsed(t, after))
		was, is := commentsOf(t, s), commentsOf(t, after)
		must.Be(t, slices.Equal(was, is), "comments were %q, are %q", was, is)
		onlySpace(t, rec)
		got := takeOut(t, after, rec)
		must.Be(t, got == s, "uninstall gave\n%q\nnot\n%q", got, s)
		if g.r.IntN(4) == 0 {
			again(t, s, after, rec)
		}
	})
}

// again installs a second time, the same and another binary, with the record and without.
func again(t *testing.T, s, after string, rec *record) {
	for _, known := range []*record{rec, nil} {
		twice, _ := put(t, after, known, one)
		must.Be(t, twice == after, "the second install changed\n%s\nto\n%s", after, twice)
	}
	other, rec2 := put(t, after, rec, two)
	installedOnce(t, other, two)
	must.Be(t, stripped(other, two) == stripped(after, one), "another binary changed more than the commands:\n%s\n%s", after, other)
	inPlace, _ := put(t, after, nil, two)
	must.Be(t, inPlace == other, "without its record the update gave\n%s\nnot\n%s", inPlace, other)
	got := takeOut(t, other, rec2)
	must.Be(t, got == s, "after an update, uninstall gave\n%q\nnot\n%q", got, s)
}
func stripped(s string, c hookline.Command) string {
	for _, e := range Events {
		s = strings.ReplaceAll(s, jsonc.Encode(c.Line(e)), "")
	}
	return s
}

// onlySpace checks that memoria's entries took the place of nothing but white space and null.
func onlySpace(t *testing.T, rec *record) {
	t.Helper()
	for _, e := range rec.Undo {
		old := strings.TrimSpace(e.Text)
		must.Be(t, old == "" || old == "null", "%q was replaced", e.Text)
	}
}

// Where the file was edited since, uninstall takes out memoria's entries alone.
func TestUninstallEdited(t *testing.T) {
	generated(t, 250, func(t *testing.T, g *generator, s string) {
		after, rec := put(t, s, nil, one)
		edited := edits[g.r.IntN(len(edits))](t, after)
		for _, known := range []*record{rec, nil} {
			got := takeOut(t, edited, known)
			n := len(take(parsed(t, got)))
			must.Be(t, n <= 0, "hooks of ours are left under %d events\n%s", n, got)
			same(t, parsed(t, edited), parsed(t, got))
			was := slices.DeleteFunc(commentsOf(t, edited), func(c string) bool { return c == inOurs })
			is := slices.DeleteFunc(commentsOf(t, got), func(c string) bool { return c == inOurs })
			must.Be(t, slices.Equal(was, is), "comments were %q, are %q", was, is)
		}
		again, rec := put(t, edited, rec, two)
		installedOnce(t, again, two)
		same(t, parsed(t, edited), parsed(t, again))
		got := takeOut(t, again, rec)
		same(t, parsed(t, edited), parsed(t, got))
		must.Be(t, len(take(parsed(t, got))) <= 0, "hooks of ours are left\n%s", got)
	})
}

// inOurs is a comment that may stand in a memoria entry, and then goes with it.
const inOurs = "/* in an entry */"

// edits are what happens to a file between install and uninstall.
var edits = []func(t *testing.T, s string) string{
	func(t *testing.T, s string) string { // a person adds a key
		return atTop(t, s, "\n  \"new\": 12345678901234567890,")
	},
	func(t *testing.T, s string) string { // another tool adds its hook beside ours and writes plain JSON
		v := parsed(t, s)
		hooks := v["hooks"].(map[string]any)
		hook := map[string]any{"type": "command", "command": "other-tool"}
		stop := hooks["Stop"].([]any)
		last := stop[len(stop)-1].(map[string]any)
		last["hooks"] = append([]any{hook}, last["hooks"].([]any)...)
		hooks["SessionEnd"] = append(hooks["SessionEnd"].([]any), map[string]any{"hooks": []any{hook}})
		return marshal(t, v, "", "  ")
	},
	func(t *testing.T, s string) string { return marshal(t, parsed(t, s), "", "\t") + "\n" },
	func(t *testing.T, s string) string { return plainJSON(s) },
	func(t *testing.T, s string) string { // comments by hand, beside and inside what is memoria's
		s = strings.Replace(s, `"type"`, inOurs+` "type"`, 1)
		return atTop(t, s, " // first\n")
	},
	func(t *testing.T, s string) string { return strings.ReplaceAll(s, "\r\n", "\n") + "\n" },
}

// atTop puts a text behind the first bracket of a file.
func atTop(t *testing.T, s, text string) string {
	t.Helper()
	root, _ := must.Get2(jsonc.Scan(s))(t)
	return s[:root.Start+1] + text + s[root.Start+1:]
}

func marshal(t *testing.T, v any, prefix, indent string) string {
	t.Helper()
	b := must.Get(json.MarshalIndent(v, prefix, indent))(t)
	return string(b)
}
