// Package asktest provides a scripted model for tests of packages that ask one.
package asktest

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/wiki/ask"
)

// A Model answers with what Say returns. Say gets the question and the number of questions so far. In its
// result, MARK stands for the mark of the question.
type Model struct {
	Say   func(q ask.Question, n int) (string, error)
	Title string // "" is script/one
	Bytes int    // the window; 0 is a large one

	mu    sync.Mutex
	Asked []ask.Question
}

// Answering returns a model that always gives the same answer.
func Answering(text string) *Model {
	return &Model{Say: func(ask.Question, int) (string, error) { return text, nil }}
}

// Failing returns a model that always fails.
func Failing(why error) *Model {
	return &Model{Say: func(ask.Question, int) (string, error) { return "", why }}
}

// Envelope returns an answer of some lines.
func Envelope(lines ...string) string {
	return "=== MARK\n" + strings.Join(lines, "\n") + "\n=== end MARK"
}

// Name identifies the model.
func (m *Model) Name() string {
	if m.Title == "" {
		return "script/one"
	}
	return m.Title
}

// Window returns the maximum size of a question.
func (m *Model) Window() int {
	if m.Bytes == 0 {
		return 400 << 10
	}
	return m.Bytes
}

// Ask answers one question at a time.
func (m *Model) Ask(ctx context.Context, q ask.Question) (ask.Answer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return ask.Answer{}, err
	}
	m.Asked = append(m.Asked, q)
	text, err := m.Say(q, len(m.Asked))
	return ask.Answer{Text: strings.ReplaceAll(text, "MARK", Mark(q.Prompt)), By: m.Name()}, err
}

var mark = regexp.MustCompile(`(?m)^The mark of (?:this|these) \w+ (?:is|are) ([MQ][0-9a-f]{16})\.`)

// Mark returns the mark of a question, from its prompt.
func Mark(prompt string) string {
	m := mark.FindStringSubmatch(prompt)
	if m == nil {
		panic("no mark in the prompt: " + prompt)
	}
	return m[1]
}

// A Failure is an error of a model with its outcome.
type Failure struct {
	Kind  ask.Outcome
	After time.Duration
}

func (f Failure) Error() string { return "the scripted model: " + string(f.Kind) }

// Outcome returns the kind of the failure.
func (f Failure) Outcome() ask.Outcome { return f.Kind }

// RetryAfter returns how long to wait before the next attempt.
func (f Failure) RetryAfter() time.Duration { return f.After }
