// Package query answers a question out of a vault: by a model, from the passages that are nearest to it, or if none
// is asked by these passages.
package query

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/query"
	"github.com/agent-admin/memoria/wiki/receipt"
	"github.com/agent-admin/memoria/wiki/search"
)

// A Handler answers one question.
type Handler struct {
	Vault    *workspace.Vault // required
	Dir      string           // in which it is asked
	Client   *llm.Client      // nil: no model is asked
	Filter   search.Filter
	Limit    int  // passages, if no model answers
	FileBack bool // keep the answer as an article

	Say, Warn func(format string, args ...any) // required
}

// An Answer is the output of memoria query --json.
type Answer struct {
	Question  string     `json:"question"`
	Found     bool       `json:"found"`
	Sure      bool       `json:"sure"` // false of passages that are only the nearest
	By        string     `json:"by"`   // the model, or Passages
	Sentences []Sentence `json:"answer"`
	Passages  []Passage  `json:"passages"`
	LeftOut   []string   `json:"left_out"`
	Notes     []string   `json:"notes,omitempty"` // what could not be obeyed, and words that are nowhere
	Filed     string     `json:"filed,omitempty"`
	Stale     string     `json:"stale,omitempty"` // a kept answer to it that rests on what has changed since
}

const byPassages = "passages"

// A Sentence is a sentence of an answer.
type Sentence struct {
	Text string `json:"text"`
	On   []int  `json:"passages"` // by their places in the list, from 0
}

// A Passage is a source of an answer.
type Passage struct {
	Path  string   `json:"path"`
	Line  int      `json:"line"`
	Title string   `json:"title"`
	Link  string   `json:"link"`
	Day   string   `json:"day,omitempty"`
	Text  string   `json:"text"`
	Cites []string `json:"cites"`
	Past  bool     `json:"past,omitempty"`
	Cover float64  `json:"cover"`

	Projects []string `json:"projects,omitempty"` // whose lines it is, or cites
	Whose    []string `json:"-"`                  // these, if the passages are of several
}

// Answer answers a question. asked is why the model did not answer; out then holds the passages.
func (h *Handler) Answer(ctx context.Context, question string) (out *Answer, asked, err error) {
	listed, lists, err := h.listed(ctx, question)
	if err != nil {
		return nil, nil, err
	}
	found := listed
	if !lists || h.Client != nil {
		if found, err = h.retrieve(ctx, question, h.Client != nil); err != nil {
			return nil, nil, err
		}
	}
	if lists && h.Client != nil { // a model may use what is near, too
		found = listed.And(found)
	}
	passages := found.Passages
	out = &Answer{Question: question, By: byPassages, Sentences: []Sentence{}, Passages: []Passage{}, LeftOut: []string{}}
	var points []query.Point
	if h.Client != nil && len(passages) > 0 {
		if points, passages, asked = h.ask(ctx, question, passages, out); ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
	}
	if out.By == byPassages {
		if lists {
			found = listed
		} else if h.Client != nil { // what a model might use is more than what a person wants to see
			if found, err = h.retrieve(ctx, question, false); err != nil {
				return nil, nil, err
			}
		}
		passages = found.Passages[:min(len(found.Passages), h.Limit)]
		for _, p := range passages {
			points = append(points, query.Point{Text: p.Text, On: []query.Passage{p}})
		}
	}
	out.Sure = len(out.Sentences) > 0 || out.By == byPassages && found.Sure
	out.Found, out.Notes = out.Sure && len(passages) > 0, found.Notes
	several := query.Several(passages)
	for _, p := range passages {
		told := Passage{p.Path, p.Line, p.Title, p.Link, p.Day, p.Text, say.List(p.Cites), p.Past, p.Cover, p.Projects, nil}
		if several {
			told.Whose = p.Projects
		}
		out.Passages = append(out.Passages, told)
	}
	switch {
	case h.FileBack && !out.Found && len(passages) > 0:
		h.Say("nothing is kept: no answer is sure")
	case h.FileBack && out.Found:
		if err := h.file(ctx, question, points, out); err != nil {
			return nil, nil, err
		}
	}
	h.gave(passages)
	return out, asked, nil
}

