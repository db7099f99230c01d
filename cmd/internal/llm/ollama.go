package llm

import (
	"cmp"
	"context"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/wiki/ask"
)

// ollamaContext is the default context of Ollama, in tokens. Ollama's own default, 4096 or less, would cut off most
// of a request.
const ollamaContext = 32 << 10

// An ollamaChat is a request of Ollama's own API, the only one that can set the size of the context and forbid
// cutting.
type ollamaChat struct {
	Model    string        `json:"model"`
	Messages []message     `json:"messages"`
	Stream   bool          `json:"stream"`
	Truncate bool          `json:"truncate"` // false: an error if it does not fit
	Shift    bool          `json:"shift"`    // false: stop when it is full
	Options  ollamaOptions `json:"options"`
}

type ollamaOptions struct {
	NumCtx     int `json:"num_ctx"`
	NumPredict int `json:"num_predict"`
}

type ollamaAnswer struct {
	Model      string  `json:"model"`
	Message    message `json:"message"`
	Done       bool    `json:"done"`
	DoneReason string  `json:"done_reason"`
	PromptEval int     `json:"prompt_eval_count"`
	Eval       int     `json:"eval_count"`
	Error      string  `json:"error"`
}

func (o *OpenAI) ollama(ctx context.Context, e *endpoint, r ask.Question) (Reply, error) {
	// One size for all calls: with another one Ollama loads the model again.
	size := o.context()
	var a ollamaAnswer
	err := e.post(ctx, "/api/chat", ollamaChat{Model: o.Model, Messages: messages(r), Options: ollamaOptions{size, bound(r)}}, &a, o.ollamaTell)
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{Model: cmp.Or(a.Model, o.Model)}
	reply.Usage = budget.Usage{In: a.PromptEval, Out: a.Eval, Known: a.PromptEval+a.Eval > 0}
	if x := o.cut(r, a.PromptEval); x != nil && a.Error == "" {
		return reply, x
	}
	switch {
	case a.Error != "":
		return reply, failed(e.who, ask.Retry, "%s", e.hide(a.Error))
	case a.PromptEval+a.Eval >= size: // an older one than knows truncate cut the request, or shifted
		return reply, failed(e.who, ask.TooLong, "the request and the answer filled the context of %d tokens", size)
	case a.DoneReason == "length":
		return reply, failed(e.who, ask.Truncated, "the answer stopped at its bound of %d tokens", bound(r))
	case !a.Done || a.DoneReason != "stop" && (a.DoneReason != "" || !reply.Usage.Known || a.Eval >= bound(r)):
		return reply, failed(e.who, ask.Truncated, "the answer is not done (%q)", said(a.DoneReason))
	}
	return finish(e.who, reply, a.Message.Content)
}

// ollamaTrained returns the context that a model was trained with, which Ollama does not exceed; 0 if it does not tell.
func ollamaTrained(ctx context.Context, e *endpoint, model string) int {
	var show struct {
		Info map[string]any `json:"model_info"`
	}
	if e.post(ctx, "/api/show", map[string]string{"model": model}, &show, nil) != nil {
		return 0
	}
	for key, v := range show.Info {
		if n, ok := v.(float64); ok && strings.HasSuffix(key, ".context_length") {
			return int(n)
		}
	}
	return 0
}

// ollamaTell interprets failures of Ollama; nil if it does not know one.
func (o *OpenAI) ollamaTell(status int, m string) *Error {
	m = strings.ToLower(m)
	switch {
	case strings.Contains(m, "context length") || strings.Contains(m, "exceeds the available context"):
		return o.tooLong(m)
	case status == 404 && strings.Contains(m, "model"):
		return (&Error{Kind: ask.Fatal}).hint("ollama pull that model, or correct models.openai.model")
	}
	return nil
}
