package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/importer"
	"github.com/agent-admin/memoria/cmd/internal/handler/memory"
	"github.com/agent-admin/memoria/cmd/internal/handler/migrate"
	"github.com/agent-admin/memoria/cmd/internal/handler/prompts"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/session"
)

// importFlags are the flags of import.
type importFlags struct {
	dryRun, verbose bool
	prompts         bool // of sessions whose transcripts are gone, too
	since, agent    string
	tool            string // whose memory is brought: --from
	improve         string // one of improveNot, improveAll, improveLater, or a number of days: "30d"
	offered         bool   // the person chose improve
	first           bool   // offered by init: nothing is imported unless the person says so
	model           command.ModelFlags
}

func (a *app) importCmd() *cobra.Command {
	var o importFlags
	c := command.New("import", a.InVault(func(ctx context.Context, v *workspace.Vault, args []string) error {
		if o.tool != "" {
			return a.importFrom(ctx, v, args, o)
		}
		return a.importAll(ctx, v, args, o)
	}))
	c.Args = cobra.ArbitraryArgs
	c.PreRunE = func(c *cobra.Command, args []string) error {
		if err := cmp.Or(o.checkFrom(c, args), o.checkImprove()); err != nil {
			return err
		}
		if o.prompts && len(args) > 0 {
			return exit.Hint(errors.New("import: --prompts reads what agents keep, and PATH something else"), exit.Usage, "leave one of them out")
		}
		if len(agents.Of(o.agent)) == 0 {
			return exit.Hint(fmt.Errorf("import: %q is not an agent this version reads", o.agent), exit.Usage, "--agent takes "+strings.Join(agents.Names(), ", ")+"; without it, memoria import reads all of them")
		}
		return nil
	}
	fl := c.Flags()
	fl.BoolVar(&o.dryRun, "dry-run", false, "show what would be imported; nothing in the vault changes")
	fl.StringVar(&o.since, "since", "", "leave out sessions that ended before `WHEN`: a day, yesterday, or how long ago (12h, 30d, 2w)")
	fl.StringVar(&o.agent, "agent", "", "read only the transcripts of this agent: "+strings.Join(agents.Names(), ", "))
	fl.StringVar(&o.tool, "from", "", "bring what another `TOOL` for memory keeps: "+strings.Join(migrate.Names(), ", "))
	fl.BoolVar(&o.prompts, "prompts", false, "keep what you asked, too, where an agent has it and the transcript is gone")
	fl.BoolVarP(&o.verbose, "verbose", "v", false, "name every file that is left out, and every session that is skipped")
	fl.StringVar(&o.improve, "improve", "", "what a model writes: `WHAT` is no, all, 30d (the last days), or background")
	o.model.Add(c, "what writes the entries: `NAME` of a provider; without, the built-in extractive author")
	a.JSONFlag(c)
	return c
}

// run writes sessions into the logs of v for a command of this name.
func (a *app) run(v *workspace.Vault, cmd string, s *author.Scribe) *importer.Run {
	return &importer.Run{Vault: v, Scribe: s, Warn: a.UI.Warn, Step: a.Step,
		Lock: func(ctx context.Context) (func(), error) { return a.Writer(ctx, v, cmd) }}
}

