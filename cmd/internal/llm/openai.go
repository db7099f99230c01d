package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/llm/wire"
	"github.com/agent-admin/memoria/wiki/ask"
)

// OpenAI is a server with OpenAI's chat completions API: OpenAI, OpenRouter, llama.cpp, vLLM, LM Studio and many
// more. Ollama has this API too, but there it silently cuts what exceeds its context, so memoria uses Ollama's own
// API; see ollama.go.
type OpenAI struct {
	Settings      // BaseURL, up to and with /v1, of Ollama with or without, and Model are required
	Ollama   bool // it is Ollama
	World    World
	Client   *http.Client // nil is the one that providers share

	mu    sync.Mutex
	newer bool // the server wants max_completion_tokens
	found int  // tokens of context that a server on this machine was found to have; 0 before that is known
	asked bool // for them
}

var _ Provider = (*OpenAI)(nil)

// openAIURL is the service that the language is named after.
const openAIURL = "https://api.openai.com/v1"

// Info describes the server.
func (o *OpenAI) Info() Info {
	return Info{Name: "openai/" + o.Model, Model: o.Model, Window: cmp.Or(windowOf(o.context()), defaultWindow)}
}

// context returns how many tokens the request and the answer may have together; 0 if that is not known. What was found
// out of the server bounds what the settings say.
func (o *OpenAI) context() int {
	o.mu.Lock()
	defer o.mu.Unlock()
	n := o.Context
	if n == 0 && o.Ollama {
		n = ollamaContext
	}
	if o.found > 0 && (n == 0 || o.found < n) {
		n = o.found
	}
	return n
}

// learn asks a server on this machine once for its context. One that does not tell is believed.
func (o *OpenAI) learn(ctx context.Context, e *endpoint) {
	o.mu.Lock()
	first := !o.asked
	o.asked = true
	o.mu.Unlock()
	if !first || !loopback(o.BaseURL) {
		return
	}
	n := 0
	if o.Ollama {
		n = ollamaTrained(ctx, e, o.Model)
	} else {
		n = served(ctx, e, o.Model)
	}
	o.lower(n)
}

// lower notes that the server's context is of at most so many tokens.
func (o *OpenAI) lower(n int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if n > 0 && (o.found == 0 || n < o.found) {
		o.found = n
	}
}

// served returns the context that a server's list of models tells: max_model_len of vLLM, meta.n_ctx of llama.cpp, and
// what others call it.
func served(ctx context.Context, e *endpoint, model string) int {
	var list struct {
		Data []struct {
			ID      string `json:"id"`
			Most    int    `json:"max_model_len"`
			Loaded  int    `json:"loaded_context_length"`
			Context int    `json:"context_length"`
			Meta    struct {
				Size    int `json:"n_ctx"`
				Trained int `json:"n_ctx_train"`
			} `json:"meta"`
		} `json:"data"`
	}
	if e.get(ctx, "/models", &list) != nil {
		return 0
	}
	for _, m := range list.Data {
		if m.ID == model || len(list.Data) == 1 {
			return cmp.Or(m.Most, m.Loaded, m.Meta.Size, m.Context, m.Meta.Trained)
		}
	}
	return 0
}

func (o *OpenAI) endpoint(ctx context.Context, base string) (*endpoint, error) {
	who := o.Info().Name
	key, err := o.World.key(ctx, o.Settings, who)
	if err != nil {
		return nil, err
	}
	h, usual := http.Header{}, callTimeout
	if key != "" {
		h.Set("Authorization", "Bearer "+string(key))
	}
	if loopback(o.BaseURL) {
		usual = localTimeout
	}
	return &endpoint{who: who, base: strings.TrimRight(base, "/"), key: key, header: h, client: cmp.Or(o.Client, sharedClient()), timeout: cmp.Or(o.Timeout, usual), now: o.World.Now}, nil
}

