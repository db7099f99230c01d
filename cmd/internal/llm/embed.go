package llm

import (
	"context"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/budget"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/wiki/ask"
)

// An Embedder gives vectors of texts, from a server with OpenAI's embeddings API, which Ollama has too.
type Embedder struct {
	Client *Client // required: its limits and ledger; it needs no provider
	Server *OpenAI // required
}

// EmbedderOf returns the server that the settings name for vectors; nil if they name none. The error says why one that
// is named cannot be asked.
func EmbedderOf(m vault.Models, w World, c *Client) (*Embedder, error) {
	section := m.Embed
	switch {
	case len(section.Held) > 0:
		return nil, failed("models.embed", ask.Fatal, "%s", Untrusted(section.Held)).hint(w.Trust)
	case section.IsZero():
		return nil, nil
	case section.BaseURL == "" || section.Model == "":
		return nil, failed("models.embed", ask.Fatal, "it needs base_url and model").hint("set both, or neither, in the settings")
	}
	if section.Timeout == 0 {
		section.Timeout = embedTimeout
	}
	return &Embedder{c, &OpenAI{Settings: section, World: w}}, nil
}

// embedTimeout is the usual deadline of a call for vectors: somebody waits for the answer of a search.
const embedTimeout = 20 * time.Second

// Name returns what the vectors are of: those of two names cannot be compared.
func (e *Embedder) Name() string { return e.Server.Info().Name }

// Embed returns a vector for each text. It is one call for the budget.
func (e *Embedder) Embed(ctx context.Context, texts []string) (out [][]float32, err error) {
	size := 0
	for _, t := range texts {
		size += len(t)
	}
	c, info := e.Client, e.Server.Info()
	most := c.priced(budget.Call{Job: "embed", By: info.Name, Model: info.Model, In: int64(size/bytesPerToken + len(texts))})
	_, err = c.once(ctx, e.Server, most, func() (r Reply, err error) {
		out, r, err = e.Server.embed(ctx, texts)
		return r, err
	})
	return out, err
}

// embed makes one call.
func (o *OpenAI) embed(ctx context.Context, texts []string) ([][]float32, Reply, error) {
	e, err := o.endpoint(ctx, o.BaseURL)
	if err != nil {
		return nil, Reply{}, err
	}
	if !strings.HasSuffix(e.base, "/v1") && urlOf(e.base).Path == "" {
		e.base += "/v1"
	}
	var a struct {
		Model string `json:"model"`
		Data  []struct {
			Index  int       `json:"index"`
			Vector []float32 `json:"embedding"`
		} `json:"data"`
		Usage struct {
			Prompt int `json:"prompt_tokens"`
		} `json:"usage"`
	}
	request := struct {
		Model string   `json:"model"`
		Input []string `json:"input"`
	}{o.Model, texts}
	if err := e.post(ctx, "/embeddings", request, &a, o.tell); err != nil {
		return nil, Reply{}, err
	}
	r := Reply{Model: o.Model, By: e.who, Usage: budget.Usage{In: a.Usage.Prompt, Known: a.Usage.Prompt > 0}}
	out := make([][]float32, len(texts))
	for _, d := range a.Data {
		if d.Index >= 0 && d.Index < len(out) {
			out[d.Index] = d.Vector
		}
	}
	for i, v := range out {
		if len(v) == 0 || len(v) != len(out[0]) {
			return nil, r, failed(e.who, ask.Retry, "it gave no vector for text %d of %d, or one of another length", i+1, len(texts))
		}
	}
	return out, r, nil
}
