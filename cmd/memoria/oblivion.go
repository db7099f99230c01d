package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/queue"
)

// An oblivion is what is about to be forgotten, and what it will take. Its promise holds no words, so
// that it can be kept until all is done, and by another run.
type oblivion struct {
	*app
	v          *vault.Vault
	kind, name string
	texts      []string // its words
	promise    flush.Promise

	went []gone
	rest []stay
}

// gone is something that goes.
type gone struct {
	Where string `json:"where"`
	What  string `json:"what"`
}

// stay is a place that goes on saying it.
type stay struct {
	Path string `json:"path"`
	Line int    `json:"line,omitempty"`
	Why  string `json:"why"`
}

// of writes down a target as a promise.
func (x *oblivion) of(t *compiler.Target) {
	t.Again(flush.Says)
	f := t.Forgetting()
	x.promise = flush.Promise{Cuts: t.Cuts(), Cites: sortedKeys(f.Cites), Said: sortedKeys(f.Said)}
	for _, e := range t.Entries {
		if s := (flush.SessionName{Agent: e.Agent, ID: e.Session}); t.Kind == "session" && !slices.Contains(x.promise.Sessions, s) {
			x.promise.Sessions = append(x.promise.Sessions, s)
		}
	}
	for _, l := range t.Lines {
		if l.Of.Hand {
			continue
		}
		cut := x.promise.Cuts[l.Of.Date]
		if flush.Says(l.Of.Title, l.Bullet.Text) {
			cut.Add(daily.Cut{Titles: map[string]bool{l.Of.ID: true}})
			x.texts = append(x.texts, l.Of.Title)
		}
		if flush.Says(l.Of.Context, l.Bullet.Text) {
			cut.Add(daily.Cut{Contexts: map[string]bool{l.Of.ID: true}})
			x.texts = append(x.texts, l.Of.Context)
		}
		x.promise.Cuts[l.Of.Date] = cut
	}
}

