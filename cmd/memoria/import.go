package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/handler/memory"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/compiler/editor"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
)

// importFlags are what import was asked for.
type importFlags struct {
	dryRun   bool
	json     bool
	since    string
	agent    string
	provider string
	budget   string
	verbose  bool
}

func (a *app) importCmd() *cobra.Command {
	var o importFlags
	c := &cobra.Command{
		Use:   "import [PATH…]",
		Short: "Read past sessions into day logs, then compile them",
		Long: `Read the transcripts in PATH (files or folders; without one, where your agents keep
theirs and what they remember by themselves) into day logs, then compile the logs into
articles. No model is asked unless --provider says so.
Importing again adds only what is new; an interrupted import goes on where it was.`,
		Example: "  memoria import\n  memoria import --dry-run --since 2026-01-01\n  memoria import ~/backup/claude-projects",
		Args:    cobra.ArbitraryArgs,
		RunE: func(c *cobra.Command, args []string) error {
			return a.importAll(c.Context(), args, o)
		},
	}
	fl := c.Flags()
	fl.BoolVar(&o.dryRun, "dry-run", false, "show what would be imported, write nothing")
	fl.BoolVar(&o.json, "json", false, "answer with one JSON object")
	fl.StringVar(&o.since, "since", "", "leave out sessions that ended before `DAY` (2026-01-31)")
	fl.StringVar(&o.agent, "agent", claude.Name, "whose transcripts: claude")
	fl.StringVar(&o.provider, "provider", "", "what writes the entries: `NAME` of a provider; without, the built-in extractive author")
	fl.BoolVar(&o.verbose, "verbose", false, "name every file that is left out")
	fl.StringVar(&o.budget, "budget", "", "what models may be asked in this run: `LIMITS` such as \"20 calls, 0.50 usd\"")
	return c
}

func (a *app) importAll(ctx context.Context, paths []string, o importFlags) error {
	if o.agent != claude.Name {
		return hint(fmt.Errorf("import: %q is not an agent this version reads", o.agent), exitUsage, "memoria import --agent claude")
	}
	v, err := a.open()
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	s, err := a.scribe(v.Vault, cmp.Or(o.provider, extractive), o.budget, a.ui.Warn)
	if err != nil {
		return err
	}
	since, err := day(o.since, v.Config.Zone)
	if err != nil {
		return err
	}
	sources, err := a.sources(ctx, "import", paths)
	if err != nil {
		return err
	}
	done := func() {}
	if !o.dryRun {
		if done, err = a.writer(ctx, v, "import"); err != nil {
			return err
		}
		if s.model != nil { // a model is waited for without the lock
			done()
		} else {
			defer done()
		}
	}
	options := flush.Options{Since: since, Now: a.Now()}
	plan, err := a.plan(ctx, v, sources, options)
	if err != nil {
		return err
	}
	if o.dryRun {
		var own *memory.Counts
		if len(paths) == 0 {
			c, err := memory.Count(ctx, v, since)
			if err != nil {
				return err
			}
			own = &c
		}
		return a.showPlan(plan, len(sources), s, own, o)
	}
	a.ui.Say("%s", planLine(plan, len(sources)))
	a.tellPassedOver(plan.Index, o.verbose)
	rep, err := a.flushSources(ctx, v, "import", sources, options, plan, s)
	a.tellLeftOut(s)
	if err == nil && len(paths) == 0 {
		err = a.importMemory(ctx, v, since, &rep)
	}
	if err != nil {
		return err
	}
	done() // the compiler needs no writer to wait
	return a.finishImport(ctx, v, plan, rep, s, o)
}

// planLine says in one line what is about to be done.
func planLine(p *flush.Plan, files int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "found %s: %s to read (%s", count(files, "transcript"), count(len(p.Todo), "session"), count(p.Turns, "turn"))
	if first, last := span(p.Todo); first != "" {
		fmt.Fprintf(&b, ", %s to %s", first, last)
	}
	b.WriteString(")")
	if n := len(p.Unchanged); n > 0 {
		fmt.Fprintf(&b, ", %s unchanged since the last import", count(n, "session"))
	}
	if p.TooOld > 0 {
		fmt.Fprintf(&b, ", %s before the day asked for", count(p.TooOld, "session"))
	}
	return b.String()
}

