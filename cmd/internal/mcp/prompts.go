package mcp

import (
	"cmp"
	"context"
	"encoding/json"
	"strings"
)

// A prompt offers, in clients that show it, to put what is known into the conversation.
type prompt struct {
	Arguments   []promptArgument `json:"arguments"`
	Description string           `json:"description"`
	Name        string           `json:"name"`
	Title       string           `json:"title"`

	text func(ctx context.Context, argument string) (string, error)
}

type promptArgument struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Required    bool   `json:"required,omitempty"`
}

// prompts returns the prompts. Clients make commands of their names, and some have one of their own called about.
func (s *Server) prompts() []prompt {
	return []prompt{{
		Name: "what-is-known", Title: "What is known of something",
		Description: "What past sessions said of a subject, with where each line comes from",
		Arguments:   []promptArgument{{"subject", "a few words", true}},
		text: func(ctx context.Context, subject string) (string, error) {
			text, err := s.search(ctx, SearchArgs{Query: subject, Limit: someHits + 3})
			return "Tell me what is known of this, with the links, and say what is not known: " + clipped(subject) + "\n\n" + cut(s.clean(text)), err
		},
	}, {
		Name: "what-holds", Title: "What holds here",
		Description: "What past sessions decided, learned and left open in this project",
		Arguments:   []promptArgument{{"project", "its folder's name; the one the agent works in unless told", false}},
		text: func(ctx context.Context, project string) (string, error) {
			text, err := s.Brief(ctx, project)
			return quoted + s.clean(cmp.Or(text, "Nothing is known of this project yet.")), err
		},
	}}
}

// A prompted is the result of a prompt.
type prompted struct {
	Meta       *meta           `json:"_meta,omitempty"`
	Messages   []promptMessage `json:"messages"`
	ResultType string          `json:"resultType,omitempty"`
}

type promptMessage struct {
	Content content `json:"content"`
	Role    string  `json:"role"`
}

func (r *prompted) complete(m *meta) { r.Meta, r.ResultType = m, complete }

// prompt fills a prompt in.
func (s *Server) prompt(ctx context.Context, p *params) (*prompted, error) {
	var given map[string]string
	if len(p.Arguments) > 0 {
		if err := json.Unmarshal(p.Arguments, &given); err != nil {
			return nil, failed(invalidParams, "invalid params: %v", err)
		}
	}
	for _, x := range s.prompts() {
		if x.Name == p.Name {
			text, err := x.text(ctx, strings.TrimSpace(given[x.Arguments[0].Name]))
			if err != nil {
				return nil, err
			}
			return &prompted{Messages: []promptMessage{{content{"text", text}, "user"}}}, nil
		}
	}
	return nil, failed(invalidParams, "unknown prompt %q", p.Name)
}
