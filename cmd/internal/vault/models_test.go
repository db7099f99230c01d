package vault

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// openWith opens a vault with these settings of its own, which are allowed, and of the user's.
func openWith(t *testing.T, own, user string) (*Vault, error) {
	t.Helper()
	home := t.TempDir()
	dir := filepath.Join(home, "v")
	must.Do(t, os.MkdirAll(filepath.Join(dir, Marker), 0o700))
	f := &Finder{Getenv: func(string) string { return "" }, Dir: home, Home: home, Local: time.UTC}
	for name, text := range map[string]string{filepath.Join(dir, Marker, "config.yaml"): own, f.UserConfig(): user} {
		must.Do(t, os.MkdirAll(filepath.Dir(name), 0o755))
		must.Do(t, os.WriteFile(name, []byte(text), 0o600))
	}
	v, err := f.Open(dir)
	if err == nil && !v.Allowed {
		err = f.Allow(v)
		v.Dir.Close()
		if err == nil {
			v, err = f.Open(dir)
		}
	}
	if v != nil {
		t.Cleanup(func() { v.Dir.Close() })
	}
	return v, err
}

func num[T int64 | float64](n T) *T { return &n }

func TestModelSettings(t *testing.T) {
	v, err := openWith(t, `
models:
  claude: {model: sonnet, timeout: 90s}
  openai:
    base_url: http://127.0.0.1:11434/v1
    model: qwen3:8b
    context: 16384
    api_key_cmd: [pass, show, "open ai"]
  command:
    argv: codex
budget:
  day: {calls: none, tokens: 200_000, usd: 0.5}
  month: {usd: 10}
  per_minute: 6
prices:
  qwen3:8b: {in: 0, out: 0}
`, `
models:
  openai: {api_key_env: MY_KEY}
  claude: {path: /opt/claude}
budget:
  at_once: 3
prices:
  claude-haiku-4-5: {in: 1, out: 5, cache_read: 0.1, cache_write: 1.25}
`)
	must.Do(t, err)
	must.Hold(t, len(v.Warnings) == 0, "%v", v.Warnings)
	want := Models{
		Claude:  Model{Path: "/opt/claude", Model: "sonnet", Timeout: 90 * time.Second},
		OpenAI:  Model{BaseURL: "http://127.0.0.1:11434/v1", Model: "qwen3:8b", Context: 16384, KeyCmd: []string{"pass", "show", "open ai"}},
		Command: Model{Argv: []string{"codex"}},
		Day:     Budget{Tokens: num(int64(200_000)), Micros: num(int64(500_000))},
		Month:   Budget{Micros: num(int64(10_000_000))}, PerMinute: 6, AtOnce: 3,
		Prices: map[string]Price{
			"qwen3:8b":         {In: num(0.0), Out: num(0.0)},
			"claude-haiku-4-5": {num(1.0), num(5.0), num(0.1), num(1.25)},
		},
	}
	must.Hold(t, reflect.DeepEqual(v.Config.Models, want), "have %+v\nwant %+v", v.Config.Models, want)
}

func TestModelSettingsThatCannotBe(t *testing.T) {
	for _, tt := range []struct{ text, key string }{
		{"models: {openai: {base_url: localhost}}", "models.openai.base_url"},
		{"models: {openai: {base_url: 'https://u:sk-secret@h/v1'}}", "models.openai.base_url"},
		{"models: {openai: {context: many}}", "models.openai.context"},
		{"models: {openai: {kind: gpt}}", "models.openai.kind"},
		{"models: {command: {argv: ['']}}", "models.command.argv"},
		{"models: {claude: {timeout: 5}}", "models.claude.timeout"},
		{"budget: {day: {calls: -1}}", "budget.day.calls"},
		{"budget: {at_once: 0}", "budget.at_once"},
		{"prices: {m: {in: free}}", "prices.m.in"},
		{"prices: {m: {input: 1}}", "prices.m"},
	} {
		_, err := openWith(t, tt.text, "")
		if conf, ok := errors.AsType[*ConfigError](err); !ok || conf.Key != tt.key {
			t.Errorf("%s: %v", tt.text, err)
		} else if strings.Contains(err.Error(), "sk-secret") {
			t.Errorf("%s: %v", tt.text, err)
		}
	}
	v := must.Get(openWith(t, "models: {claude: {modle: x}, llama: {}}\nbudget: {week: {calls: 1}}", ""))(t)
	for _, key := range []string{"models.claude.modle", "models.llama", "budget.week"} {
		must.Hold(t, strings.Contains(strings.Join(v.Warnings, "\n"), `"`+key+`"`), "%s: %v", key, v.Warnings)
	}
}
