package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

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

// asking is how a question was asked.
type asking struct {
	in, project      []string
	provider, budget string
	limit            int
	fileBack, json   bool
}

func (a *app) queryCmd() *cobra.Command {
	var o asking
	c := &cobra.Command{
		Use:   "query QUESTION",
		Short: "Answer a question out of the wiki and the logs, with its sources",
		Long: `Answer a question out of what the vault holds, each sentence with the lines of the logs
that it rests on. With a model the answer is written by it, and what these lines do not
bear out is left out; without one the passages nearest to the question are shown. Where
none of them answers it plainly that is said, and where nothing is near it, that.`,
		Example: "  memoria query \"why does the WAL file grow?\"\n  memoria query --file-back \"how are releases signed?\"",
		Args: func(_ *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, " ")) == "" {
				return hint(errors.New("query: no question"), exitUsage, `memoria query "how are releases signed?"`)
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return a.query(c.Context(), strings.Join(args, " "), &o) },
	}
	f := c.Flags()
	f.StringSliceVar(&o.in, "in", nil, "look only in `PLACE`: wiki, daily or notes")
	f.StringSliceVar(&o.project, "project", nil, "look only at what is of `PROJECT`")
	f.IntVar(&o.limit, "limit", 5, "without a model, show at most `N` passages")
	f.BoolVar(&o.fileBack, "file-back", false, "keep the answer as an article of the wiki")
	f.StringVar(&o.provider, "provider", "", "what answers: `NAME` of a provider, or extractive for passages alone")
	f.StringVar(&o.budget, "budget", "", `at most so much, like "2 calls" or "0.05 usd"`)
	f.BoolVar(&o.json, "json", false, "answer with one JSON object")
	return c
}

// An answered is a question with what became of it.
type answered struct {
	Schema    int              `json:"schema"`
	Question  string           `json:"question"`
	Found     bool             `json:"found"`
	Sure      bool             `json:"sure"` // false of passages that are only the nearest
	By        string           `json:"by"`   // the model, or "passages"
	Sentences []answerSentence `json:"answer"`
	Passages  []answerPassage  `json:"passages"`
	LeftOut   []string         `json:"left_out"`
	Notes     []string         `json:"notes,omitempty"` // what could not be obeyed, and words that are nowhere
	Filed     string           `json:"filed,omitempty"`
	Stale     string           `json:"stale,omitempty"` // a kept answer to it that rests on what has changed since
}

type answerSentence struct {
	Text string `json:"text"`
	On   []int  `json:"passages"` // by their places in the list, from 0
}

type answerPassage struct {
	Path  string   `json:"path"`
	Line  int      `json:"line"`
	Title string   `json:"title"`
	Link  string   `json:"link"`
	Day   string   `json:"day,omitempty"`
	Text  string   `json:"text"`
	Cites []string `json:"cites"`
	Past  bool     `json:"past,omitempty"`
	Cover float64  `json:"cover"`
}

