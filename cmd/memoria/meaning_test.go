package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A server gives vectors to a vault only once the person allowed it. Then a search finds what is said in other words,
// and goes on by words when the server is away. Forgetting takes the vectors along.
func TestSearchByMeaning(t *testing.T) {
	b := newBench(t)
	var calls atomic.Int32
	var away atomic.Bool
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		var q struct{ Input []string }
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil || away.Load() {
			http.Error(w, `{"error":"away"}`, http.StatusServiceUnavailable)
			return
		}
		type vector struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		}
		data := []vector{}
		for i, text := range q.Input {
			v := vector{i, []float32{0.1, 0}}
			if strings.Contains(text, "sign in") || strings.Contains(text, "authentication") {
				v.Embedding[1] = 1
			}
			data = append(data, v)
		}
		json.NewEncoder(w).Encode(map[string]any{"data": data, "usage": map[string]int{"prompt_tokens": 3}})
	}))
	defer srv.Close()
	var log strings.Builder
	log.WriteString("# Daily Log: 2026-05-03\n\n## Sessions\n")
	for i := range 30 {
		text := fmt.Sprintf("Parcel %d waits in the hall", i)
		if i == 7 {
			text = "People sign in with a code from a mail"
		}
		fmt.Fprintf(&log, "\n### Session (10:%02d) - Work\n<!-- memoria:entry id=%012x agent=claude session=s%d project=hall branch=b at=2026-05-03T10:%02d:00Z from=a to=b by=extractive -->\n\n**Facts:**\n- %s ^k%d\n<!-- /memoria:entry -->\n", i, i+1, i, i, text, i)
	}
	write := func(name, text string) {
		t.Helper()
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.WriteFile(name, []byte(text), 0o644))
	}
	write(filepath.Join(b.vault.Path(), "daily", "2026-05-03.md"), log.String())
	write(filepath.Join(b.vault.Path(), filepath.FromSlash(layout.Config)), "models: {embed: {base_url: \""+srv.URL+"/v1\", model: e}}\n")
	run := func(args ...string) (out, errs string) {
		t.Helper()
		out, errs, code := b.run(append(args, "--vault", "v")...)
		must.Be(t, code == 0, "%v: %s", args, errs)
		return out, errs
	}
	find := func() (out, errs string) { return run("search", "authentication") }
	run("compile")
	if out, errs := find(); out != "" || calls.Load() != 0 || !strings.Contains(errs, "not obeyed") {
		t.Fatalf("before it was allowed: %q %q, %d calls", out, errs, calls.Load())
	}
	run("trust", "--yes")
	run("compile")
	if out, errs := find(); !strings.Contains(out, "People sign in") {
		t.Fatalf("%q %q, %d calls", out, errs, calls.Load())
	}
	if out, _ := run("doctor"); !strings.Contains(out, "openai/e") {
		t.Errorf("doctor: %s", out)
	}
	away.Store(true)
	if out, errs := run("search", "parcel"); !strings.Contains(out, "Parcel") || !strings.Contains(errs, "by words alone") {
		t.Errorf("without the server: %q %q", out, errs)
	}
	if _, err := b.vault.Stat(layout.CacheVectors); err != nil {
		t.Error(err)
	}
	run("forget", "--yes", "2026-05-03#^k7")
	if data, err := b.vault.ReadFile(layout.CacheVectors); err == nil && len(data) > 0 {
		t.Errorf("the vectors stay: %d bytes", len(data))
	}
}
