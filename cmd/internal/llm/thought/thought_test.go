package thought

import (
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// thoughts are taken out in whatever marks a model puts them, and thoughts alone are no answer.
func TestWithout(t *testing.T) {
	for _, c := range []struct {
		in, want string
		whole    bool
	}{
		{"An answer.", "An answer.", true},
		{"<think>draft</think>An answer.", "An answer.", true},
		{"<think duration=\"3\">\ndraft\n</think>\nAn answer.", "An answer.", true},
		{"<THINK>\ndraft</THINK>\nAn answer.", "An answer.", true},
		{"<think>a</think><think>b</think>An answer.", "An answer.", true},
		{"draft\n</think>\nAn answer.", "An answer.", true},
		{"<seed:think>draft</seed:think>An answer.", "An answer.", true},
		{"<seed:think>draft", "", false},
		{"◁think▷draft◁/think▷An answer.", "An answer.", true},
		{"◁think▷draft", "", false},
		{"[THINK]draft[/THINK]An answer.", "An answer.", true},
		{"[THINK]draft", "", false},
		{"<|channel|>analysis<|message|>draft<|end|><|start|>assistant<|channel|>final<|message|>An answer.<|return|>", "An answer.", true},
		{"<|start|>assistant<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>commentary<|message|>b<|end|><|start|>assistant<|channel|>final <|message|>An answer.", "An answer.", true},
		{"<|channel|>analysis<|message|>draft<|end|>", "", false},
		{"<|channel|>final<|message|>An answer.", "An answer.", true},
		{"analysisI should.assistantfinalAn answer.", "An answer.", true},
		{"Analysis of the queue: it is full.", "Analysis of the queue: it is full.", true},
		{"<|begin_of_thought|>\na\n<|end_of_thought|>\n<|begin_of_solution|>\nAn answer.\n<|end_of_solution|>", "An answer.", true},
		{"<|START_THINKING|>a<|END_THINKING|><|START_RESPONSE|>An answer.<|END_RESPONSE|>", "An answer.", true},
		{"Sure.\n<think>\ndraft\n</think>\nAn answer.", "Sure.\n\nAn answer.", true},
		{"<thought>draft</thought>", "", true},
		{"<thinker>is an element</thinker>", "<thinker>is an element</thinker>", true},
		{"The tag <think> begins them, </think> ends them.", "The tag <think> begins them, </think> ends them.", true},
		{"So:\n```html\n<think>\n```\nAn answer.", "So:\n```html\n<think>\n```\nAn answer.", true},
	} {
		got, whole := Without(c.in)
		must.Hold(t, got == c.want && whole == c.whole, "Without(%q) = %q, %v; want %q, %v", c.in, got, whole, c.want, c.whole)
	}
}
