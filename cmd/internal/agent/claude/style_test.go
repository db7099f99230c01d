package claude

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil/must"
)

// What is added looks as if the file's owner had typed it.
func TestStyle(t *testing.T) {
	line := func(event string) string { return one.Line(event) }
	for name, c := range map[string]struct{ file, want string }{ // the first lines of the file after install
		"tabs":                 {"{\n\t\"model\": \"x\"\n}\n", "{\n\t\"model\": \"x\",\n\t\"hooks\": {\n\t\t\"SessionStart\": [\n\t\t\t{\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t\"command\": \"" + line("SessionStart") + "\",\n"},
		"four spaces and CRLF": {"{\r\n    \"model\": \"x\"\r\n}", "{\r\n    \"model\": \"x\",\r\n    \"hooks\": {\r\n        \"SessionStart\": [\r\n            {\r\n"},
		"one line":             {`{"model":"x"}`, `{"model":"x","hooks":{"SessionStart":[{"hooks":[{"type":"command","command":"` + line("SessionStart") + `","timeout":10}]}],"UserPromptSubmit":[`},
		"one airy line":        {`{ "model": "x" }`, `{ "model": "x", "hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "`},
		"comma at the end":     {"{\n  \"model\": \"x\", // mine\n}", "{\n  \"model\": \"x\", // mine\n  \"hooks\": {\n    \"SessionStart\": [\n"},
		"comment at the end":   {"{\n  \"model\": \"x\" // mine\n  /* last */\n}", "{\n  \"model\": \"x\", // mine\n  /* last */\n  \"hooks\": {\n"},
		"only a comment":       {"{\n  // mine\n}", "{\n  // mine\n  \"hooks\": {\n"},
		"mark and empty":       {jsonc.BOM + "{}", jsonc.BOM + "{\n  \"hooks\": {\n    \"SessionStart\": [\n"},
		"nothing":              {"", "{\n  \"hooks\": {\n    \"SessionStart\": [\n"},
		"comment and empty list": {"{ // mine\n \"hooks\": { \"SessionStart\": [] } }",
			"{ // mine\n \"hooks\": { \"SessionStart\": [\n  {\n   \"hooks\": [\n    {\n     \"type\": \"command\",\n"},
		"long number and signs": {`{"z":1,"a":{"command":"a && b > c"},"n":12345678901234567890}`, `{"z":1,"a":{"command":"a && b > c"},"n":12345678901234567890,"hooks":{`},
		"a group of others": {"{\n  \"hooks\": {\n    \"SessionStart\": [\n      {\n        \"hooks\": []\n      }\n    ]\n  }\n}\n",
			"{\n  \"hooks\": {\n    \"SessionStart\": [\n      {\n        \"hooks\": []\n      },\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n"},
	} {
		got, _ := put(t, c.file, nil, one)
		must.Hold(t, strings.HasPrefix(got, c.want), "%s: got\n%s\nwhich should begin\n%s", name, got, c.want)
		must.Hold(t, c.file == "" || strings.HasSuffix(c.file, "\n") == strings.HasSuffix(got, "\n"), "%s: the last line break changed", name)
		must.Hold(t, !strings.Contains(c.file, "\r\n") || strings.Count(got, "\n") == strings.Count(got, "\r\n"), "%s: line breaks are mixed", name)
	}
}
