package llm

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
)

// bare is a world without any provider.
func bare(t *testing.T, environ ...string) World {
	return world(t, append([]string{"PATH="}, environ...)...)
}

func names(providers []Provider) (names []string) {
	for _, p := range providers {
		names = append(names, p.Info().Name)
	}
	return names
}

func TestChoose(t *testing.T) {
	srv := httptest.NewServer(http.NotFoundHandler())
	defer srv.Close()
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	w := bare(t, "ANTHROPIC_API_KEY="+testKey)
	claude := filepath.Join(w.Home, "claude")
	must.Do(t, os.WriteFile(claude, []byte("#!/bin/sh\n"), 0o755))
	all := vault.Models{Claude: vault.Model{Path: claude, Model: "opus"}, OpenAI: vault.Model{BaseURL: srv.URL + "/v1", Model: "q"}, Command: vault.Model{Argv: []string{"codex", "exec"}}}
	for _, tt := range []struct {
		name string
		m    vault.Models
		w    World
		want string // the providers, or the error
	}{
		{"auto", vault.Models{}, bare(t), "[]"},
		{"auto", all, w, "[claude-cli/opus anthropic/claude-haiku-4-5 openai/q command/codex]"},
		{"auto", vault.Models{OpenAI: vault.Model{BaseURL: dead.URL, Model: "q"}}, bare(t), "[]"}, // nobody listens
		{"openai", vault.Models{OpenAI: vault.Model{BaseURL: dead.URL, Model: "q"}}, bare(t), "[openai/q]"},
		{"command", all, w, "[command/codex]"},
		{"extractive", all, w, "[]"},
		{"claude", vault.Models{}, bare(t), "ask claude: there is no program claude in your PATH"},
		{"claude", vault.Models{Claude: vault.Model{Path: "/no/claude"}}, bare(t), "ask claude: "},
		{"anthropic", vault.Models{}, bare(t), "ask anthropic: no key is set"},
		{"openai", vault.Models{}, bare(t), "ask openai: no server is set"},
		{"openai", vault.Models{}, bare(t, "OPENAI_API_KEY="+testKey), "ask openai: no model is set"},
		{"openai", vault.Models{OpenAI: vault.Model{Model: "gpt"}}, bare(t), "ask openai: no key is set"},
		{"openai", vault.Models{OpenAI: vault.Model{Model: "gpt"}}, bare(t, "OPENAI_API_KEY="+testKey), "[openai/gpt]"},
		{"command", vault.Models{}, bare(t), "ask command: no command is set"},
	} {
		p, err := Choose(tt.name, tt.m, tt.w)
		got := fmt.Sprint(names(p))
		if err != nil {
			got = err.Error()
			x := err.(*Error)
			must.Hold(t, x.Kind == ask.Fatal && len(x.Hints) != 0, "%s: %+v", tt.name, x)
		}
		must.Hold(t, strings.HasPrefix(got, tt.want), "%s: %s, want %s", tt.name, got, tt.want)
	}
}

// A key that is just there goes to the place that it is usual for, or to the one that the environment
// names beside it. To any other it goes only where the settings name it for that.
func TestUsualKeysStayAtHome(t *testing.T) {
	w := world(t, "ANTHROPIC_API_KEY=ka", "OPENAI_API_KEY=ko", "OPENROUTER_API_KEY=kr")
	for _, tt := range []struct {
		m         vault.Model
		anthropic string
		openAI    string
	}{
		{vault.Model{Model: "m"}, "ANTHROPIC_API_KEY", "OPENAI_API_KEY"},
		{vault.Model{Model: "m", BaseURL: "https://elsewhere.example/v1"}, "", ""},
		{vault.Model{Model: "m", BaseURL: "https://api.openai.com.example/v1"}, "", ""},
		{vault.Model{Model: "m", BaseURL: "https://openrouter.ai/api/v1"}, "", "OPENROUTER_API_KEY"},
		{vault.Model{Model: "m", BaseURL: "https://elsewhere.example/v1", KeyEnv: "OPENAI_API_KEY"}, "OPENAI_API_KEY", "OPENAI_API_KEY"},
	} {
		var got [2]string
		if a, ok := anthropicOption(tt.m, w).Provider.(*Anthropic); ok {
			got[0] = a.KeyEnv
		}
		if o, ok := openAIOption(tt.m, w).Provider.(*OpenAI); ok {
			got[1] = o.KeyEnv
		}
		must.Hold(t, got == [2]string{tt.anthropic, tt.openAI}, "%s: %q", tt.m.BaseURL, got)
	}
	a := anthropicOption(vault.Model{}, world(t, "ANTHROPIC_AUTH_TOKEN=t", "ANTHROPIC_BASE_URL=https://gate.example")).Provider.(*Anthropic)
	must.Hold(t, a.BaseURL == "https://gate.example" && a.Bearer && a.KeyEnv == "ANTHROPIC_AUTH_TOKEN", "%+v", a)
}

func TestOptionsCarryTheSettings(t *testing.T) {
	w := world(t)
	o := openAIOption(vault.Model{BaseURL: "http://127.0.0.1:11434", Model: "q", Context: 16 << 10, Timeout: time.Minute}, w).Provider.(*OpenAI)
	must.Hold(t, o.Ollama && o.Context == 16<<10 && o.Timeout == time.Minute && o.Info().Window == (16<<10-DefaultMaxTokens)*bytesPerToken, "%+v %+v", o, o.Info())
	if o := openAIOption(vault.Model{BaseURL: "http://127.0.0.1:11434/v1", Model: "q", Kind: "openai"}, w).Provider.(*OpenAI); o.Ollama || o.Info().Window != defaultWindow {
		t.Errorf("%+v %+v", o, o.Info())
	}
	c := commandOption(vault.Model{Argv: []string{"~/bin/ask", "-"}}, w).Provider.(*Command)
	must.Hold(t, (c.Argv[0] == filepath.ToSlash(w.Home)+"/bin/ask" || c.Argv[0] == w.Home+"/bin/ask") && c.Info().Name == "command/ask", "%+v", c)
}
