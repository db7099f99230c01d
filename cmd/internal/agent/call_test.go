package agent

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil/must"
)

func TestParseCall(t *testing.T) {
	for line, want := range map[string]Call{
		"claude Stop --vault /v":               {"claude", "Stop", "/v"},
		"claude Stop --vault=/v":               {"claude", "Stop", "/v"},
		"--vault /v claude Stop":               {"claude", "Stop", "/v"},
		"claude --vault ~/v Stop":              {"claude", "Stop", "~/v"},
		"claude Stop":                          {"claude", "Stop", ""},
		"claude Stop --newer":                  {"claude", "Stop", ""},
		"claude Stop --newer=x --vault v":      {"claude", "Stop", "v"},
		"claude Stop --newer value --vault v":  {"claude", "Stop", "v"},
		"claude --newer --vault v Stop":        {"claude", "Stop", "v"},
		"emacs ../Stop --vault v --vault=last": {"emacs", "../Stop", "last"},
	} {
		got, err := ParseCall(strings.Fields(line))
		must.Hold(t, err == nil && got == want, "%q: %+v, %v", line, got, err)
	}
	for line, want := range map[string]string{
		"":                            "not 0 words",
		"claude":                      "not 1 words",
		"claude Stop more":            "not 3 words",
		"claude Stop --vault":         "flag without a value",
		"claude Stop --vault=":        "flag without a value",
		"claude Stop --vault --newer": "flag without a value",
		"claude Stop --newer --vault": "flag without a value",
	} {
		got, err := ParseCall(strings.Fields(line))
		must.Hold(t, err != nil && strings.Contains(err.Error(), want), "%q: %+v, %v", line, got, err)
	}
}

// A vault that is named is where notes go, also when it is away.
func TestNewFindsTheVault(t *testing.T) {
	w := newWorld(t)
	f := &vault.Finder{Getenv: w.Getenv, Dir: w.Dir, Home: w.Dir}
	for what, c := range map[string]struct{ flag, env, want string }{
		"flag":              {flag: w.Vault, want: w.Vault},
		"flag, away":        {flag: "away", want: filepath.Join(w.Dir, "away")},
		"flag in the home":  {flag: "~/vault", want: w.Vault},
		"environment":       {env: w.Vault, want: w.Vault},
		"environment, away": {env: "/away", want: "/away"},
		"none":              {},
	} {
		w.env["MEMORIA_VAULT"] = c.env
		h := New(Call{"claude", "Stop", c.flag}, f, w.Now)
		must.Hold(t, h.Vault == c.want && (h.NoVault == nil) == (c.want == w.Vault), "%s: %q, %v", what, h.Vault, h.NoVault)
	}
}

// What is not prepared memoria answers, in the hook's place.
func TestProcessHandsOver(t *testing.T) {
	w := newWorld(t)
	defer w.dismiss(t)
	c := w.hookProcess(t, "SessionStart", strings.NewReader(payloadOf("asks")))
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	err := c.Run()
	must.Hold(t, err == nil && out.String() == "answer to asks in "+w.Vault+"\n" && errs.Len() <= 0, "%v, stdout %q, stderr %q", err, out.String(), errs.String())
}
