package agent

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestParseCall(t *testing.T) {
	t.Setenv("MEMORIA_VAULT", "")
	vault := t.TempDir()
	here, err := filepath.Abs("v")
	if err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]call{
		"hook claude Stop --vault " + vault:            {agent: "claude", event: "Stop", vault: vault},
		"hook claude Stop --vault=" + vault:            {agent: "claude", event: "Stop", vault: vault},
		"--vault " + vault + " hook claude Stop":       {agent: "claude", event: "Stop", vault: vault},
		"hook --vault " + vault + " claude Stop":       {agent: "claude", event: "Stop", vault: vault},
		"hook claude Stop --vault v":                   {agent: "claude", event: "Stop", vault: here},
		"hook claude Stop":                             {agent: "claude", event: "Stop"},
		"flush --detach --vault " + vault:              {detach: true, vault: vault},
		"hook":                                         {},
		"hook claude":                                  {},
		"hook claude Stop more":                        {},
		"hook claude Stop --vault":                     {},
		"hook claude Stop --help":                      {},
		"hook claude Stop --vault ~/v":                 {},
		"hook claude --detach --vault " + vault:        {},
		"flush --detach":                               {},
		"flush --detach x --vault " + vault:            {},
		"flush --detach --background --vault " + vault: {},
		"flush x":          {},
		"status --vault v": {},
		"help hook claude": {},
		"":                 {},
	} {
		got, ok := parseCall(append([]string{"memoria"}, strings.Fields(line)...))
		if ok != (want != call{}) || ok && got != want {
			t.Errorf("%q: %+v, %v", line, got, ok)
		}
	}
	t.Setenv("MEMORIA_VAULT", vault)
	if got, ok := parseCall([]string{"memoria", "hook", "claude", "Stop"}); !ok || got.vault != vault {
		t.Errorf("from the environment: %+v, %v", got, ok)
	}
	if _, ok := parseCall([]string{"memoria", "flush", "--detach"}); ok {
		t.Error("a worker is started for a vault that is named")
	}
}
