package agent

import (
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/flush/queue"
)

// A client is how the hooks of an agent differ from those of Claude Code.
type client struct {
	kinds map[string]queue.Kind                  // of events with names of its own
	form  func(kind queue.Kind, text string) any // in which it takes a text

	subagents bool // those call hooks, too, with an id of their own
	silent    bool // it calls the hook of a prompt without one, too, after each use of tools
	late      bool // what a new session is told it takes with the first prompt
	deaf      bool // it takes nothing with a prompt
	heard     bool // its person is shown the systemMessage of a hook, and its model is not

	dir string // variable with the folder of the session, if the payload has none
	pid string // variable with the id of its process
}

// clients are the agents whose hooks differ.
var clients = map[string]client{
	hookline.Agent:   {subagents: true, pid: "CLAUDE_PID", heard: true},
	hookline.Codex:   {heard: true},
	hookline.Copilot: {subagents: true, form: flat("additionalContext")}, // passes over the other form without a word
	hookline.Cursor:  {dir: "CURSOR_PROJECT_DIR", deaf: true, form: flat("additional_context")},
	hookline.Gemini: {
		// PreCompress comes before every request; what stands at the end of a turn, the client may delete before anything else happens
		kinds: map[string]queue.Kind{"BeforeAgent": queue.Prompt, "AfterAgent": queue.Compact, "PreCompress": queue.Seen},
		heard: true,
		late:  true, // at the beginning it would put a text before the person's words, and drop both on a resume
		form:  func(_ queue.Kind, text string) any { return nested("BeforeAgent", text) },
	},
	hookline.OpenCode: {pid: "OPENCODE_PID"},
	hookline.Qwen:     {silent: true, heard: true},
}

// usual is the form of Claude Code, which most agents take.
func usual(kind queue.Kind, text string) any {
	if kind == queue.Prompt {
		return nested("UserPromptSubmit", text)
	}
	return nested("SessionStart", text)
}

func nested(event, text string) any {
	type output struct {
		Event string `json:"hookEventName"`
		Text  string `json:"additionalContext"`
	}
	return map[string]output{"hookSpecificOutput": {event, text}}
}

func flat(member string) func(queue.Kind, string) any {
	return func(_ queue.Kind, text string) any { return map[string]string{member: text} }
}
