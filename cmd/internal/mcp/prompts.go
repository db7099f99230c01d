package mcp

import (
	"context"
	"errors"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// prompts offers, in clients that show them, to put what is known before the agent.
func (s *Server) prompts(server *sdk.Server) {
	server.AddPrompt(&sdk.Prompt{Name: "start", Title: "What holds here",
		Description: "What past sessions decided, learned and left open in this project",
		Arguments:   []*sdk.PromptArgument{{Name: "project", Description: "its folder's name; the one the agent works in unless told"}}},
		func(ctx context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			text, err := s.Brief(ctx, argumentOf(req, "project"))
			if err != nil {
				return nil, errors.New(s.clean(err.Error()))
			}
			if text == "" {
				text = "Nothing is known of this project yet."
			}
			return prompt(quoted + s.clean(text)), nil
		})
	server.AddPrompt(&sdk.Prompt{Name: "about", Title: "What is known of something",
		Description: "What past sessions said of a subject, with where each line comes from",
		Arguments:   []*sdk.PromptArgument{{Name: "subject", Description: "a few words", Required: true}}},
		func(ctx context.Context, req *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
			subject := argumentOf(req, "subject")
			text, err := s.search(ctx, nil, SearchArgs{Query: subject, Limit: someHits + 3})
			if err != nil {
				return nil, errors.New(s.clean(err.Error()))
			}
			return prompt("Tell me what is known of this, with the links, and say what is not known: " + clipped(subject) + "\n\n" + cut(s.clean(text))), nil
		})
}

func argumentOf(req *sdk.GetPromptRequest, name string) string {
	if req.Params == nil {
		return ""
	}
	return strings.TrimSpace(req.Params.Arguments[name])
}

func prompt(text string) *sdk.GetPromptResult {
	return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: text}}}}
}
