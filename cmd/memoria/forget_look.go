package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// raw are the logs as they are, whatever is hidden of them.
func (x *oblivion) raw() *daily.Store {
	s := x.v.Daily()
	s.Veil = nil
	return s
}

// asked is the promise as the logs have it now, and where they lack it, what is kept of them.
func (x *oblivion) asked(ctx context.Context) (*flush.Forget, error) {
	out := &flush.Forget{Sessions: x.promise.Sessions, Promise: x.promise}
	seen := map[string]bool{}
	for _, d := range x.days() {
		log, err := x.raw().Read(d)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range log.Entries {
			x.ask(out, e)
			seen[e.ID] = true
		}
	}
	torn, err := x.raw().Unfinished()
	if err != nil {
		return nil, err
	}
	if x.kept == nil {
		if x.kept, err = x.v.Flusher().Kept(ctx, x.Now()); err != nil {
			return nil, err
		}
	}
	for _, e := range slices.Concat(torn, x.kept) {
		if !seen[e.ID] {
			x.ask(out, e)
		}
	}
	return out, nil
}

// ask adds what of an entry is to be forgotten.
func (x *oblivion) ask(out *flush.Forget, e daily.Dated) {
	whole := slices.Contains(x.promise.Sessions, flush.SessionName{Agent: e.Agent, ID: e.Session})
	for _, c := range x.promise.Cuts {
		whole = whole || c.Entries[e.ID]
	}
	if whole && !e.Hand {
		out.Entries = append(out.Entries, e)
		return
	}
	cut := x.promise.Cuts[e.Date]
	for _, b := range e.Bullets {
		switch {
		case !cut.Blocks[strings.ToLower(b.Block)] && !(b.Block == "" && cut.Lines[daily.LineHash(e.ID, b.Text)]):
		case e.Hand:
			out.Hand = append(out.Hand, b.Text)
		default:
			out.Lines = append(out.Lines, flush.ForgetLine{Of: e, Bullet: b, Title: cut.Titles[e.ID], Context: cut.Contexts[e.ID]})
		}
	}
}

// look finds out what goes and what stays, and whether all of it can be written.
func (x *oblivion) look(ctx context.Context) error {
	x.went, x.rest = nil, nil
	ask, err := x.asked(ctx)
	if err != nil {
		return err
	}
	for _, d := range x.days() {
		if err := x.lookLog(d); err != nil {
			return err
		}
	}
	held, err := x.v.Compiler().Holdings(ctx, x.forgetting())
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
	for _, e := range ask.Entries {
		x.touched = append(x.touched, flush.SessionName{Agent: e.Agent, ID: e.Session})
	}
	for _, l := range ask.Lines {
		x.touched = append(x.touched, flush.SessionName{Agent: l.Of.Agent, ID: l.Of.Session})
	}
	if x.foresight, err = x.v.Compiler().Foresee(ctx, x.forgetting(), x.promise.Cuts); err != nil {
		return err
	}
	if x.forgone, err = x.v.Flusher().Forget(ctx, ask, true, x.Now()); err != nil {
		return err
	}
	if err := x.lookState(ask); err != nil {
		return err
	}
	for _, l := range ask.Lines {
		x.texts = append(x.texts, l.Was...)
	}
	if err := x.unlog(true); err != nil {
		return err
	}
	x.transcripts(x.forgone)
	x.untold(ask)
	if err := x.writable(); err != nil {
		return err
	}
	return x.stays(ctx, false)
}

// lookState tells what goes from below .memoria.
func (x *oblivion) lookState(ask *flush.Forget) error {
	if x.forgone.Turns > 0 {
		x.goes(layout.Archive, "the words of "+count(x.forgone.Turns, "turn"))
	}
	if x.forgone.Replies > 0 {
		x.goes(layout.Replies, "the answers of models, which are made again")
	}
	for _, name := range x.forgone.Damaged {
		x.goes(name, "whole: it is damaged, and what it says cannot be told")
	}
	n, err := x.queued(ask, true)
	if n > 0 {
		x.goes(layout.Queue, count(n, "message"))
	}
	return err
}

