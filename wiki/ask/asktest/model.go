// Package asktest has a scripted model for the tests of who asks one.
package asktest

import (
	"context"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/agent-admin/memoria/wiki/ask"
)

// A Model answers as Say says, which is given the question and how many were asked with it. In what it
// returns, MARK stands for the mark of the question.
type Model struct {
	Say   func(q ask.Question, n int) (string, error)
	Title string // "" is script/one
	Bytes int    // the window; 0 is a large one

	mu    sync.Mutex
	Asked []ask.Question
}

// Answering is a model that always answers the same.
func Answering(text string) *Model {
	return &Model{Say: func(ask.Question, int) (string, error) { return text, nil }}
}

// Failing is a model that always fails.
func Failing(why error) *Model {
	return &Model{Say: func(ask.Question, int) (string, error) { return "", why }}
}

// Envelope is an answer of some lines.
func Envelope(lines ...string) string {
	return "=== MARK\n" + strings.Join(lines, "\n") + "\n=== end MARK"
}

// Name tells the model from others.
func (m *Model) Name() string {
	if m.Title == "" {
		return "script/one"
	}
	return m.Title
}

// Window is the size of a question that fits.
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

// Mark is the mark of a question by its prompt.
func Mark(prompt string) string {
	m := mark.FindStringSubmatch(prompt)
	if m == nil {
		panic("no mark in the prompt: " + prompt)
	}
	return m[1]
}

// A Failure is an error of a model that tells its outcome.
type Failure struct {
	Kind  ask.Outcome
	After time.Duration
}

func (f Failure) Error() string { return "the scripted model: " + string(f.Kind) }

// Outcome is the kind of the failure.
func (f Failure) Outcome() ask.Outcome { return f.Kind }

// RetryAfter is when the same can be asked again.
func (f Failure) RetryAfter() time.Duration { return f.After }