// Generate makes one call.
func (o *OpenAI) Generate(ctx context.Context, r ask.Question) (Reply, error) {
	base := o.BaseURL
	if o.Ollama {
		base = strings.TrimSuffix(strings.TrimRight(base, "/"), "/v1")
	}
	e, err := o.endpoint(ctx, base)
	if err != nil {
		return Reply{}, err
	}
	o.learn(ctx, e)
	if n := o.context(); n > 0 && r.Size()/bytesPerToken+bound(r) > n {
		x := failed(o.Info().Name, ask.TooLong, "%d bytes and an answer of %d tokens are over the context of %d tokens", r.Size(), bound(r), n).
			hint("set models.openai.context to what the model takes, if that is more")
		x.window = o.found
		return Reply{}, x
	}
	if o.Ollama {
		return o.ollama(ctx, e, r)
	}
	var c completion
	err = e.post(ctx, "/chat/completions", o.chat(r), &c, o.tell)
	if err != nil && o.wantsNewer(err) {
		err = e.post(ctx, "/chat/completions", o.chat(r), &c, o.tell)
	}
	if err != nil {
		return Reply{}, err
	}
	reply, err := c.reply(e.who, o.Model, bound(r))
	if x := o.cut(r, reply.Usage.In+reply.Usage.CacheRead); x != nil && loopback(o.BaseURL) {
		return reply, x
	}
	return reply, err
}

// A request of which a server reads fewer tokens than one for half of cutBytes bytes was cut to the context that the model
// has: no text has so many bytes to a token. cutSlack spares short ones.
const (
	cutBytes    = 11
	cutSlack    = 256
	leastWindow = 2 << 10 // tokens, the smallest context that is believed
)

// cut returns an error, and lowers the context, if a server read only so many tokens of a question; nil if it read all, or
// does not tell.
func (o *OpenAI) cut(r ask.Question, read int) *Error {
	if read == 0 || 2*r.Size() <= cutBytes*(read+cutSlack) {
		return nil
	}
	n := max(read, leastWindow)
	o.lower(n)
	x := failed(o.Info().Name, ask.TooLong, "it read only %d tokens of %d bytes: the context of %s is smaller than was asked for", read, r.Size(), o.Model).
		hint(fmt.Sprintf("set models.openai.context to %d, or take a model that was trained with a larger context", n))
	x.window = n
	return x
}

// tooLong is the error of a server that tells in a message that a request does not fit.
func (o *OpenAI) tooLong(message string) *Error {
	n := wire.ContextIn(message)
	o.lower(n)
	return &Error{Kind: ask.TooLong, window: n}
}

type message struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

func messages(r ask.Question) (m []message) {
	if r.System != "" {
		m = append(m, message{"system", r.System})
	}
	return append(m, message{"user", join(r.Prefix, r.Prompt)})
}

// A chat is a request for a completion.
type chat struct {
	Model               string    `json:"model"`
	Messages            []message `json:"messages"`
	MaxTokens           int       `json:"max_tokens,omitempty"`
	MaxCompletionTokens int       `json:"max_completion_tokens,omitempty"`
	Stream              bool      `json:"stream"`
}

func (o *OpenAI) chat(r ask.Question) chat {
	o.mu.Lock()
	defer o.mu.Unlock()
	c := chat{Model: o.Model, Messages: messages(r)}
	if o.newer {
		c.MaxCompletionTokens = bound(r)
	} else {
		c.MaxTokens = bound(r)
	}
	return c
}

