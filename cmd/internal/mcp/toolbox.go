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

	args []arg
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
		newTool("read", reads("Read a page"), `Open one article of the wiki by its title, or the log of one day. A long page comes in parts: the answer names the offset of the next. Example: {"page": "SQLite"} or {"page": "2026-03-02"}`, c.read),
		newTool("recent", reads("What was kept lately"), `What was decided, learned and asked for lately, newest first, each with its session. Use it to pick up earlier work. Example: {"project": "tidewatch", "limit": 5} or {"since": "2026-03-01"}`, c.recent),
		newTool("related", reads("What lies around a page"), `What is connected with an article: neighbours, the sentences that link to it, and sentences that name it without a link. Use it after search or read, to see what else bears on a subject. Example: {"page": "SQLite"}`, c.related),
		newTool("remember", annotations{Title: "Keep a note", DestructiveHint: &no, IdempotentHint: true, OpenWorldHint: &no}, `Keep one thing worth knowing in later sessions, in today's log. Sessions are kept by themselves: use this only when the user asks to remember something, or for a conclusion that nobody said aloud. `+
			`One self-contained sentence with the reason; never a secret. Example: {"text": "Use busy_timeout=5000, because workers open their own connections", "kind": "decision"}`,
			func(ctx context.Context, in RememberArgs) (string, error) { return c.remember(ctx, c.named(), in) }),
		newTool("search", reads("Search memory"), `Find what was said in past sessions: decisions, lessons, preferences, facts. Use a few telling words, in any language; names such as busy_timeout or cmd/main.go are found in every spelling. `+
			`Returns the best passages, each with its page and the line of the log it comes from. Example: {"query": "sqlite busy timeout"} or {"query": "release signing", "project": "tidewatch"}`, c.search),
		newTool("status", reads("How memory stands"), "How many sessions were seen, kept and skipped, and what waits.",
			func(ctx context.Context, _ struct{}) (string, error) { return c.Status(ctx) }),
	}
}

// newTool returns a tool that takes the arguments In.
func newTool[In any](name string, a annotations, description string, f func(context.Context, In) (string, error)) tool {
	args := argsOf(reflect.TypeFor[In]())
	return tool{a, description, schemaOf(args), name, args, func(ctx context.Context, raw json.RawMessage) (string, error) {
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
