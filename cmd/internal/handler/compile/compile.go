// Package compile brings the articles of a vault up to date, or reports what that would change.
package compile

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/dailynotes"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/compiler/journal"
	"github.com/agent-admin/memoria/compiler/proposal"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
)

// A Handler compiles one vault.
type Handler struct {
	Vault    *workspace.Vault                   // required
	Hire     author.Hire                        // required: who edits the articles
	Version  string                             // of memoria
	Called   bool                               // a person asks: without a model no log waits for its interval
	Progress func(done, total int, path string) // may be nil
}

// A Planned reports what a run would do: the output of memoria compile --dry-run --json.
type Planned struct {
	DryRun   bool           `json:"dry_run"`
	Logs     []status.Log   `json:"logs"`
	Edits    []Edit         `json:"edits"`
	ByHand   []journal.Note `json:"by_hand"`
	Notes    []journal.Note `json:"notes"`
	Problems []journal.Note `json:"problems"`

	Proposals []proposal.Proposal `json:"proposals"`
	Model     *author.Estimate    `json:"model,omitempty"` // what it would be asked
	Asked     *author.Asked       `json:"asked,omitempty"` // to show changes: what it was asked
	Diff      map[string]string   `json:"diff,omitempty"`  // by path

	Plan     *compiler.Plan `json:"-"`
	Unedited error          `json:"-"` // why not all was to be edited by a model
}

// An Edit is a page that would be written.
type Edit struct {
	Path string `json:"path"`
	Verb string `json:"verb"`
	Why  string `json:"why,omitempty"`
}

// A Compiled reports what a run did: the output of memoria compile --json.
type Compiled struct {
	Logs      int            `json:"logs"`
	Entries   int            `json:"entries"`
	Created   []string       `json:"created"`
	Updated   []string       `json:"updated"`
	Removed   []string       `json:"removed"`
	Waiting   []Waiting      `json:"waiting"`
	Conflicts []string       `json:"conflicts"`
	ByHand    []journal.Note `json:"by_hand"`
	Problems  []journal.Note `json:"problems"`

	Proposals []proposal.Proposal `json:"proposals"`
	Model     *author.Asked       `json:"model,omitempty"` // what it was asked

	Report   compiler.Report `json:"-"`
	Unedited error           `json:"-"` // why a model has not edited all, or what a person has to look at
}

// A Waiting is a log that waits for its interval.
type Waiting struct {
	Date  daily.Date `json:"date"`
	Until time.Time  `json:"until"`
}

// compiler returns the compiler and its editor. missing is why a named model cannot be asked.
func (h *Handler) compiler(all bool) (c *compiler.Compiler, e *editor.Author, missing, err error) {
	c = h.Vault.Compiler()
	c.Progress = h.Progress
	e, missing = h.Hire.Editors()
	if missing != nil && !errors.As(missing, new(*llm.Error)) {
		return nil, nil, nil, missing
	}
	if e != nil {
		e.Again = all
		c.Author = e
	} else if h.Called {
		c.Interval = 0
	}
	return c, e, missing, nil
}

// Plan returns what a run would do. With peek it asks a model, to show the changes; the run reuses the answers.
func (h *Handler) Plan(ctx context.Context, o compiler.Options, peek bool) (*Planned, error) {
	c, e, missing, err := h.compiler(o.All)
	if err != nil {
		return nil, err
	}
	if e != nil {
		e.Count, e.Peek = !peek, peek
	}
	p, err := c.Plan(ctx, o)
	if err != nil {
		return nil, err
	}
	out := &Planned{true, status.Logs(p.Logs), []Edit{}, say.List(p.ByHand), say.List(p.Notes), say.List(p.Problems), say.List(p.Proposals),
		author.EditorEstimate(e), author.AskedOf(e), nil, p, author.Unedited(e, missing)}
	for _, e := range p.Edits {
		out.Edits = append(out.Edits, Edit{e.Path, string(e.Verb), e.Why})
	}
	return out, nil
}

// dailyNotes takes what is new in the person's own daily notes. While another process writes into the logs, it is left to the
// next run.
func (h *Handler) dailyNotes(ctx context.Context) error {
	due, err := dailynotes.Due(h.Vault)
	if err != nil || !due {
		return err
	}
	unlock, err := h.Vault.Writer(ctx, "compile")
	if errors.Is(err, fsutil.ErrLocked) {
		return nil
	}
	if err != nil {
		return err
	}
	defer unlock()
	rep, err := dailynotes.Take(ctx, h.Vault)
	for _, why := range rep.Left {
		h.Vault.Log().Printf("journal", "%s", why)
	}
	return err
}

// Run compiles, and prepares the briefs of sessions.
func (h *Handler) Run(ctx context.Context, o compiler.Options) (*Compiled, error) {
	defer h.Vault.ReadOnce(h.Vault.Look().Tick, false)()
	if err := h.dailyNotes(ctx); err != nil {
		return nil, err
	}
	c, e, missing, err := h.compiler(o.All)
	if err != nil {
		return nil, err
	}
	rep, err := c.Compile(ctx, o)
	if err != nil {
		return nil, err
	}
	publish.Prepare(ctx, h.Vault, h.Version, rep.Sight)
	out := &Compiled{rep.Logs, rep.Entries, say.List(rep.Created), say.List(rep.Updated), say.List(rep.Removed), []Waiting{}, say.List(rep.Conflicts),
		[]journal.Note{}, []journal.Note{}, []proposal.Proposal{}, author.AskedOf(e), rep, author.Unedited(e, missing)}
	for _, l := range rep.Waiting {
		out.Waiting = append(out.Waiting, Waiting{l.Date, l.Until})
	}
	if rep.Plan != nil {
		out.ByHand, out.Problems, out.Proposals = say.List(rep.Plan.ByHand), say.List(rep.Plan.Problems), say.List(rep.Plan.Proposals)
	}
	if n := len(rep.Conflicts); n > 0 {
		out.Unedited = exit.Hint(fmt.Errorf("compile: %s changed while it was written, and stays as it is now", say.Count(n, "article")), exit.Failure, "memoria compile tries again")
	}
	return out, nil
}
