package llm

import (
	"cmp"
	"context"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/llm/thought"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/wiki/ask"
)

// DefaultMaxTokens is the limit of an answer if the question sets none.
const DefaultMaxTokens = 4096

// bound returns how many tokens the answer to a question may have.
func bound(q ask.Question) int { return cmp.Or(q.MaxTokens, DefaultMaxTokens) }

// whole returns a question as one text, for providers that take nothing else.
func whole(q ask.Question) string { return join(q.System, q.Prefix, q.Prompt) }

func join(parts ...string) string {
	var b strings.Builder
	for _, p := range parts {
		if strings.TrimSpace(p) == "" {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		b.WriteString(p)
	}
	return b.String()
}

// A Reply is a complete answer. Beside an [Error] it holds no text, only what the call used.
type Reply struct {
	Text  string // not blank; valid UTF-8 with \n line ends, without control characters or space around it
	By    string // the author, for provenance: "claude-cli/haiku"
	Model string // as the provider names it
	Usage budget.Usage
	Cost  budget.Cost
}

// Info describes a provider.
type Info struct {
	Name   string // "anthropic/claude-haiku-4-5": changes with the provider or the model
	Model  string // as it is asked for
	Window int    // bytes of System, Prefix and Prompt together that surely fit

	TellsCost bool // its replies report the cost
	Silent    bool // its replies report no tokens, so that the most they can be is counted
}

// Settings are a provider's section of the settings, which it embeds.
type Settings = vault.Model

// A Provider is one way to reach a model. Generate makes one call, or a few if the provider's own program does so.
// Its errors are [Error]s or ctx's own.
type Provider interface {
	Info() Info
	Generate(ctx context.Context, r ask.Question) (Reply, error)
}

// maxAnswer is the length in bytes over which an answer is not read on.
var maxAnswer = 10 << 20

// Default deadlines of one call. Local models are slow.
const (
	callTimeout  = 5 * time.Minute
	localTimeout = 15 * time.Minute
)

// finish makes a reply of an answer's text as it came.
func finish(who string, r Reply, text string) (Reply, error) {
	r.By = who
	answer, whole := thought.Without(thought.Clean(text))
	switch {
	case !whole:
		return r, failed(who, ask.Truncated, "the answer ended in the model's thoughts")
	case answer == "" && strings.TrimSpace(text) != "":
		return r, failed(who, ask.Empty, "the answer is the model's thoughts alone")
	case answer == "":
		return r, failed(who, ask.Empty, "the answer is empty")
	}
	r.Text = answer
	return r, nil
}

// bytesPerToken is how many bytes of any usual text there are at least to a token on the average.
const bytesPerToken = 3

// windowOf returns the bytes that a context of this many tokens leaves for a question; 0 if no context is given.
func windowOf(context int) int {
	return max(context-DefaultMaxTokens, context/2) * bytesPerToken
}

// defaultWindow is what any of today's models takes at home.
const defaultWindow = 24 << 10
