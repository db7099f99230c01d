package llm

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

func TestEmbed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, base, answer, fails string
	}{
		{"OpenAI", "/v1", `{"model":"e","data":[{"index":1,"embedding":[0,1]},{"index":0,"embedding":[1,0]}],"usage":{"prompt_tokens":7}}`, ""},
		{"Ollama, without the version", "", `{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[0,1]}]}`, ""},
		{"one is missing", "/v1", `{"data":[{"index":0,"embedding":[1,0]}]}`, "no vector for text 2 of 2"},
		{"two lengths", "/v1", `{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1]}]}`, "no vector for text 2 of 2"},
		{"a place that is not", "/v1", `{"data":[{"index":-1,"embedding":[1,0]},{"index":9,"embedding":[1]}]}`, "no vector for text 1 of 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var path, body, auth string
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				b, _ := io.ReadAll(r.Body)
				path, body, auth = r.URL.Path, string(b), r.Header.Get("Authorization")
				io.WriteString(w, tt.answer)
			}))
			defer srv.Close()
			dir := must.Get(fsutil.OpenDir(t.TempDir()))(t)
			defer dir.Close()
			w := world(t, "K="+testKey)
			c := &Client{Ledger: &budget.Ledger{Dir: dir, Zone: time.UTC, Now: w.Now}, Now: w.Now}
			e := must.Get(EmbedderOf(vault.Models{Embed: Settings{BaseURL: srv.URL + tt.base, Model: "e", KeyEnv: "K"}}, w, c))(t)
			got, err := e.Embed(t.Context(), []string{"one", "two"})
			must.Hold(t, path == "/v1/embeddings" && strings.TrimSpace(body) == `{"model":"e","input":["one","two"]}` && auth == "Bearer "+testKey, "sent %s to %s as %s", body, path, auth)
			if tt.fails != "" {
				must.Hold(t, err != nil && strings.Contains(err.Error(), tt.fails), "%v", err)
				return
			}
			must.Hold(t, err == nil && len(got) == 2 && got[0][0] == 1 && got[1][1] == 1, "%v, %v", got, err)
			if s, err := c.Ledger.Spend(); err != nil || s.Day.Calls != 1 {
				t.Errorf("the ledger: %+v, %v", s, err)
			}
		})
	}
}

// Without the settings nobody is asked; a setting of a vault that nobody allowed counts for nothing.
func TestEmbedderOf(t *testing.T) {
	t.Parallel()
	w := world(t)
	e, err := EmbedderOf(vault.Models{}, w, nil)
	must.Hold(t, e == nil && err == nil, "%v, %v", e, err)
	for name, m := range map[string]Settings{"no model": {BaseURL: "http://127.0.0.1:1"}, "no server": {Model: "e"}, "not allowed": {Held: []string{"models.embed.base_url"}}} {
		e, err := EmbedderOf(vault.Models{Embed: m}, w, nil)
		must.Hold(t, e == nil && err != nil, "%s: %v, %v", name, e, err)
	}
}