// wantsNewer reports whether an error says that the server wants the newer name of the token limit, and records it.
// The server did no work for that request.
func (o *OpenAI) wantsNewer(err error) bool {
	x, ok := err.(*Error)
	if !ok || x.Status != http.StatusBadRequest || !strings.Contains(x.What, "max_completion_tokens") {
		return false
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	was := o.newer
	o.newer = true
	return !was
}

// tell interprets failures of these servers; nil if it does not know one.
func (o *OpenAI) tell(status int, m string) *Error {
	switch m = strings.ToLower(m); {
	case status == 429 && (strings.Contains(m, "insufficient_quota") || strings.Contains(m, "billing")):
		return byStatus(402)
	case status/100 == 4 && status != 429 && (strings.Contains(m, "context length") || strings.Contains(m, "context_length") || strings.Contains(m, "context size") || strings.Contains(m, "too many tokens") || strings.Contains(m, "prompt is too long")):
		return o.tooLong(m)
	case status == 400 && (strings.Contains(m, "content_filter") || strings.Contains(m, "content management policy")):
		return &Error{Kind: ask.Refused}
	}
	return nil
}

// A completion is the answer.
type completion struct {
	Model   string `json:"model"`
	Choices []struct {
		FinishReason string `json:"finish_reason"`
		Message      struct {
			Content json.RawMessage `json:"content"`
			Refusal string          `json:"refusal"`
		} `json:"message"`
	} `json:"choices"`
	Usage *struct {
		Prompt     int `json:"prompt_tokens"`
		Completion int `json:"completion_tokens"`
		Details    struct {
			Cached int `json:"cached_tokens"`
		} `json:"prompt_tokens_details"`
		Cost *float64 `json:"cost"` // OpenRouter, in dollars
	} `json:"usage"`
	Error json.RawMessage `json:"error"` // of some behind a 200
}

func (c *completion) reply(who, asked string, most int) (Reply, error) {
	r := Reply{Model: cmp.Or(c.Model, asked)}
	if u := c.Usage; u != nil {
		cached := min(max(u.Details.Cached, 0), u.Prompt)
		r.Usage = budget.Usage{In: u.Prompt - cached, CacheRead: cached, Out: u.Completion, Known: u.Prompt+u.Completion > 0}
		if u.Cost != nil && *u.Cost >= 0 {
			r.Cost = budget.Dollars(*u.Cost)
		}
	}
	if len(c.Choices) == 0 {
		if len(c.Error) > 0 && string(c.Error) != "null" {
			return r, failed(who, ask.Retry, "%s", said(wire.ErrorMessage([]byte(`{"error":`+string(c.Error)+`}`))))
		}
		return r, failed(who, ask.Retry, "there is no choice in the answer")
	}
	choice := c.Choices[0]
	text, ok := contentText(choice.Message.Content)
	switch reason := choice.FinishReason; {
	case reason == "content_filter" || choice.Message.Refusal != "":
		return r, failed(who, ask.Refused, "%s", cmp.Or(said(choice.Message.Refusal), "a filter stopped the answer"))
	case reason == "length" || reason == "max_tokens":
		return r, failed(who, ask.Truncated, "the answer stopped at its bound of %d tokens", most)
	case reason == "tool_calls" || reason == "function_call" || !ok:
		return r, failed(who, ask.Retry, "the answer is no text (%s)", said(reason))
	case reason == "error":
		return r, failed(who, ask.Retry, "the model broke off")
	case reason != "stop" && reason != "eos" && reason != "end_turn" && (!r.Usage.Known || r.Usage.Out >= most):
		return r, failed(who, ask.Truncated, "why the answer ended is not said (%q)", said(reason))
	}
	return finish(who, r, text)
}

// contentText takes a message's content as text or as a list of parts.
func contentText(raw json.RawMessage) (string, bool) {
	var text string
	if len(raw) == 0 || json.Unmarshal(raw, &text) == nil { // null is ""
		return text, true
	}
	var parts []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if json.Unmarshal(raw, &parts) != nil {
		return "", false
	}
	for _, p := range parts {
		if p.Type == "" || strings.HasSuffix(p.Type, "text") { // not "reasoning", "thinking"
			text += p.Text
		}
	}
	return text, true
}

func (o *OpenAI) settings() string { return o.World.fingerprint(o.Settings) }

// openAIOption returns the Option of a server with OpenAI's API.
func openAIOption(m Settings, w World) (o Option) {
	const ollamaPort = "11434"
	s := &OpenAI{Settings: m, World: w}
	if m.BaseURL == "" {
		s.BaseURL = cmp.Or(w.Getenv("OPENAI_BASE_URL"), openAIURL)
	}
	s.Ollama = m.Kind == "ollama" || m.Kind == "" && urlOf(s.BaseURL).Port() == ollamaPort
	if !hasKey(m) { // each usual key is for its place
		env := ""
		switch {
		case m.BaseURL == "" || hostOf(m.BaseURL) == hostOf(openAIURL):
			env = "OPENAI_API_KEY"
		case hostOf(m.BaseURL) == "openrouter.ai":
			env = "OPENROUTER_API_KEY"
		}
		if env != "" && w.Getenv(env) != "" {
			s.KeyEnv = env
		}
	}
	switch {
	case m.IsZero() && !hasKey(s.Settings):
		return Option{Why: "no server is set", Mend: "set models.openai.base_url and models.openai.model in the settings"}
	case s.Model == "":
		return Option{Why: "no model is set", Mend: "set models.openai.model in the settings"}
	case !hasKey(s.Settings) && hostOf(s.BaseURL) == hostOf(openAIURL):
		return Option{Why: "no key is set", Mend: "set OPENAI_API_KEY, or models.openai.base_url to a server that needs none"}
	}
	return Option{Provider: s, Why: s.BaseURL}
}

// listens reports whether the address is on this machine and takes connections.
func (o *OpenAI) listens() bool {
	if !loopback(o.BaseURL) {
		return true
	}
	u := urlOf(o.BaseURL)
	port := cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[u.Scheme])
	conn, err := net.DialTimeout("tcp", net.JoinHostPort(u.Hostname(), port), 2*time.Second)
	if err != nil {
		return false
	}
	conn.Close()
	return true
}
