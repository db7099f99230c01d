package claude

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil/must"
)

// Whatever the file holds: it is refused, or install leaves JSON with one memoria hook an event, and both ways back
// hold.
func FuzzSettings(f *testing.F) {
	for seed := range uint64(40) {
		f.Add(newGenerator(seed).file())
	}
	for _, s := range []string{
		`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"memoria hook claude Stop"},]},],},}`,
		"{\"hooks\": {\"Stop\": [ // c\n{\"matcher\":\"x\",\"hooks\":[{\"command\":\"memoria\",\"args\":[\"hook\",\"claude\",\"Stop\"]}]}, 1]}}",
		"{\"hooks\":{\"Foo\":[{\"hooks\":[{\"command\":\"MEMORIA_VAULT=/v /x/memoria hook claude Stop 2>/dev/null || true\"}/**/,/**/2]}]}}",
		"{\"a\":1,//\n\"hooks\":{\"Stop\":[{\"hooks\":[1,//\n{\"command\":\"memoria hook claude Stop\"}/**/]}]}}",
		`{"h\u006foks":{}}`, "{\"a\":\"\\ud800\"}", "//\n{}", "{}//", "[1", "\"\\", "{\"a\"", "{\"a\":1 /*",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !utf8.ValidString(s) {
			t.Skip() // refused when the file is read
		}
		if root, _, err := jsonc.Scan(s); err != nil && json.Valid([]byte(s)) && !errors.As(err, new(*jsonc.SyntaxError)) {
			t.Fatalf("%v", err)
		} else if err != nil && json.Valid([]byte(s)) && bytes.Count([]byte(s), []byte("[")) < 500 && bytes.Count([]byte(s), []byte("{")) < 500 {
			t.Fatalf("refused JSON: %v", err)
		} else if err == nil && root != nil && !json.Valid([]byte(plainJSON(s))) {
			t.Fatalf("took what is no JSON: %q", plainJSON(s))
		}
		ch, rec, err := planInstall(asFile(s), nil, hooksPart{one})
		if err != nil {
			return
		}
		installedOnce(t, ch.After, one)
		was, is := commentsOf(t, ch.Before), commentsOf(t, ch.After)
		must.Be(t, len(ch.Vaults) != 0 || len(was) <= len(is) || len(take(parsed(t, s))) != 0, "comments were %q, are %q", was, is)
		again, _, err := planInstall(asFile(ch.After), rec, hooksPart{one})
		must.Be(t, err == nil && again.After == ch.After, "the second install gave %v\n%q\nfor\n%q", err, again.After, ch.After)
		if len(take(parsed(t, s))) == 0 && rec.After != "" {
			got := takeOut(t, ch.After, rec)
			must.Be(t, got == s, "uninstall gave\n%q\nnot\n%q", got, s)
		}
		got := takeOut(t, ch.After, nil)
		left := take(parsed(t, got))
		must.Be(t, len(left) == 0, "hooks of ours are left: %v\n%s", left, got)
		same(t, parsed(t, s), parsed(t, got))
	})
}

// What split takes for one simple command is one: no character of a shell's is left bare in it.
func FuzzParseCommand(f *testing.F) {
	for _, s := range []string{`memoria hook claude Stop`, `'/a b/memoria' hook claude Stop --vault="/x y"`, `"\$" hook claude Stop --vault x`, `a\`, `"`, `''`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		call, ok := hookline.Parse(s)
		must.Be(t, !ok || call.Event != "" && (call.Binary != "" || call.Vault != ""), "%q is taken for %+v", s, call)
	})
}