func sortedKeys(m map[string]bool) (out []string) {
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// forgetting is the promise as the compiler takes it.
func (x *oblivion) forgetting() compiler.Forgetting {
	f := compiler.Forgetting{Cites: map[string]bool{}, Said: map[string]bool{}, Days: map[daily.Date]bool{}}
	for _, c := range x.promise.Cites {
		f.Cites[c] = true
	}
	for _, s := range x.promise.Said {
		f.Said[s] = true
	}
	for d := range x.promise.Cuts {
		f.Days[d] = true
	}
	return f
}

// days are those whose logs lose something, in order.
func (x *oblivion) days() []daily.Date {
	var out []daily.Date
	for d := range x.promise.Cuts {
		out = append(out, d)
	}
	slices.SortFunc(out, daily.Date.Compare)
	return out
}

// asked is the promise as the logs have it now.
func (x *oblivion) asked() (*flush.Forget, error) {
	out := &flush.Forget{Sessions: x.promise.Sessions, Promise: x.promise}
	for _, d := range x.days() {
		cut := x.promise.Cuts[d]
		log, err := x.daily(x.v).Read(d)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range log.Entries {
			if cut.Entries[e.ID] && !e.Hand {
				out.Entries = append(out.Entries, e)
				continue
			}
			for _, b := range e.Bullets {
				if !e.Hand && cut.Blocks[strings.ToLower(b.Block)] {
					out.Lines = append(out.Lines, flush.ForgetLine{Of: e, Bullet: b, Title: cut.Titles[e.ID], Context: cut.Contexts[e.ID]})
				}
			}
		}
	}
	return out, nil
}

// look finds out what goes and what stays.
func (x *oblivion) look(ctx context.Context) error {
	x.went, x.rest = nil, nil
	ask, err := x.asked()
	if err != nil {
		return err
	}
	for _, d := range x.days() {
		if err := x.lookLog(d); err != nil {
			return err
		}
	}
	held, err := x.compiler(x.v).Holdings(ctx, x.forgetting())
	if err != nil {
		return err
	}
	for _, h := range held {
		switch n := h.Lines - len(h.Left); {
		case h.Whole:
			x.goes(h.Path, "the article: it rests on nothing else")
		case n > 0:
			x.goes(h.Path, count(n, "line"))
		}
	}
	kept, err := x.flusher(x.v).Forget(ctx, ask, true, x.Now())
	if err != nil {
		return err
	}
	if kept.Turns > 0 {
		x.goes(".memoria/archive", "the words of "+count(kept.Turns, "turn"))
	}
	if kept.Replies > 0 {
		x.goes(".memoria/replies", "the answers of models, which are made again")
	}
	for _, name := range kept.Damaged {
		x.goes(name, "whole: it is damaged, and what it says cannot be told")
	}
	if n, err := x.queued(ask, true); err != nil {
		return err
	} else if n > 0 {
		x.goes(".memoria/queue", count(n, "message"))
	}
	for _, l := range ask.Lines {
		x.texts = append(x.texts, l.Was...)
	}
	x.transcripts(kept)
	x.untold(ask)
	return x.stays(ctx, false)
}

// lookLog tells what goes from a day's log.
func (x *oblivion) lookLog(d daily.Date) error {
	log, err := x.daily(x.v).Read(d)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	cut := x.promise.Cuts[d]
	where := "daily/" + d.String() + ".md"
	for _, e := range log.Entries {
		switch {
		case e.Hand && cut.Sections[e.Hash]:
			x.goes(where, fmt.Sprintf("the section %q, kept by hand", e.Heading))
		case !e.Hand && cut.Entries[e.ID] && (len(e.Bullets) > 0 || e.Title != daily.Forgotten || e.Context != ""):
			x.goes(where, fmt.Sprintf("the entry %s %q, %s", e.ID, e.Title, count(len(e.Bullets), "line")))
		default:
			for _, b := range e.Bullets {
				if cut.Blocks[strings.ToLower(b.Block)] {
					x.goes(where, fmt.Sprintf("the line ^%s %q", b.Block, b.Text))
				}
			}
			if cut.Titles[e.ID] {
				x.goes(where, fmt.Sprintf("the title %q, which says the same", e.Title))
			}
			if cut.Contexts[e.ID] {
				x.goes(where, fmt.Sprintf("the context %q, which says the same", e.Context))
			}
		}
	}
	torn, err := x.daily(x.v).CutTorn(cut, true)
	for _, name := range torn {
		x.goes(name, "whole: the end of a log that a crash tore")
	}
	return err
}

func (x *oblivion) goes(where, what string) { x.went = append(x.went, gone{where, what}) }

// queued takes the words out of what waits in the queue, or with dry counts them.
func (x *oblivion) queued(ask *flush.Forget, dry bool) (n int, err error) {
	q := &queue.Queue{Dir: x.v.Dir, Warn: func(s string) { x.ui.Warn("%s", printable(s)) }}
	lines := map[flush.SessionName][]string{}
	whole := map[flush.SessionName]bool{}
	for _, s := range ask.Sessions {
		whole[s], lines[s] = true, nil
	}
	for _, e := range ask.Entries {
		s := flush.SessionName{Agent: e.Agent, ID: e.Session}
		whole[s], lines[s] = true, nil
	}
	for _, l := range ask.Lines {
		s := flush.SessionName{Agent: l.Of.Agent, ID: l.Of.Session}
		lines[s] = append(append(lines[s], l.Bullet.Text), l.Was...)
	}
	for s, texts := range lines {
		k, err := q.Forget(s.Agent, s.ID, func(said string) bool {
			return whole[s] || slices.ContainsFunc(texts, func(l string) bool { return flush.Says(said, l) })
		}, dry)
		if n += k; err != nil {
			return n, err
		}
	}
	return n, nil
}

// take takes all of it out. The promise is written down first and taken back last, so that a run that
// is killed between can only have forgotten less than all, and never bring anything back.
func (x *oblivion) take(ctx context.Context) error {
	if w := x.worker(x.v); w.adopt() != nil || w.unadopted != nil {
		x.ui.Warn("notes that hooks put outside of the vault could not be taken in, and may hold it")
	}
	ask, err := x.asked()
	if err != nil {
		return err
	}
	f := x.flusher(x.v)
	_, err = x.compiler(x.v).Forget(ctx, x.forgetting(), func() error {
		if _, err := f.Forget(ctx, ask, false, x.Now()); err != nil {
			return err
		}
		if _, err := x.queued(ask, false); err != nil {
			return err
		}
		for _, d := range x.days() {
			if _, err := x.daily(x.v).CutTorn(x.promise.Cuts[d], false); err != nil {
				return err
			}
			if _, err := x.daily(x.v).Cut(ctx, d, x.promise.Cuts[d]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return f.Forgot(x.Now())
}
