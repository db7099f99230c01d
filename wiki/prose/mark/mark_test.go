package mark

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// What the agent's word is said to be is taken out whole, and leaves the words beside it apart.
func TestPlain(t *testing.T) {
	for text, want := range map[string]string{
		"According to the agent, the pump waits":        "the pump waits",
		"The pump waits, says the agent":                "The pump waits",
		"The pump waits, says the agent.":               "The pump waits.",
		"It is OSS, not Pro, says the agent, and waits": "It is OSS, not Pro and waits",
		"The pump waits (according to the agent)":       "The pump waits ()",
		"据代理所说，泵在等":                                     "泵在等",
		"The agenda":                                    "The agenda",
	} {
		got := Plain(text)
		must.Hold(t, got == want, "Plain(%q) is %q, want %q", text, got, want)
	}
}
