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

func (o *OpenAI) ollama(ctx context.Context, r ask.Question) (Reply, error) {
	e, err := o.endpoint(ctx, strings.TrimSuffix(strings.TrimRight(o.BaseURL, "/"), "/v1"))
	if err != nil {
		return Reply{}, err
	}
	// One size for all calls: with another one Ollama loads the model again.
	size := o.context()
	var a ollamaAnswer
	err = e.post(ctx, "/api/chat", ollamaChat{Model: o.Model, Messages: messages(r), Options: ollamaOptions{size, bound(r)}}, &a, ollamaTell)
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{Model: cmp.Or(a.Model, o.Model)}
	reply.Usage = budget.Usage{In: a.PromptEval, Out: a.Eval, Known: a.PromptEval+a.Eval > 0}
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
	text, ok := withoutThought(a.Message.Content)
	if !ok {
		return reply, failed(e.who, ask.Truncated, "the answer ended in the model's thoughts")
	}
	return finish(e.who, reply, text)
}

// ollamaTell interprets failures of Ollama; nil if it does not know one.
func ollamaTell(status int, m string) *Error {
	m = strings.ToLower(m)
	switch {
	case strings.Contains(m, "context length") || strings.Contains(m, "exceeds the available context"):
		return &Error{Kind: ask.TooLong}
	case status == 404 && strings.Contains(m, "model"):
		return (&Error{Kind: ask.Fatal}).hint("ollama pull that model, or correct models.openai.model")
	}
	return nil
}
