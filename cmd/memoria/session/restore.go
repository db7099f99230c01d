package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/importer"
	"github.com/agent-admin/memoria/cmd/internal/handler/improve"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/ledger"
)

// rebuildArgs refuses what --rebuild does not go with. args are more of its targets.
func (o *flushFlags) rebuildArgs(args []string) error {
	if o.scan || o.wait {
		return exit.Hint(errors.New("flush --rebuild reads the archive, it works no queue"), exit.Usage, "leave out --scan and --wait, or --rebuild")
	}
	o.rebuild = append(o.rebuild, args...)
	for _, t := range o.rebuild {
		if t == "" || strings.ContainsAny(t, `/\`) || filepath.Ext(t) == ".jsonl" {
			return exit.Hint(fmt.Errorf("flush --rebuild takes sessions, days or all, not %q", t), exit.Usage,
				"memoria flush FILE reads a transcript; memoria flush --rebuild 2026-03-02 writes a day's entries again")
		}
	}
	return nil
}

// redoArgs refuses what --redo does not go with.
func (o *flushFlags) redoArgs() error {
	if o.scan || o.wait || len(o.rebuild) > 0 {
		return exit.Hint(errors.New("flush --redo reads the archive, it works no queue"), exit.Usage, "leave out --scan, --wait and --rebuild, or --redo")
	}
	return nil
}

// rebuild writes entries that the logs lost again, from the archive.
func (a *app) rebuild(ctx context.Context, v *workspace.Vault, o flushFlags) error {
	run := a.run(v, "flush --rebuild", author.Extractor())
	unlock := func() {}
	if !o.dryRun {
		var err error
		if unlock, err = run.Lock(ctx); err != nil {
			return err
		}
	}
	defer unlock()
	sessions, err := run.Archived(ctx, "flush --rebuild", o.rebuild)
	if err != nil {
		return err
	}
	none := "Nothing is lost: the logs hold every entry of " + say.Count(len(sessions), "session")
	if o.dryRun {
		lost, err := v.Flusher().Lost(sessions)
		if a.AsJSON {
			return errors.Join(a.UI.JSON(lostAnswer(lost, v)), err)
		}
		a.tellEntries(v, lost)
		if len(lost) == 0 {
			a.UI.Print("%s", none)
		} else {
			a.UI.Say("a dry run: nothing was written")
		}
		return err
	}
	got, left := v.Flusher().Rebuild(ctx, sessions, a.Now())
	for _, w := range got.Warnings {
		a.UI.Warn("%s", say.Printable(w))
	}
	if got.Entries == 0 && left != nil {
		return left
	}
	unlock() // the compiler needs no writer to wait
	rep, err := run.Compile(ctx, got, "rebuilt")
	switch {
	case a.AsJSON:
		left = errors.Join(a.tellRestored(len(got.Sessions), got, rep), left)
	case got.Entries == 0:
		a.UI.Print("%s", none)
	default:
		a.UI.Print("Rebuilt %s", flushed(len(got.Sessions), got.Entries, got.Bullets, got.Days))
	}
	if rep.Plan != nil && !a.AsJSON { // else the compile's error says it
		a.TellCompile(v, rep)
	}
	return errors.Join(left, err)
}

// redo lets a model write again the entries of the extractive author that targets name, as improve does.
func (a *app) redo(ctx context.Context, v *workspace.Vault, o flushFlags, targets []string) error {
	scope, err := a.scopeOf(ctx, v, targets)
	if err != nil {
		return err
	}
	return a.improve(ctx, v, scope, improveFlags{cmd: "flush --redo", model: o.model, dryRun: o.dryRun})
}

// scopeOf returns the sessions and days that targets name; none means all.
func (a *app) scopeOf(ctx context.Context, v *workspace.Vault, targets []string) (s improve.Scope, err error) {
	s.Again = true
	for _, t := range targets {
		sessions, err := (&importer.Run{Vault: v}).Archived(ctx, "flush --redo", []string{t})
		if err != nil {
			return s, err
		}
		switch day, notDay := daily.ParseDate(t); {
		case notDay == nil:
			s.Days = append(s.Days, day.Day())
		case t != "all":
			for _, x := range sessions {
				s.Sessions = append(s.Sessions, x.Session)
			}
		}
	}
	return s, nil
}

func (a *app) tellRestored(sessions int, got flush.Captured, rep compiler.Report) error {
	return a.UI.JSON(workJSON{sessions, got.Entries, got.Bullets, importer.Days(got.Days), []ledger.Skip{}, []ledger.Skip{}, []ledger.Damage{}, len(rep.Created) + len(rep.Updated)})
}

// tellEntries lists entries; one without an id is a session that has none.
func (a *app) tellEntries(v *workspace.Vault, entries []daily.Entry) {
	for _, e := range entries {
		at := e.At.In(v.Config.Zone).Format("2006-01-02 15:04")
		if e.ID == "" {
			a.UI.Print("%s  %-12s  %s, no entry: %s", at, "passed over", say.Printable(e.Session), say.Clip(say.Printable(e.Title), 80))
			continue
		}
		a.UI.Print("%s  %s  %s, %s: %s", at, e.ID, say.Printable(e.Session), say.Count(len(e.Bullets), "bullet"), say.Printable(e.Title))
	}
}

// lostJSON is the answer of `flush --rebuild --dry-run --json`.
type lostJSON struct {
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
	out := lostJSON{true, []lostEntry{}}
	for _, e := range lost {
		out.Entries = append(out.Entries, lostEntry{e.ID, e.Session, daily.DateOf(e.At, v.Config.Zone).String(), e.Title, len(e.Bullets)})
	}
	return out
}
