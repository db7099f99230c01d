package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/summary"
)

// redoArgs refuses what --redo does not go with.
func (o *flushFlags) redoArgs() error {
	if o.scan || o.wait || len(o.rebuild) > 0 {
		return hint(errors.New("flush --redo reads the archive, it works no queue"), exitUsage, "leave out --scan, --wait and --rebuild, or --redo")
	}
	return nil
}

// redo has a model write again the entries that the extractive author wrote.
func (a *app) redo(ctx context.Context, v *workspace.Vault, o flushFlags, targets []string) error {
	s, err := a.scribe(v.Vault, o.provider, o.budget, a.ui.Warn)
	if err != nil {
		return err
	}
	if s.model == nil {
		return hint(errors.New("flush --redo: there is no model to ask"), exitProvider, "memoria doctor says which models can be had, and what is missing")
	}
	if w, ok := s.Author.(*summary.Author); ok {
		w.Redo = true
	}
	todo, err := a.redos(ctx, v, targets)
	if err != nil {
		return err
	}
	if o.dryRun {
		return a.showRedos(v, todo, s, o.json)
	}
	var got flush.Captured
	got.Days = map[daily.Date]int{}
	var left error
	anew := 0 // entries of sessions that had none
	for i, r := range todo {
		had := got.Entries
		a.ui.Progress(a.Now(), "entry %d of %d", i+1, len(todo))
		if left = a.redoOne(ctx, v, s, r, &got); left != nil {
			break
		}
		if r.ID == "" {
			anew += got.Entries - had
		}
	}
	a.ui.Clear()
	a.tellLeftOut(s)
	if got.Entries == 0 && left != nil {
		return left
	}
	var rep compiler.Report
	if got.Entries > 0 && ctx.Err() == nil {
		c := v.Compiler()
		c.Author = a.editor(v.Vault, s.model.Client, a.ui.Warn)
		if rep, err = c.Compile(ctx, compiler.Options{}); err != nil {
			err = fmt.Errorf("compile what was written again: %w", err)
		}
	}
	return errors.Join(a.tellRedone(v, got, anew, rep, len(todo), o.json), left, err, unredone(got.Same))
}

// redos are the entries that the targets name, all where none is.
func (a *app) redos(ctx context.Context, v *workspace.Vault, targets []string) (out []flush.Redo, err error) {
	f := v.Flusher()
	kept, err := f.Archived(ctx, a.Now())
	if err != nil {
		return nil, err
	}
	if len(targets) == 0 {
		targets = []string{"all"}
	}
	for _, target := range targets {
		sessions, err := sessionsOf(kept, "flush --redo", []string{target})
		if err != nil {
			return nil, err
		}
		day, notDay := daily.ParseDate(target) // else the zero date, which is every day
		some, err := f.Redos(claude.Name, sessions, extractive, day)
		if err != nil {
			return nil, err
		}
		if notDay != nil && target != "all" { // it was named: look also where nothing was found worth keeping
			over, err := f.PassedOver(claude.Name, sessions)
			if err != nil {
				return nil, err
			}
			some = append(some, over...)
		}
		for _, r := range some {
			if !slices.ContainsFunc(out, func(x flush.Redo) bool { return x.ID == r.ID && x.Session == r.Session }) {
				out = append(out, r)
			}
		}
	}
	return out, nil
}

func (a *app) redoOne(ctx context.Context, v *workspace.Vault, s *scribe, r flush.Redo, sum *flush.Captured) error {
	return s.unlocked(ctx, func() error {
		unlock, err := a.writer(ctx, v, "flush --redo")
		if err != nil {
			return err
		}
		defer unlock()
		f := v.Flusher()
		f.Author = s.Author
		got, err := f.Redo(ctx, r, a.Now())
		sum.Entries, sum.Bullets, sum.Same = sum.Entries+got.Entries, sum.Bullets+got.Bullets, sum.Same+got.Same
		for d, n := range got.Days {
			sum.Days[d] += n
		}
		return err
	})
}

// showRedos says what a redo would ask a model about.
func (a *app) showRedos(v *workspace.Vault, todo []flush.Redo, s *scribe, asJSON bool) error {
	entries := make([]daily.Entry, len(todo))
	size := 0
	for i, r := range todo {
		entries[i] = r.Entry
		for _, t := range r.Turns {
			size += len(t.Text) + len(t.Question)
		}
	}
	if asJSON {
		return a.ui.JSON(lostAnswer(entries, v))
	}
	for _, e := range entries {
		if e.ID == "" {
			a.ui.Print("%s  %-12s  %s, no entry: %s", e.At.In(v.Config.Zone).Format("2006-01-02 15:04"), "passed over", printable(e.Session), clip(printable(e.Title), 80))
			continue
		}
		a.ui.Print("%s  %s  %s, %s: %s", e.At.In(v.Config.Zone).Format("2006-01-02 15:04"), e.ID, printable(e.Session), count(len(e.Bullets), "bullet"), printable(e.Title))
	}
	if len(todo) == 0 {
		a.ui.Print("Nothing to write again: no entry in the logs was written without a model")
		return nil
	}
	a.ui.Print("%s", s.estimate(len(todo), size))
	a.ui.Say("a dry run: nothing was asked or written")
	return nil
}

func (a *app) tellRedone(v *workspace.Vault, got flush.Captured, anew int, rep compiler.Report, asked int, asJSON bool) error {
	if asJSON {
		return a.ui.JSON(workJSON{1, 0, got.Entries, got.Bullets, daysOf(got.Days), []flush.Skip{}, []flush.Skip{}, len(rep.Created) + len(rep.Updated)})
	}
	switch {
	case asked == 0:
		a.ui.Print("Nothing to write again: no entry in the logs was written without a model")
	case got.Entries == 0 && asked > got.Same:
		a.ui.Print("Nothing new: the model found nothing worth keeping in %s", count(asked-got.Same, "piece"))
	case got.Entries == 0:
	case anew == got.Entries:
		a.ui.Print("Wrote %s of what had none, in %s, with %s", count(anew, "entry"), count(len(got.Days), "day log"), count(got.Bullets, "bullet"))
	default:
		a.ui.Print("Wrote %s again, below the old in %s, with %s", count(got.Entries, "entry"), count(len(got.Days), "day log"), count(got.Bullets, "bullet"))
	}
	if rep.Plan != nil {
		a.tellCompile(v, rep)
	}
	return nil
}

// unredone is that entries stay as they were, since nothing came of asking about them; nil for none.
func unredone(entries int) error {
	if entries == 0 {
		return nil
	}
	stay := "stays as it was"
	if entries > 1 {
		stay = "stay as they were"
	}
	return hint(fmt.Errorf("flush --redo: %s %s: no answer could be used", count(entries, "entry"), stay), exitFailure,
		"memoria doctor --ask tries the model; the same command asks it again")
}

func daysOf(days map[daily.Date]int) []string {
	out := make([]string, 0, len(days))
	for d := range days {
		out = append(out, d.String())
	}
	slices.Sort(out)
	return out
}
