package extract

import (
	"strings"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/flush/transcript/own"
	"github.com/agent-admin/memoria/fsutil/lazy"
)

// notSaid reports whether nobody said a turn, although the client stores it as words of one side: an error
// of the model's server, the recap of a compaction, text that memoria itself inserted.
func notSaid(t transcript.Turn) bool {
	starts := injected
	if t.Role == transcript.Agent {
		starts = failures
	}
	text := strings.TrimSpace(t.Text)
	for _, s := range starts {
		if strings.HasPrefix(text, s) {
			return true
		}
	}
	return false
}

var (
	injected = []string{"<!-- memoria:", own.Marker, "Operation stopped by hook:"}
	failures = []string{
		"API Error", "Prompt is too long", "Credit balance is too low", "Invalid API key", "Request timed out",
		"Claude usage limit reached", "Claude AI usage limit reached", "No response requested",
	}
)

// appended begins the paragraph that a client puts below a plan that it hands over.
const appended = "If you need specific details from before exiting plan mode"

// scripted reports whether a program wrote a message to the model, or a person tried such a prompt: it gives
// the model a role or a form for its answer. It may be a task, but not a person's wish.
func scripted(text string) bool {
	return playsPart().MatchString(strings.TrimSpace(text)) || givesForm().MatchString(text)
}

var (
	playsPart = lazy.Regexp(`^(?i:you are an? |you're an? (?:expert|helpful|senior)|act as an? |du bist ein|sie sind ein|eres una? |tu es une? |vous êtes une? |você é uma? |ты[ ,—-]+(?:опытный|эксперт|помощник)|你是一|あなたは.{1,20}です)`)
	givesForm = lazy.Regexp(`(?i)\buse <([a-z_]+)>\s*</[a-z_]+> tags|\bthis is an? (?:\w+ )?test\b[^?\n]*\. you |\byou do not have any (?:special )?(?:skills|tools)|\b(?:respond|reply|answer) (?:only )?with (?:only )?(?:json|xml|yes or no|one word|a json)|\boutput only\b`)
)