// retrieve finds the lines nearest to a question. It rebuilds a damaged index.
func (h *Handler) retrieve(ctx context.Context, question string, loose bool) (found query.Found, err error) {
	r, err := h.Vault.Holds(ctx)
	if err != nil {
		return found, fmt.Errorf("query: %w", err)
	}
	store := h.Vault.SearchIn(h.Dir)
	for range 2 {
		x, err := store.Open(ctx)
		if err != nil {
			return found, fmt.Errorf("query: %w", err)
		}
		found, err = query.Retrieve(ctx, x, question, h.Filter, r, loose)
		x.Close()
		if err != nil {
			return found, fmt.Errorf("query: %w", err)
		}
		if !found.Lost {
			break
		}
		store.Forget()
	}
	return found, nil
}

// ask lets the model answer. What passes the checks goes into out; used are the passages that it cites.
func (h *Handler) ask(ctx context.Context, question string, passages []query.Passage, out *Answer) (points []query.Point, used []query.Passage, err error) {
	asker := &query.Asker{Asker: ask.Asker{Model: h.Client, Replies: h.Vault.Replies(), Clean: h.Vault.Clean()}}
	got, err := asker.Ask(ctx, question, passages)
	out.LeftOut = append(out.LeftOut, got.Left...)
	switch {
	case ask.OutcomeOf(err) == ask.Nobody: // there is no model, and none was named
		return nil, passages, nil
	case err != nil:
		return nil, passages, err
	case got.None:
		out.By = got.By
		return nil, nil, nil
	case len(got.Sentences) == 0:
		h.Warn("nothing of what %s answered is borne out by the passages, which are shown instead", say.Printable(got.By))
		return nil, passages, nil
	}
	out.By = got.By
	at := map[int]int{}
	for _, s := range got.Sentences {
		p := query.Point{Text: s.Text}
		var on []int
		for _, n := range s.On {
			if _, ok := at[n]; !ok {
				at[n] = len(used)
				used = append(used, passages[n])
			}
			on = append(on, at[n])
			p.On = append(p.On, passages[n])
		}
		points = append(points, p)
		out.Sentences = append(out.Sentences, Sentence{s.Text, on})
	}
	return points, used, nil
}

// file keeps the answer as an article.
func (h *Handler) file(ctx context.Context, question string, points []query.Point, out *Answer) error {
	v := h.Vault
	today, _ := wiki.ParseDate(v.Now().In(v.Config.Zone).Format("2006-01-02"))
	f := &query.Filer{Dir: v.Dir, Wiki: v.Wiki(), Today: today, Shared: v.Shared()}
	path, changed, err := f.File(ctx, question, points)
	switch {
	case errors.Is(err, query.ErrEdited), errors.Is(err, query.ErrTaken):
		return exit.Hint(fmt.Errorf("query: keep the answer in %s: %w", path, err), exit.Failure, "memoria mv "+path+" NAME gives that page another name")
	case errors.Is(err, fsutil.ErrLocked):
		return exit.Hint(fmt.Errorf("query: keep the answer: %w", err), exit.Locked)
	case err != nil:
		return fmt.Errorf("query: keep the answer: %w", err)
	}
	out.Filed = path
	if !changed {
		h.Say("%s says that already", path)
	}
	return nil
}

// gave writes a receipt. It ignores errors, since the answer matters more.
func (h *Handler) gave(passages []query.Passage) {
	var ids []string
	for _, p := range passages {
		if day, block, ok := strings.Cut(p.Link, "#^"); ok {
			ids = append(ids, receipt.BlockID(day, block))
		} else {
			ids = append(ids, receipt.PageID(filepath.ToSlash(p.Path)))
		}
	}
	if len(ids) > 0 {
		_ = receipt.Give(h.Vault.Dir, receipt.Receipt{At: h.Vault.Now(), Way: receipt.Query, IDs: ids})
	}
}
