package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/handler/capture"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
)

// rebuildArgs refuses what --rebuild does not go with. args are more of its targets.
func (o *flushFlags) rebuildArgs(args []string) error {
	if o.scan || o.wait {
		return hint(errors.New("flush --rebuild reads the archive, it works no queue"), exitUsage, "leave out --scan and --wait, or --rebuild")
	}
	o.rebuild = append(o.rebuild, args...)
	for _, t := range o.rebuild {
		if t == "" || strings.ContainsAny(t, `/\`) || filepath.Ext(t) == ".jsonl" {
			return hint(fmt.Errorf("flush --rebuild takes sessions, days or all, not %q", t), exitUsage,
				"memoria flush FILE reads a transcript; memoria flush --rebuild 2026-03-02 writes a day's entries again")
		}
	}
	return nil
}

// rebuild writes entries that the logs lost again, from the archive.
func (a *app) rebuild(ctx context.Context, v *workspace.Vault, o flushFlags) error {
	unlock := func() {}
	if !o.dryRun {
		var err error
		if unlock, err = a.writer(ctx, v, "flush --rebuild"); err != nil {
			return err
		}
	}
	defer unlock()
	f := v.Flusher()
	kept, err := f.Archived(ctx, a.Now())
	if err != nil {
		return err
	}
	sessions, err := sessionsOf(kept, "flush --rebuild", o.rebuild)
	if err != nil {
		return err
	}
	if o.dryRun {
		lost, err := f.Lost(claude.Name, sessions)
		return errors.Join(a.showLost(v, lost, len(sessions), o.json), err)
	}
	got, left := f.Rebuild(ctx, claude.Name, sessions, a.Now())
	for _, w := range got.Warnings {
		a.ui.Warn("%s", printable(w))
	}
	if got.Entries == 0 && left != nil {
		return left
	}
	unlock() // the compiler needs no writer to wait
	var rep compiler.Report
	if got.Entries > 0 {
		if rep, err = v.Compiler().Compile(ctx, compiler.Options{}); err != nil {
			err = fmt.Errorf("compile what was rebuilt: %w", err)
		}
	}
	return errors.Join(a.tellRebuilt(v, got, rep, len(sessions), o.json), left, err)
}

// sessionsOf are the sessions that the targets of a command name, each once.
func sessionsOf(kept []flush.Archived, cmd string, targets []string) (out []string, err error) {
	for _, target := range targets {
		found, err := sessionsKept(kept, cmd, target)
		if err != nil {
			return nil, err
		}
		for _, s := range found {
			if !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out, nil
}

// sessionsKept are the sessions that a target of a command names: by an id, by what tells it from others,
// by a day that an entry of theirs lay in, or all.
func sessionsKept(kept []flush.Archived, cmd, target string) (out []string, err error) {
	kept = slices.DeleteFunc(slices.Clone(kept), func(s flush.Archived) bool { return s.Agent != claude.Name })
	day, notDay := daily.ParseDate(target)
	for _, s := range kept {
		switch {
		case s.Session == target:
			return []string{target}, nil
		case target == "all" && (len(s.Days) > 0 || s.Damaged), notDay == nil && slices.Contains(s.Days, day),
			notDay != nil && len(target) >= capture.LeastPrefix && strings.HasPrefix(s.Session, strings.ToLower(target)):
			out = append(out, s.Session)
		}
	}
	what, lists := "session", "memoria status --json lists the sessions that were seen"
	switch {
	case target == "all" || notDay == nil && len(out) > 0:
		return out, nil
	case notDay == nil:
		what, lists = "day", "memoria "+cmd+" all takes all sessions"
	case len(out) == 1:
		return out, nil
	case len(out) > 1:
		return nil, hint(fmt.Errorf("%s %q: %s begin so: %s", cmd, target, count(len(out), "session"), clip(strings.Join(out, ", "), 120)), exitFailure, "name more of it")
	}
	return nil, hint(fmt.Errorf("%s %q: the archive holds nothing of that %s", cmd, target, what), exitFailure, lists)
}

// showLost says what a rebuild would write.
func (a *app) showLost(v *workspace.Vault, lost []daily.Entry, sessions int, asJSON bool) error {
	if asJSON {
		return a.ui.JSON(lostAnswer(lost, v))
	}
	for _, e := range lost {
		a.ui.Print("%s  %s  %s, %s: %s", e.At.In(v.Config.Zone).Format("2006-01-02 15:04"), e.ID, printable(e.Session), count(len(e.Bullets), "bullet"), printable(e.Title))
	}
	if len(lost) == 0 {
		a.ui.Print("Nothing is lost: the logs hold every entry of %s", count(sessions, "session"))
		return nil
	}
	a.ui.Say("a dry run: nothing was written")
	return nil
}

// lostJSON is the answer of `flush --rebuild --dry-run --json`.
type lostJSON struct {
	Schema  int         `json:"schema"`
	DryRun  bool        `json:"dry_run"`
	Entries []lostEntry `json:"entries"`
}

type lostEntry struct {
	ID      string `json:"id"`
	Session string `json:"session"`
	Day     string `json:"day"`
	Title   string `json:"title"`
	Bullets int    `json:"bullets"`
}

func lostAnswer(lost []daily.Entry, v *workspace.Vault) lostJSON {
	out := lostJSON{1, true, []lostEntry{}}
	for _, e := range lost {
		out.Entries = append(out.Entries, lostEntry{e.ID, e.Session, daily.DateOf(e.At, v.Config.Zone).String(), e.Title, len(e.Bullets)})
	}
	return out
}

func (a *app) tellRebuilt(v *workspace.Vault, got flush.Captured, rep compiler.Report, sessions int, asJSON bool) error {
	if asJSON {
		return a.ui.JSON(workJSON{1, len(got.Sessions), got.Entries, got.Bullets, daysOf(got.Days), []flush.Skip{}, []flush.Skip{}, len(rep.Created) + len(rep.Updated)})
	}
	if got.Entries == 0 {
		a.ui.Print("Nothing is lost: the logs hold every entry of %s", count(sessions, "session"))
		return nil
	}
	a.ui.Print("Rebuilt %s: %s in %s with %s", count(len(got.Sessions), "session"), count(got.Entries, "entry"), count(len(got.Days), "day log"), count(got.Bullets, "bullet"))
	if rep.Plan != nil { // else the compile's error says it
		a.tellCompile(v, rep)
	}
	return nil
}