func (a *app) importAll(ctx context.Context, v *workspace.Vault, paths []string, o importFlags) error {
	s, err := a.Hire(v, command.ModelFlags{Provider: cmp.Or(o.model.Provider, author.Extractive), Budget: o.model.Budget}).Scribe()
	if err != nil {
		return err
	}
	from, err := a.Moment("import", "--since", o.since, v.Config.Zone)
	if err != nil {
		return err
	}
	run := a.run(v, "import", s)
	run.Options = flush.Options{Since: from, Now: a.Now()}
	if len(paths) == 0 {
		if err := run.Fetch(ctx, o.agent); err != nil {
			return err
		}
	}
	if run.Sources, err = importer.Sources(ctx, a.Machine(), "import", o.agent, paths); err != nil && !(o.prompts && errors.Is(err, importer.ErrNone)) {
		return err
	}
	plan, unlock, err := run.Plan(ctx, o.dryRun)
	if err != nil {
		return err
	}
	defer func() { unlock() }()
	if err := importer.Readable(plan, run.Sources); err != nil && len(paths) > 0 {
		a.tellUnread(plan.Index.Unread, o.verbose)
		return err
	}
	if o.dryRun {
		return a.showImport(ctx, run, plan, len(paths) == 0, o)
	}
	a.UI.Say("%s", planLine(plan, len(run.Sources)))
	a.tellPassedOver(plan.Index, o.verbose)
	switch o.improve, err = a.offer(ctx, v, plan, &o, unlock); {
	case err != nil:
		return err
	case o.improve == importNot || o.first && !o.offered:
		return nil
	case o.offered: // nobody held the lock meanwhile
		if plan, unlock, err = run.Plan(ctx, false); err != nil {
			return err
		}
	}
	rep, stopped, err := a.flushPlanned(ctx, run, plan, o, unlock)
	if err == nil && len(paths) == 0 {
		err = a.importMemory(ctx, run, &rep, o.agent)
	}
	var asked prompts.Counts
	if err == nil {
		asked, err = a.importPrompts(ctx, run, len(paths) == 0, o)
	}
	if err != nil {
		return err
	}
	unlock() // the compiler needs no writer to wait
	if err := a.finishImport(ctx, run, plan, rep, asked, o); err != nil {
		return err
	}
	if o.improve == improveLater {
		return a.improveApart(v, improveFlags{model: o.model})
	}
	return stopped
}

// tellLeftOut reports how much of what the model wrote was left out.
func (a *app) tellLeftOut(n int) {
	if n > 0 {
		a.UI.Warn("left out %s of what the model wrote, which its turns do not bear out; .memoria/logs/memoria.log says why", say.Count(n, "line"))
	}
}

// planLine says in one line what is about to be done.
func planLine(p *flush.Plan, files int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "found %s: %s to read (%s", say.Count(files, "transcript"), say.Count(len(p.Todo), "session"), say.Count(p.Turns, "turn"))
	if first, last := span(p.Todo); first != "" {
		fmt.Fprintf(&b, ", %s to %s", first, last)
	}
	b.WriteString(")")
	if n := len(p.Unchanged); n > 0 {
		fmt.Fprintf(&b, ", %s unchanged since the last import", say.Count(n, "session"))
	}
	if p.TooOld > 0 {
		fmt.Fprintf(&b, ", %s before the day asked for", say.Count(p.TooOld, "session"))
	}
	return b.String()
}

