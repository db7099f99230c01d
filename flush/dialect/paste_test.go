package dialect

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// A paste that repeats what a client puts into prompts is read in a time that grows with its length.
func TestRepeatedPaste(t *testing.T) {
	const claude = `{"type":"user","uuid":"g-1","parentUuid":null,"sessionId":"s1","cwd":"/w","message":{"role":"user","content":PASTE}}`
	const pi = `{"type":"session","version":3,"id":"s","cwd":"/w"}` + "\n" + `{"type":"message","id":"p3","message":{"role":"user","content":[{"type":"text","text":PASTE}]}}`
	for _, c := range []struct{ agent, row, part string }{
		{"", claude, "[Request interrupted by user]\n"},
		{"", claude, "<command-name>x</command-name>"},
		{"", claude, "`<system-reminder>"},
		{"pi", pi, "<file name=\"/a\">\nx\n</file>\n"},
		{"pi", pi, "<file name=\"/a\">\n"},
	} {
		b := must.Get(json.Marshal(strings.Repeat(c.part, (1<<20)/len(c.part))))(t)
		began := time.Now()
		r := New(c.agent, strings.NewReader(strings.Replace(c.row, "PASTE", string(b), 1)+"\n"))
		for _, err := r.Next(); err == nil; _, err = r.Next() {
		}
		if took := time.Since(began); took > 20*time.Second || r.Stats().Rows == 0 { // it takes minutes if it reads all for each part
			t.Errorf("%s: %v for a MiB of %q", c.agent, took, c.part)
		}
	}
}
