package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"unicode"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/markdown"
)

const maxMemory = 600 // bytes

// A Memory is a line that an agent wants to keep.
type Memory struct {
	Text  string // one line
	Kind  daily.Kind
	Agent string // what the client calls itself: "claude-code"
}

// Remembered says what happened to a Memory.
type Remembered struct {
	Link    string // to the line of the day's log; "" if it is not new
	Refused string // why it is not kept
}

// RememberArgs are the arguments of the tool remember.
type RememberArgs struct {
	Text string `json:"text" about:"one sentence that stands alone, with its reason"`
	Kind string `json:"kind,omitempty" about:"decision, lesson, preference, action or fact"`
}

// remember keeps a line for a client that calls itself so.
func (s *Server) remember(ctx context.Context, client string, in RememberArgs) (string, error) {
	m := Memory{Text: markdown.Oneline(s.clean(in.Text)), Kind: daily.Fact}
	switch {
	case strings.IndexFunc(m.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0:
		return "", errors.New("text is empty: say in one sentence what is to be kept")
	case len(in.Text) > maxMemory:
		return "", fmt.Errorf("text has %d bytes: one sentence of at most %d is kept", len(in.Text), maxMemory)
	}
	kinds := []daily.Kind{daily.Decision, daily.Lesson, daily.Preference, daily.Fact, daily.Action}
	known := in.Kind == ""
	for _, k := range kinds {
		if strings.EqualFold(in.Kind, k.String()) {
			m.Kind, known = k, true
		}
	}
	if !known {
		return "", fmt.Errorf("kind is %q: it can be decision, lesson, preference, fact or action", clipped(in.Kind))
	}
	m.Agent = client
	got, err := s.Remember(ctx, m)
	switch {
	case err != nil:
		return "", err
	case got.Refused != "":
		return "Not kept: " + got.Refused + ".", nil
	case got.Link == "":
		return "The logs of this project say that already.", nil
	}
	kept := "Kept, as the agent's word: [[" + got.Link + "]]"
	if m.Text != markdown.Oneline(in.Text) {
		kept += " What looks like a secret was left out."
	}
	return kept, nil
}