func span(todo []*flush.Session) (first, last string) {
	var from, to time.Time
	for _, s := range todo {
		if !s.First.IsZero() && (from.IsZero() || s.First.Before(from)) {
			from = s.First
		}
		if s.Last.After(to) {
			to = s.Last
		}
	}
	if from.IsZero() {
		return "", ""
	}
	return from.Format(time.DateOnly), to.Format(time.DateOnly)
}

// day reads a --since; zero for none.
func day(s string, zone *time.Location) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	t, err := time.ParseInLocation(time.DateOnly, s, zone)
	if err != nil {
		return t, hint(fmt.Errorf("import: --since %q is not a day", s), exitUsage, "write it like 2026-01-31")
	}
	return t, nil
}

// tellMemory says what there is of an agent's own memory, after a word for what this is, on lines of their own.
func (a *app) tellMemory(c memory.Counts, word string) {
	if c.New > 0 {
		a.ui.Print("%s%s of Claude Code's own memory to read (%s)", word, count(c.New, "file"), count(c.Lines, "line"))
	}
	for _, l := range c.Left {
		a.ui.Print("%sleft out %s: %s", word, printable(l.Path), l.Reason)
	}
}

// importMemory takes what agents remember by themselves into an import, into whose report it goes.
func (a *app) importMemory(ctx context.Context, v *workspace.Vault, since time.Time, rep *flush.Report) error {
	m, err := memory.Take(ctx, v, since, nil)
	if m.Bullets > 0 {
		a.ui.Say("took %s from %s of Claude Code's own memory", count(m.Bullets, "line"), count(m.Files, "file"))
	}
	for _, r := range m.Refused {
		a.ui.Say("left out %s: %s", printable(r.Session), r.Reason)
	}
	rep.Entries += m.Entries
	rep.Bullets += m.Bullets
	for d, n := range m.Days {
		if rep.Days == nil {
			rep.Days = map[daily.Date]int{}
		}
		rep.Days[d] += n
	}
	return err
}

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

// showPlan prints what import would do: a line for each session and the sum, cost included. own is nil where
// an agent's own memory is not looked at.
func (a *app) showPlan(p *flush.Plan, files int, s *scribe, own *memory.Counts, o importFlags) error {
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
			Memory     *memory.Counts   `json:"memory,omitempty"`
		}{1, true, files, p.Turns, tokens, price.calls, price.usd(), len(p.Unchanged), p.TooOld, []plannedSession{}, say.List(p.Index.Unread), own}
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
	if own != nil {
		a.tellMemory(*own, "")
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
func (a *app) finishImport(ctx context.Context, v *workspace.Vault, p *flush.Plan, rep flush.Report, s *scribe, o importFlags) error {
	c := v.Compiler()
	var e *editor.Author
	if s.model != nil {
		e = a.editor(v.Vault, s.model.Client, a.ui.Warn)
		c.Author = e
	}
	comp, err := c.Compile(ctx, compiler.Options{Now: true})
	if err == nil {
		publish.Prepare(ctx, v, version())
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
		Days: []string{}, Skipped: say.List(rep.Skipped), Failed: say.List(rep.Failed), Unreadable: say.List(p.Index.Unread), Unchanged: len(p.Unchanged)}
	for d := range maps.Keys(rep.Days) {
		out.Days = append(out.Days, d.String())
	}
	slices.Sort(out.Days)
	return out
}

func (a *app) tellImport(v *workspace.Vault, p *flush.Plan, rep flush.Report, comp compiler.Report, verbose bool) {
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
	a.ui.Print("Next: open the folder %s as a vault in Obsidian, or read %s", v.Path(), v.Config.Wiki+"/index.md")
}
