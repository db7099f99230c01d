package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
)

// A tool is a function that an agent can call. The agent gets its error, and may try something else.
type tool struct {
	Annotations annotations     `json:"annotations"`
	Description string          `json:"description"`
	InputSchema json.RawMessage `json:"inputSchema"`
	Name        string          `json:"name"`

	call func(ctx context.Context, args json.RawMessage) (string, error)
}

// annotations tell a client what a tool may do.
type annotations struct {
	DestructiveHint *bool  `json:"destructiveHint,omitempty"`
	IdempotentHint  bool   `json:"idempotentHint"`
	OpenWorldHint   *bool  `json:"openWorldHint,omitempty"`
	ReadOnlyHint    bool   `json:"readOnlyHint"`
	Title           string `json:"title"`
}

// tools returns the tools of a conversation, by name.
func (c *conversation) tools() []tool {
	reads := func(title string) annotations {
		return annotations{Title: title, ReadOnlyHint: true, IdempotentHint: true}
	}
	no := false
	return []tool{
		newTool("read", reads("Read a page"), "Open an article, or the log of a day. Long pages come in parts.", c.read),
		newTool("recent", reads("What was kept lately"), "What was decided, learned and asked for lately, newest first.", c.recent),
		newTool("related", reads("What lies around a page"), "What is connected with an article: links both ways, and mentions.", c.related),
		newTool("remember", annotations{Title: "Keep a note", DestructiveHint: &no, IdempotentHint: true, OpenWorldHint: &no},
			"Keep one thing for later sessions. Sessions are kept by themselves: only when the user asks to remember something, or for a conclusion that nobody said aloud. Never a secret.",
			func(ctx context.Context, in RememberArgs) (string, error) { return c.remember(ctx, c.named(), in) }),
		newTool("search", reads("Search memory"), "Find what past sessions decided, learned, preferred. Give a few telling words, in any language; names are found in every spelling.", c.search),
		newTool("status", reads("How memory stands"), "How many sessions were kept and skipped, and what waits.",
			func(ctx context.Context, _ struct{}) (string, error) { return c.Status(ctx) }),
	}
}

// newTool returns a tool that takes the arguments In.
func newTool[In any](name string, a annotations, description string, f func(context.Context, In) (string, error)) tool {
	args := argsOf(reflect.TypeFor[In]())
	return tool{a, description, schemaOf(args), name, func(ctx context.Context, raw json.RawMessage) (string, error) {
		var in In
		if err := decode(raw, args, reflect.ValueOf(&in).Elem()); err != nil {
			return "", fmt.Errorf("%w; %s", err, takes(name, args))
		}
		return f(ctx, in)
	}}
}

// call calls a tool.
func (c *conversation) call(ctx context.Context, p *params) (*called, error) {
	for _, t := range c.tools() {
		if t.Name != p.Name {
			continue
		}
		text, err := t.call(ctx, p.Arguments)
		if err != nil {
			return &called{Content: []content{{"text", c.clean(err.Error())}}, IsError: true}, nil
		}
		return &called{Content: []content{{"text", cut(c.clean(text))}}}, nil
	}
	return nil, failed(invalidParams, "unknown tool %q", p.Name)
}
