package llm

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

// proxyVariable makes this binary ask a service that only a proxy knows.
const proxyVariable = "LLM_PROXY"

func askThroughProxy() {
	o := &OpenAI{asked: true, Settings: Settings{BaseURL: "http://models.invalid/v1", Model: "m"}, World: World{Getenv: os.Getenv, Now: time.Now}}
	r, err := o.Generate(context.Background(), ask.Question{Prompt: "x"})
	fmt.Println(r.Text, err)
	os.Exit(0)
}

// The usual variables for proxies hold. They are read once a process, so this is one of its own.
func TestProxy(t *testing.T) {
	t.Parallel()
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"choices":[{"finish_reason":"stop","message":{"content":"by proxy for %s"}}]}`, r.URL.Host)
	}))
	defer proxy.Close()
	c := exec.Command(self(t))
	c.Env = append(os.Environ(), proxyVariable+"=1", "HTTP_PROXY="+proxy.URL, "http_proxy="+proxy.URL)
	out, err := c.CombinedOutput()
	must.Hold(t, err == nil && strings.TrimSpace(string(out)) == "by proxy for models.invalid <nil>", "%s %v", out, err)
}