func (a *app) query(ctx context.Context, question string, o *asking) error {
	if err := knownPlaces("query", o.in); err != nil {
		return err
	}
	if o.limit < 1 {
		return hint(errors.New("query: --limit is 1 or more"), exitUsage)
	}
	v, err := a.open()
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	client, failed := a.hire(v.Vault, o.provider, o.budget, a.ui.Warn)
	if _, _, ok := explainModel(failed); failed != nil && !ok {
		return failed
	}
	found, err := a.passages(ctx, v, question, o, client != nil)
	if err != nil {
		return fmt.Errorf("query: %w", err)
	}
	passages := found.Passages
	out := answered{Schema: 1, Question: question, By: "passages", Sentences: []answerSentence{}, Passages: []answerPassage{}, LeftOut: []string{}}
	var points []query.Point
	if client != nil && len(passages) > 0 {
		points, failed = a.sentences(ctx, v, client, question, &passages, &out)
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	if out.By == "passages" {
		if client != nil { // what a model might use is more than what a person wants to see
			if found, err = a.passages(ctx, v, question, o, false); err != nil {
				return fmt.Errorf("query: %w", err)
			}
		}
		passages = found.Passages[:min(len(found.Passages), o.limit)]
		for _, p := range passages {
			points = append(points, query.Point{Text: p.Text, On: []query.Passage{p}})
		}
	}
	out.Sure = len(out.Sentences) > 0 || out.By == "passages" && found.Sure
	out.Found, out.Notes = out.Sure && len(passages) > 0, found.Notes
	for _, p := range passages {
		out.Passages = append(out.Passages, answerPassage{p.Path, p.Line, p.Title, p.Link, p.Day, p.Text, say.List(p.Cites), p.Past, p.Cover})
	}
	switch {
	case o.fileBack && !out.Found && len(passages) > 0:
		a.ui.Say("nothing is kept: no answer is sure")
	case o.fileBack && out.Found:
		if err := a.fileBack(ctx, v, question, points, &out); err != nil {
			return err
		}
	}
	a.gaveAnswer(v, passages)
	if o.json {
		if err := a.ui.JSON(out); err != nil {
			return err
		}
	} else {
		a.tellAnswer(&out, client != nil || failed != nil)
	}
	if failed != nil && len(out.Passages) > 0 {
		return fmt.Errorf("query: the passages are shown instead: %w", failed)
	}
	return failed
}

// passages are the lines nearest to a question.
func (a *app) passages(ctx context.Context, v *workspace.Vault, question string, o *asking, loose bool) (found query.Found, err error) {
	for range 2 {
		x, err := v.Search().Open(ctx)
		if err != nil {
			return found, err
		}
		found, err = query.Retrieve(ctx, x, question, search.Filter{In: o.in, Projects: o.project}, loose)
		x.Close()
		if err != nil || !found.Lost {
			return found, err
		}
		v.Search().Forget()
	}
	return found, nil
}

// sentences has a model answer. What stays of it replaces the passages that nothing rests on.
func (a *app) sentences(ctx context.Context, v *workspace.Vault, client *llm.Client, question string, passages *[]query.Passage, out *answered) ([]query.Point, error) {
	asker := &query.Asker{Asker: ask.Asker{Model: client, Replies: &ask.Replies{Dir: v.Dir}, Clean: v.Clean()}}
	got, err := asker.Ask(ctx, question, *passages)
	out.LeftOut = append(out.LeftOut, got.Left...)
	switch {
	case ask.OutcomeOf(err) == ask.Nobody: // there is no model, and none was named
		return nil, nil
	case err != nil:
		return nil, err
	case got.None:
		out.By, *passages = got.By, nil
		return nil, nil
	case len(got.Sentences) == 0:
		a.ui.Warn("nothing of what %s answered is borne out by the passages, which are shown instead", printable(got.By))
		return nil, nil
	}
	out.By = got.By
	var used []query.Passage
	at := map[int]int{}
	var points []query.Point
	for _, s := range got.Sentences {
		p := query.Point{Text: s.Text}
		var on []int
		for _, n := range s.On {
			if _, ok := at[n]; !ok {
				at[n] = len(used)
				used = append(used, (*passages)[n])
			}
			on = append(on, at[n])
			p.On = append(p.On, (*passages)[n])
		}
		points = append(points, p)
		out.Sentences = append(out.Sentences, answerSentence{s.Text, on})
	}
	*passages = used
	return points, nil
}

func (a *app) fileBack(ctx context.Context, v *workspace.Vault, question string, points []query.Point, out *answered) error {
	today, _ := wiki.ParseDate(a.Now().In(v.Config.Zone).Format("2006-01-02"))
	f := &query.Filer{Dir: v.Dir, Wiki: v.Wiki(), Today: today}
	path, changed, err := f.File(ctx, question, points)
	switch {
	case errors.Is(err, query.ErrEdited), errors.Is(err, query.ErrTaken):
		return hint(fmt.Errorf("query: keep the answer in %s: %w", path, err), exitFailure, "memoria mv "+path+" NAME gives that page another name")
	case errors.Is(err, fsutil.ErrLocked):
		return hint(fmt.Errorf("query: keep the answer: %w", err), exitLocked)
	case err != nil:
		return fmt.Errorf("query: keep the answer: %w", err)
	}
	out.Filed = path
	if !changed {
		a.ui.Say("%s says that already", path)
	}
	return nil
}

// gaveAnswer leaves a receipt. That it cannot be written is worth less than an answer.
func (a *app) gaveAnswer(v *workspace.Vault, passages []query.Passage) {
	var ids []string
	for _, p := range passages {
		if day, block, ok := strings.Cut(p.Link, "#^"); ok {
			ids = append(ids, receipt.BlockID(day, block))
		} else {
			ids = append(ids, receipt.PageID(filepath.ToSlash(p.Path)))
		}
	}
	if len(ids) > 0 {
		_ = receipt.Give(v.Dir, receipt.Receipt{At: a.Now(), Way: receipt.Query, IDs: ids})
	}
}

func (a *app) tellAnswer(out *answered, model bool) {
	for _, note := range out.Notes {
		a.ui.Say("%s", printable(note))
	}
	if len(out.Passages) == 0 {
		a.ui.Print("Not in the wiki: nothing in it answers that.")
		return
	}
	if len(out.LeftOut) > 0 && len(out.Sentences) > 0 {
		a.ui.Warn("left out %s of the model's answer that its sources do not bear out", count(len(out.LeftOut), "line"))
	}
	if len(out.Sentences) == 0 {
		if !model {
			a.ui.Say("no model was asked: these are the passages nearest to the question")
		}
		if !out.Sure {
			a.ui.Print("Nothing answers that plainly; the nearest:")
		}
		for _, p := range out.Passages {
			a.ui.Print("- %s%s", past(p), printable(p.Text))
			a.ui.Print("    %s", sourceOf(p))
		}
	}
	for _, s := range out.Sentences {
		var marks []string
		for _, n := range s.On {
			marks = append(marks, fmt.Sprint(n+1))
		}
		a.ui.Print("%s [%s]", printable(s.Text), strings.Join(marks, ", "))
	}
	if len(out.Sentences) > 0 {
		a.ui.Print("")
		for i, p := range out.Passages {
			a.ui.Print("%d  %s", i+1, sourceOf(p))
		}
	}
	if out.Filed != "" {
		a.ui.Print("Kept in %s", printable(out.Filed))
	}
}

func past(p answerPassage) string {
	if p.Past {
		return "(not any more) "
	}
	return ""
}

// sourceOf says where a passage stands and what it rests on.
func sourceOf(p answerPassage) string {
	s := fmt.Sprintf("%s (%s:%d)", p.Title, p.Path, p.Line)
	if len(p.Cites) > 0 {
		s += " from [[" + strings.Join(p.Cites, "]], [[") + "]]"
	}
	return printable(s)
}
