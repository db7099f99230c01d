package main

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/flush"
)

// charsPerToken is what models' tokenizers come to on mixed prose and code.
const charsPerToken = 4

// plannedSession is a session in a dry run's JSON.
type plannedSession struct {
	Session string `json:"session"`
	Agent   string `json:"agent"`
	Project string `json:"project,omitempty"`
	First   string `json:"first,omitempty"`
	Last    string `json:"last,omitempty"`
	Turns   int    `json:"turns"`
	Files   int    `json:"files"`
}

// showPlan prints what import would do: a line for each session and the sum, cost included. memory is nil where
// an agent's own is not looked at.
func (a *app) showPlan(p *flush.Plan, files int, s *scribe, memory *memoryCounts, o importFlags) error {
	tokens := p.Chars / charsPerToken
	price := s.estimate(len(p.Todo), p.Chars)
	if o.json {
		out := struct {
			Schema     int              `json:"schema"`
			DryRun     bool             `json:"dry_run"`
			Files      int              `json:"transcripts"`
			Turns      int              `json:"turns"`
			Tokens     int              `json:"tokens"`
			Calls      int              `json:"calls"`    // of a model
			Cost       *float64         `json:"cost_usd"` // about; null where a price is not known
			Unchanged  int              `json:"unchanged"`
			TooOld     int              `json:"too_old"`
			Sessions   []plannedSession `json:"sessions"`
			Unreadable []flush.Unread   `json:"unreadable"`
			Memory     *memoryCounts    `json:"memory,omitempty"`
		}{1, true, files, p.Turns, tokens, price.calls, price.usd(), len(p.Unchanged), p.TooOld, []plannedSession{}, orEmpty(p.Index.Unread), memory}
		for _, s := range p.Todo {
			ps := plannedSession{Session: s.ID, Agent: s.Agent, Project: s.Project, Turns: s.Turns, Files: len(s.Sources)}
			if !s.First.IsZero() {
				ps.First, ps.Last = s.First.Format("2006-01-02T15:04:05Z07:00"), s.Last.Format("2006-01-02T15:04:05Z07:00")
			}
			out.Sessions = append(out.Sessions, ps)
		}
		return a.ui.JSON(out)
	}
	for _, s := range p.Todo {
		when := "no time   "
		if !s.First.IsZero() {
			when = s.First.Format("2006-01-02")
		}
		a.ui.Print("%s  %5d turns  %-20s %s", when, s.Turns, clip(printable(s.Project), 20), printable(s.ID))
	}
	a.tellUnread(p.Index, o.verbose)
	a.ui.Print("%s", planLine(p, files))
	a.ui.Print("about %s of words; %s", count(tokens, "token"), price)
	if memory != nil {
		memory.tell(a, "")
	}
	return nil
}

// imported is the JSON of what import did.
type imported struct {
	Schema     int            `json:"schema"`
	Sessions   int            `json:"sessions"`
	Turns      int            `json:"turns"`
	Entries    int            `json:"entries"`
	Bullets    int            `json:"bullets"`
	Days       []string       `json:"days"`
	Skipped    []flush.Skip   `json:"skipped"`
	Failed     []flush.Skip   `json:"failed"`
	Unreadable []flush.Unread `json:"unreadable"`
	Unchanged  int            `json:"unchanged"`
	Articles   int            `json:"articles_written"`
	Model      *askedJSON     `json:"model,omitempty"` // what was asked about the articles
}

// finishImport compiles what was added and tells the whole story.
func (a *app) finishImport(ctx context.Context, v *vault.Vault, p *flush.Plan, rep flush.Report, s *scribe, o importFlags) error {
	c := a.compiler(v)
	var e *editor.Author
	if s.model != nil {
		e = a.editor(v, s.model.Client, a.ui.Warn)
		c.Author = e
	}
	comp, err := c.Compile(ctx, compiler.Options{Now: true})
	if err == nil {
		a.prepared(ctx, v)
	}
	if err != nil {
		return err
	}
	if o.json {
		out := importedOf(p, rep)
		out.Articles, out.Model = len(comp.Created)+len(comp.Updated), askedOf(e)
		if err := a.ui.JSON(out); err != nil {
			return err
		}
	} else {
		a.tellImport(v, p, rep, comp, o.verbose)
		a.tellAsked(askedOf(e))
	}
	if n := len(rep.Failed); n > 0 {
		return hint(fmt.Errorf("import: %s could not be flushed", count(n, "session")), exitFailure, "memoria status lists them with the reason; when that is mended, memoria import tries them again")
	}
	return unedited(e, nil)
}

func importedOf(p *flush.Plan, rep flush.Report) imported {
	out := imported{Schema: 1, Sessions: rep.Flushed, Turns: rep.Turns, Entries: rep.Entries, Bullets: rep.Bullets,
		Days: []string{}, Skipped: orEmpty(rep.Skipped), Failed: orEmpty(rep.Failed), Unreadable: orEmpty(p.Index.Unread), Unchanged: len(p.Unchanged)}
	for d := range maps.Keys(rep.Days) {
		out.Days = append(out.Days, d.String())
	}
	slices.Sort(out.Days)
	return out
}

func orEmpty[T any](s []T) []T {
	if s == nil {
		return []T{}
	}
	return s
}

func (a *app) tellImport(v *vault.Vault, p *flush.Plan, rep flush.Report, comp compiler.Report, verbose bool) {
	if rep.Entries == 0 {
		a.ui.Print("Nothing new: every session is in the day logs already")
	} else {
		a.ui.Print("Imported %s: %s in %s with %s", count(rep.Flushed, "session"), count(rep.Entries, "entry"), count(len(rep.Days), "day log"), count(rep.Bullets, "bullet"))
	}
	if n := len(rep.Skipped); n > 0 {
		a.ui.Print("Skipped %s:", count(n, "session"))
		for _, s := range rep.Skipped {
			a.ui.Print("  %s  %s", printable(s.Session), s.Reason)
		}
	}
	a.tellUnread(p.Index, verbose)
	for _, f := range rep.Failed {
		a.ui.Warn("session %s: %s", printable(f.Session), f.Reason)
	}
	a.tellCompile(v, comp)
	a.ui.Print("Next: open the folder %s as a vault in Obsidian, or read %s", v.Dir.Path(), v.Config.Wiki+"/index.md")
}