// lookLog tells what goes from a day's log.
func (x *oblivion) lookLog(d daily.Date) error {
	cut := x.promise.Cuts[d]
	where := "daily/" + d.String() + ".md"
	log, err := x.raw().Read(d)
	if errors.Is(err, fs.ErrNotExist) {
		x.rest = append(x.rest, stay{Path: where, Why: whyAway})
	} else if err != nil {
		return err
	} else {
		x.lookEntries(where, log, cut)
		if src, err := x.v.Dir.ReadFile(where); err == nil {
			if n := len(cut.Own(src)); n > 0 {
				x.rest = append(x.rest, stay{Path: where, Why: count(n, "line") + " of your own between the markers, below the entry"})
			}
		}
	}
	torn, err := x.raw().CutTorn(cut, true)
	for _, name := range torn {
		x.goes(name, "whole: the end of a log that a crash tore")
	}
	return err
}

func (x *oblivion) lookEntries(where string, log *daily.Log, cut daily.Cut) {
	for _, u := range log.Unclosed {
		if cut.Entries[u.ID] {
			x.goes(where, fmt.Sprintf("the entry %s %q, which is not closed", u.ID, u.Title))
		}
	}
	for _, e := range log.Entries {
		switch {
		case e.Hand && cut.Sections[e.Hash]:
			x.goes(where, fmt.Sprintf("the section %q, kept by hand", e.Heading))
		case !e.Hand && cut.Entries[e.ID]:
			if len(e.Bullets) > 0 || e.Title != daily.Forgotten || e.Context != "" {
				what := fmt.Sprintf("the entry %s %q, %s", e.ID, e.Title, count(x.ours(e, cut), "line"))
				if _, ok := e.Settlement(); ok && x.name != e.ID && x.name != e.Session {
					what += ": it settled what is forgotten"
				}
				x.goes(where, what)
			}
		default:
			for _, b := range e.Bullets {
				if b.Block != "" && cut.Blocks[strings.ToLower(b.Block)] {
					x.goes(where, fmt.Sprintf("the line ^%s %q", b.Block, b.Text))
				} else if b.Block == "" && cut.Lines[daily.LineHash(e.ID, b.Text)] {
					x.goes(where, fmt.Sprintf("the line %q", b.Text))
				}
			}
			if cut.Titles[e.ID] && e.Title != "" {
				x.goes(where, fmt.Sprintf("the title %q, which says the same", e.Title))
			}
			if cut.Contexts[e.ID] && e.Context != "" {
				x.goes(where, fmt.Sprintf("the context %q, which says the same", e.Context))
			}
		}
	}
}

// ours counts the lines of an entry that go with it.
func (x *oblivion) ours(e daily.Dated, cut daily.Cut) (n int) {
	for _, b := range e.Bullets {
		if !b.Foreign() || cut.Lines[daily.LineHash(e.ID, b.Text)] {
			n++
		}
	}
	return n
}

// writable checks that all that is about to change can be written, so that nothing stops half way.
func (x *oblivion) writable() error {
	var names []string
	for name := range x.foresight.Pages {
		names = append(names, name)
	}
	for name := range x.forgone.After {
		names = append(names, name)
	}
	for d, cut := range x.promise.Cuts {
		if !cut.Empty() {
			names = append(names, "daily/"+d.String()+".md")
		}
	}
	slices.Sort(names)
	for _, name := range names {
		if _, err := x.v.Dir.Lstat(name); err != nil {
			continue
		}
		p, err := x.v.Dir.Create(name, 0o600)
		if err != nil {
			return hint(fmt.Errorf("forget: %w; nothing was taken out", err), exitFailure, "make the file writable, and say it again")
		}
		p.Abort()
	}
	return nil
}
