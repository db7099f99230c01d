package llm

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/wiki/ask"
)

// Anthropic is Anthropic's service.
//
// It is asked without the official Go client. One kind of request is all there is to it, and with that
// client linked in, the program is half as large again (28.8 and 43.1 MB) and takes 5.1 times as long to
// start as an empty one, not 4.2, which every command would pay for.
type Anthropic struct {
	Settings      // BaseURL is AnthropicURL if it is empty; a model and a place for a key are required
	Bearer   bool // the key is a token, for Authorization
	World    World
	Client   *http.Client // nil is the one that providers share
}

var _ Provider = (*Anthropic)(nil)

const (
	// AnthropicURL is where the service is.
	AnthropicURL     = "https://api.anthropic.com"
	anthropicVersion = "2023-06-01"
	anthropicWindow  = 300 << 10 // of 200,000 tokens, with room
)

// Info describes the model.
func (a *Anthropic) Info() Info {
	return Info{Name: "anthropic/" + a.Model, Model: a.Model, Window: cmp.Or(windowOf(a.Context), anthropicWindow)}
}

type block struct {
	Type  string            `json:"type"`
	Text  string            `json:"text"`
	Cache map[string]string `json:"cache_control,omitempty"`
}

type blockMessage struct {
	Role    string  `json:"role"`
	Content []block `json:"content"`
}

type anthropicRequest struct {
	Model     string         `json:"model"`
	MaxTokens int            `json:"max_tokens"`
	System    []block        `json:"system,omitempty"`
	Messages  []blockMessage `json:"messages"`
}

// request orders the texts so that what is the same in the next call comes first, and marks its end for the service's
// cache.
func (a *Anthropic) request(r ask.Question) anthropicRequest {
	q := anthropicRequest{Model: a.Model, MaxTokens: bound(r), Messages: []blockMessage{{Role: "user", Content: []block{{Type: "text", Text: r.Prompt}}}}}
	for _, text := range []string{r.System, r.Prefix} {
		if strings.TrimSpace(text) != "" { // the service refuses blank ones
			q.System = append(q.System, block{Type: "text", Text: text})
		}
	}
	if n := len(q.System); n > 0 {
		q.System[n-1].Cache = map[string]string{"type": "ephemeral"}
	}
	return q
}

type anthropicAnswer struct {
	Type       string         `json:"type"`
	Model      string         `json:"model"`
	Content    []block        `json:"content"`
	StopReason string         `json:"stop_reason"`
	Usage      anthropicUsage `json:"usage"`
}

type anthropicUsage struct {
	In         int `json:"input_tokens"`
	Out        int `json:"output_tokens"`
	CacheRead  int `json:"cache_read_input_tokens"`
	CacheWrite int `json:"cache_creation_input_tokens"`
}

func (u anthropicUsage) tokens() budget.Usage {
	x := budget.Usage{In: u.In, Out: u.Out, CacheRead: u.CacheRead, CacheWrite: u.CacheWrite}
	x.Known = x.Total() > 0
	return x
}

// Generate makes one call.
func (a *Anthropic) Generate(ctx context.Context, r ask.Question) (Reply, error) {
	who := a.Info().Name
	key, err := a.World.key(ctx, a.Settings, who)
	if err != nil {
		return Reply{}, err
	}
	if key == "" {
		return Reply{}, failed(who, ask.Fatal, "no key is set").hint("set ANTHROPIC_API_KEY, or models.anthropic.api_key_file in the settings")
	}
	h := http.Header{"Anthropic-Version": {anthropicVersion}}
	if a.Bearer {
		h.Set("Authorization", "Bearer "+string(key))
	} else {
		h.Set("X-Api-Key", string(key))
	}
	base := strings.TrimSuffix(strings.TrimRight(cmp.Or(a.BaseURL, AnthropicURL), "/"), "/v1")
	e := &endpoint{who: who, base: base, key: key, header: h, client: cmp.Or(a.Client, sharedClient()), timeout: cmp.Or(a.Timeout, callTimeout), now: a.World.Now}
	var x anthropicAnswer
	if err := e.post(ctx, "/v1/messages", a.request(r), &x, anthropicTell); err != nil {
		return Reply{}, err
	}
	return x.reply(who, a.Model, bound(r))
}

func (x *anthropicAnswer) reply(who, asked string, most int) (Reply, error) {
	r := Reply{Model: cmp.Or(x.Model, asked), Usage: x.Usage.tokens()}
	switch x.StopReason {
	case "end_turn", "stop_sequence":
	case "max_tokens":
		return r, failed(who, ask.Truncated, "the answer stopped at its bound of %d tokens", most)
	case "model_context_window_exceeded":
		return r, failed(who, ask.TooLong, "the request and the answer filled the model's context")
	case "refusal":
		return r, failed(who, ask.Refused, "the model would not")
	default:
		return r, failed(who, ask.Retry, "the answer is not whole (%q)", said(x.StopReason))
	}
	var text strings.Builder
	for _, b := range x.Content {
		if b.Type == "text" {
			text.WriteString(b.Text)
		}
	}
	return finish(who, r, text.String())
}

// anthropicTell interprets failures of the service; nil if it does not know one.
func anthropicTell(status int, m string) *Error {
	m = strings.ToLower(m)
	switch {
	case strings.Contains(m, "credit balance"):
		return byStatus(402)
	case status == 400 && (strings.Contains(m, "prompt is too long") || strings.Contains(m, "exceed context limit")):
		return &Error{Kind: ask.TooLong}
	}
	return nil
}

func (a *Anthropic) settings() string { return a.World.fingerprint(a.Settings) }

// anthropicOption returns the Option of Anthropic's service.
func anthropicOption(m Settings, w World) (o Option) {
	a := &Anthropic{Settings: m, World: w}
	a.Model = cmp.Or(m.Model, "claude-haiku-4-5")                                     // small and cheap, which is enough for summaries
	if !hasKey(m) && (m.BaseURL == "" || hostOf(m.BaseURL) == hostOf(AnthropicURL)) { // the usual key is for the usual place
		a.BaseURL = cmp.Or(w.Getenv("ANTHROPIC_BASE_URL"), AnthropicURL)
		switch {
		case w.Getenv("ANTHROPIC_API_KEY") != "":
			a.KeyEnv = "ANTHROPIC_API_KEY"
		case w.Getenv("ANTHROPIC_AUTH_TOKEN") != "":
			a.KeyEnv, a.Bearer = "ANTHROPIC_AUTH_TOKEN", true
		}
	}
	if !hasKey(a.Settings) {
		return Option{Why: "no key is set", Mend: "set ANTHROPIC_API_KEY, or models.anthropic.api_key_file in the settings"}
	}
	return Option{Provider: a, Why: keyPlace(a.Settings)}
}
