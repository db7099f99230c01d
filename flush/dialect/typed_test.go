package dialect

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What a person typed is kept though it begins as a client's own words do. In the rows, %s is a JSON string.
func TestTypedLikeAClient(t *testing.T) {
	const (
		keyed  = `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","promptSource":"typed","message":{"content":%s}}`
		edited = `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","promptSource":"typed","message":{"content":[{"type":"text","text":"<ide_opened_file>a.go</ide_opened_file>"},{"type":"text","text":%s}]}}`
		old    = `{"type":"user","uuid":"u1","parentUuid":null,"sessionId":"s","message":{"content":%s}}`
		queued = `{"type":"attachment","uuid":"u1","parentUuid":null,"sessionId":"s","attachment":{"type":"queued_command","commandMode":"prompt","origin":{"kind":"human"},"prompt":%s}}`
		gemini = `{"sessionId":"s","projectHash":"h","startTime":"2026-05-04T09:00:00Z"}` + "\n" + `{"id":"g1","timestamp":"2026-05-04T09:00:01Z","type":"user","content":[{"text":%s}]}`
		shown  = `{"sessionId":"s","projectHash":"h","startTime":"2026-05-04T09:00:00Z"}` + "\n" + `{"id":"g1","timestamp":"2026-05-04T09:00:01Z","type":"user","content":[{"text":"System: Potential loop detected."}],"displayContent":[{"text":%s}]}`
		qwen   = `{"uuid":"u1","parentUuid":null,"sessionId":"s","timestamp":"2026-05-04T09:00:00Z","type":"user","provenance":"real_user","cwd":"/w","message":{"role":"user","parts":[{"text":%s}]}}`
		warned = `{"uuid":"u1","parentUuid":null,"sessionId":"s","timestamp":"2026-05-04T09:00:00Z","type":"user","provenance":"real_user","cwd":"/w","message":{"role":"user","parts":[{"text":"<system-reminder>Be kind.</system-reminder>"},{"text":%s}]}}`
		pi     = `{"type":"session","version":3,"id":"s","cwd":"/w"}` + "\n" + `{"type":"message","id":"p1","timestamp":"2026-05-04T09:00:01Z","message":{"role":"user","content":[{"type":"text","text":%s}]}}`
		same   = "*"
	)
	for _, c := range []struct{ row, text, want string }{
		{keyed, "<task-notification> is a tag. What is it for?", same},
		{keyed, "<system-reminder>Be kind.</system-reminder> came up, why?", same},
		{keyed, "<command-name>/clear</command-name>", same},
		{keyed, "This session is being continued from a previous conversation that ran out of context. The summary below covers all.", same},
		{edited, "<bash-stdout> is not closed", same},
		{queued, "<bash-stdout>x</bash-stdout> came up, why?", same},
		{old, "<bash-stdout> is not closed", same},
		{old, "<task-notification></b> is torn", same},
		{old, "[Request interrupted by user] is all that I see.", same},
		{old, "This session is being continued from a previous conversation: read NOTES.md.", same},
		{old, "Base directory for this skill: where is it?", same},
		{old, "<bash-stdout>ok</bash-stdout> came up, why?", "came up, why?"},
		{old, "<bash-stdout>a <bash-stdout>b</bash-stdout> c</bash-stdout><bash-stderr></bash-stderr>", ""},
		{old, "[Request interrupted by user for tool use]\nTry the other one.", "Try the other one."},
		{old, "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the parser</command-args>\nand the lexer", "the parser\nand the lexer"},

		{gemini, "<session_context> is a tag. What is it for?", same},
		{gemini, "<hook_context>Be kind.</hook_context> came up, why?", "came up, why?"},
		{gemini, "I ran the following shell command: ls. It hangs.", same},
		{gemini, "I ran the following shell command:\n```sh\nls\n```\n\nThis produced the following result:\n```\na\n```\nWhy no b?", "Why no b?"},
		{gemini, "System: Potential loop detected is what it says.", same},
		{gemini, "--- Content from referenced files ---\nWhat is that?", same},
		{gemini, "<session_context>\nThis is the Gemini CLI. We are setting up the context.\n</session_context>", ""},
		{shown, "Count slowly.", ""},
		{shown, "System: Potential loop detected.", same},

		{qwen, "<system-reminder> is a tag. What is it for?", same},
		{qwen, "<system-reminder>Be kind.</system-reminder>", same},
		{qwen, "<qwen:context>x</qwen:context> came up, why?", same},
		{qwen, "--- Content from referenced files ---\nWhat is that?", same},
		{warned, "<system-reminder> is not closed", same},
		{warned, "<qwen:user-prompt-submit-context>\nx\n</qwen:user-prompt-submit-context>", ""},

		{pi, "<file name=\"/a.md\"> is a tag. What is it for?", same},
		{pi, "<file name=\"/a.md\">\nnothing closes it", same},
		{pi, "<file name=\"a.md\">\nx\n</file>\ncame up, why?", same},
		{pi, "<file name=\"/a.md\">\nx\n</file>\nIs <file name=\"/b\"></file>\none?", "Is <file name=\"/b\"></file>\none?"},
		{pi, "<file name=\"/a.xml\">\n<file>x</file>\n<file>\n</file>\nWhy?", "Why?"},
		{pi, "<file name=\"/a.md\">\n" + strings.Repeat("cut off ", 10<<10), ""},
	} {
		text, _ := json.Marshal(c.text)
		in := fmt.Sprintf(c.row, text)
		r := New(Of([]byte(in)), strings.NewReader(in))
		got := ""
		for turn, err := r.Next(); err == nil; turn, err = r.Next() {
			got += turn.Text
		}
		if c.want == same {
			c.want = c.text
		}
		must.Hold(t, got == c.want, "%s tells %q, want %q", in[:min(len(in), 400)], got, c.want)
	}
}

// What a hook brings of a prompt loses what the reader of the agent's transcripts leaves out.
func TestTypedOfHooks(t *testing.T) {
	for _, c := range []struct{ agent, prompt, want string }{
		{"claude", "Caveat: The messages below were generated by the user while running local commands. DO NOT respond to these messages.\nPaint it.", "Paint it."},
		{"claude", "This session is being continued from a previous conversation that ran out of context. What follows sums it up.\n\n1. Paint it.", ""},
		{"claude", "/review the parser", "the parser"},
		{"codex", "# Context from my IDE setup:\n\n## Open tabs:\n- a.go\n\n## My request for Codex:\nPaint it.", "Paint it."},
		{"copilot", "Paint it.", "Paint it."},
		{"cursor", "<timestamp>Monday</timestamp>\n<user_query>\nPaint it.\n</user_query>", "Paint it."},
		{"gemini", "<hook_context>x</hook_context>\n\nPaint it.\n--- Content from referenced files ---\nx\n--- End of content ---", "Paint it."},
		{"opencode", `"Paint it."`, "Paint it."},
		{"pi", "<file name=\"/a.md\">\nx\n</file>\nPaint it.", "Paint it."},
		{"qwen", "<system-reminder>\nBe kind.\n</system-reminder>", "<system-reminder>\nBe kind.\n</system-reminder>"},
	} {
		must.Equal(t, Typed(c.agent, c.prompt), c.want, "%s: %q is typed as", c.agent, c.prompt)
	}
}