func span(todo []*session.Session) (first, last string) {
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

// importMemory adds agents' own memory files to an import and its report.
func (a *app) importMemory(ctx context.Context, run *importer.Run, rep *flush.Report, agent string) error {
	m, err := run.TakeMemory(ctx, agent, rep)
	if m.Bullets > 0 {
		a.UI.Say("took %s from %s of %s own memory", say.Count(m.Bullets, "line"), say.Count(m.Files, "file"), command.Whose(m.Of))
	}
	for _, r := range m.Refused {
		a.UI.Say("left out %s: %s", say.Printable(r.Session), r.Reason)
	}
	return err
}

// plannedJSON is the answer of `import --dry-run --json`.
type plannedJSON struct {
	DryRun     bool             `json:"dry_run"`
	Files      int              `json:"transcripts"`
	Turns      int              `json:"turns"`
	Tokens     int              `json:"tokens"`
	Calls      int              `json:"calls"`    // of a model
	Cost       *float64         `json:"cost_usd"` // rough; null if a price is not known
	Unchanged  int              `json:"unchanged"`
	TooOld     int              `json:"too_old"`
	Sessions   []plannedSession `json:"sessions"`
	Unreadable []session.Unread `json:"unreadable"`
	Memory     *memory.Counts   `json:"memory,omitempty"`
	Prompts    *prompts.Counts  `json:"prompts,omitempty"` // of sessions without a transcript
}

type plannedSession struct {
	Session string `json:"session"`
	Agent   string `json:"agent"`
	Project string `json:"project,omitempty"`
	First   string `json:"first,omitempty"`
	Last    string `json:"last,omitempty"`
	Turns   int    `json:"turns"`
	Files   int    `json:"files"`
}

// showImport shows what an import would do; all says that it reads what agents keep.
func (a *app) showImport(ctx context.Context, run *importer.Run, plan *flush.Plan, all bool, o importFlags) error {
	var own kept
	if all {
		c, err := memory.Count(ctx, run.Vault, run.Memory(o.agent))
		if err != nil {
			return err
		}
		asked, err := prompts.Count(ctx, run.Vault, askFor(run, plan, o))
		if err != nil {
			return err
		}
		own = kept{&c, &asked}
	}
	s, todo := run.Scribe, plan.Todo
	if o.byModel() {
		from, err := a.improvedFrom(o, run.Vault)
		if err == nil {
			s, err = a.Hire(run.Vault, o.model).Scribe()
		}
		if err != nil {
			return err
		}
		todo = late(todo, from)
	}
	return a.showPlan(plan, len(run.Sources), estimate(s, todo), own, o)
}

// kept is what agents keep beside their transcripts, nil where that is not looked at.
type kept struct {
	memory  *memory.Counts
	prompts *prompts.Counts
}

// showPlan prints what import would do: a line for each session and the sum, cost included.
func (a *app) showPlan(p *flush.Plan, files int, price author.Estimate, own kept, o importFlags) error {
	tokens := p.Chars / author.CharsPerToken
	if a.AsJSON {
		out := plannedJSON{true, files, p.Turns, tokens, price.Calls, price.USD, len(p.Unchanged), p.TooOld, []plannedSession{}, say.List(p.Index.Unread), own.memory, own.prompts}
		for _, s := range p.Todo {
			ps := plannedSession{Session: s.ID, Agent: s.Agent, Project: s.Project, Turns: s.Turns, Files: len(s.Sources)}
			if !s.First.IsZero() {
				ps.First, ps.Last = s.First.Format(time.RFC3339), s.Last.Format(time.RFC3339)
			}
			out.Sessions = append(out.Sessions, ps)
		}
		return a.UI.JSON(out)
	}
	for _, s := range p.Todo {
		when := "no time   "
		if !s.First.IsZero() {
			when = s.First.Format(time.DateOnly)
		}
		why := s.Nothing()
		if why != "" {
			why = "  " + say.Printable(why)
		}
		a.UI.Print("%s  %5d turns  %-8s  %-20s %s%s", when, s.Turns, s.Agent, say.Clip(say.Printable(s.Project), 20), say.Printable(s.ID), why)
	}
	a.tellUnread(p.Index.Unread, o.verbose)
	a.UI.Print("%s", planLine(p, files))
	a.UI.Print("about %s of words; %s", say.Count(tokens, "token"), price)
	if own.memory != nil {
		a.TellMemory(*own.memory, "")
		a.offerPrompts(*own.prompts, o)
	}
	return nil
}

// finishImport compiles what was added and reports the import.
func (a *app) finishImport(ctx context.Context, run *importer.Run, p *flush.Plan, rep flush.Report, asked prompts.Counts, o importFlags) error {
	out, err := run.Finish(ctx, p, rep, command.Version())
	if err != nil {
		return err
	}
	out.Prompts = asked
	if err := a.Answer(out, func() {
		a.tellImport(run.Vault, p, rep, asked, out.Compiled, o.verbose)
		a.TellAsked(out.Model)
	}); err != nil {
		return err
	}
	if n := len(rep.Failed); n > 0 {
		return exit.Hint(fmt.Errorf("import: %s could not be flushed", say.Count(n, "session")), exit.Failure, "memoria status lists them with the reason; when that is mended, memoria import tries them again")
	}
	return out.Unedited
}

func (a *app) tellImport(v *workspace.Vault, p *flush.Plan, rep flush.Report, asked prompts.Counts, comp compiler.Report, verbose bool) {
	if rep.Entries > 0 {
		a.UI.Print("Imported %s", flushed(rep.Flushed, rep.Entries, rep.Bullets, rep.Days))
	} else if asked.Prompts == 0 {
		a.UI.Print("Nothing new: every session is in the day logs already")
	}
	if asked.Prompts > 0 {
		a.UI.Print("Kept %s, without answers", withoutTranscript(asked))
	}
	a.tellSkips(rep.Skipped, verbose)
	a.tellUnread(p.Index.Unread, verbose)
	for _, f := range rep.Failed {
		a.UI.Warn("session %s: %s", say.Printable(f.Session), f.Reason)
	}
	a.TellCompile(v, comp)
	a.UI.Print("Next: open the folder %s as a vault in Obsidian, or read %s", v.Path(), v.Config.Wiki+"/index.md")
}
