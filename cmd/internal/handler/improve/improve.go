// Package improve has a model write again what was written without one, newest first, and edit the articles: a [Plan]
// says what that takes (plan.go), and [Handler.Run] carries it out (run.go). It may be killed at any moment: answers
// are kept before they are used, so the next run pays for nothing twice.
package improve

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush/summary"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Handler improves one vault.
type Handler struct {
	Vault    *workspace.Vault                                 // required
	Hire     author.Hire                                      // required: the model
	Lock     func(context.Context) (unlock func(), err error) // required: takes the lock of flushing
	Progress func(format string, args ...any)                 // required
	Version  string                                           // of memoria
	Cmd      string                                           // the command, which goes on after a stop

	client  *llm.Client
	scribes []*author.Scribe // one for each call in flight
	state   *workspace.Improved

	mu     sync.Mutex
	misses int // unusable answers in a row
	report Report
}

// hire chooses the model, once.
func (h *Handler) hire() error {
	if h.client != nil {
		return nil
	}
	state, err := workspace.ImprovedOf(h.Vault.Dir, h.Vault.Now())
	if err != nil {
		return fmt.Errorf("%s: %w", h.Cmd, err)
	}
	c, err := h.Hire.Client()
	if err != nil {
		return err
	}
	if c == nil {
		return exit.Hint(errors.New(h.Cmd+": there is no model to ask"), exit.Provider, "memoria doctor says which models can be had, and what is missing")
	}
	h.client, h.state = c, state
	for range max(h.Vault.Config.Models.AtOnce, 1) {
		s := h.Hire.ScribeOf(c)
		a := s.Author.(*summary.Author)
		a.Redo, a.Known = true, nil // the articles know it from the entry that is to be replaced
		h.scribes = append(h.scribes, s)
	}
	return h.Vault.Replies().Clean(h.Vault.Now())
}

// alone takes the lock that keeps another improve from asking the same.
func (h *Handler) alone() (unlock func(), err error) {
	if unlock, err = h.Vault.Dir.TryLock(layout.LockImprove); err != nil {
		return nil, fmt.Errorf("%s: %w", h.Cmd, err)
	}
	return unlock, nil
}
