package session

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/importer"
	"github.com/agent-admin/memoria/cmd/internal/llm"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/wiki/ask"
)

// What --improve of import takes, besides a number of days such as 30d.
const (
	improveNot   = "no"         // no model is asked
	improveAll   = "all"        // the model writes all of it, now
	improveLater = "background" // no model now, and improve in the background
	importNot    = "not now"    // offered by init
)

// offeredDays is how much of the past is offered to be written by a model at once.
const offeredDays = 30

// checkImprove returns an error for a value that --improve does not take.
func (o *importFlags) checkImprove() error {
	n, err := strconv.Atoi(strings.TrimSuffix(o.improve, "d"))
	days := err == nil && n > 0 && strings.HasSuffix(o.improve, "d")
	switch {
	case o.improve == "":
	case !days && !slices.Contains([]string{improveNot, improveAll, improveLater}, o.improve):
		return exit.Hint(fmt.Errorf("import: --improve %q is not one of no, all, background, or a number of days like 30d", o.improve), exit.Usage, "memoria import --improve background writes without a model now, and with one in the background")
	case o.model.Provider == author.Extractive && o.improve != improveNot:
		return exit.Hint(errors.New("import: --improve asks a model, and --provider extractive none"), exit.Usage, "leave one of them out")
	}
	return nil
}

// A choice is one way to import.
type choice struct{ when, text string }

// offer asks the person how the sessions of a plan are to be written, if there is a terminal and a model, and returns what
// --improve would say. It releases the lock before it asks.
func (a *app) offer(ctx context.Context, v *workspace.Vault, p *flush.Plan, o *importFlags, unlock func()) (string, error) {
	if o.improve != "" || o.model.Provider != "" || a.AsJSON || len(p.Todo) == 0 || !a.Asks() {
		return o.improve, nil
	}
	c, err := a.Hire(v, o.model).Client()
	if err != nil || c == nil {
		return "", nil // no model is no failure of an import
	}
	ready, why := llm.Ready(c.Providers)
	if ready == nil {
		a.UI.Say("%s, so no model is asked; once it is, memoria improve has it write", why)
		return "", nil
	}
	unlock()
	o.offered = true
	c.Providers = []llm.Provider{ready}
	choices := choicesOf(a.Hire(v, o.model).ScribeOf(c), p.Todo, a.Now(), v.Config.Models.Day.Calls)
	if o.first {
		choices = append(choices, choice{importNot, "not now: memoria import does it later"})
	}
	in := ""
	if _, ok := ready.(*llm.Claude); ok {
		in = ", logged in"
	}
	a.UI.Say("%s is there%s. How are the entries of these sessions to be written?", ready.Info().Name, in)
	for i, x := range choices {
		fmt.Fprintf(a.Stderr, "  %d  %s\n", i+1, x.text)
	}
	for stdin := bufio.NewReader(a.Stdin); ; {
		s, err := a.AskLine(ctx, stdin, fmt.Sprintf("1 to %d, or Enter for 1: ", len(choices)))
		if errors.Is(err, io.EOF) {
			return choices[0].when, nil
		}
		if err != nil {
			return "", err
		}
		if n, err := strconv.Atoi(s); s == "" || err == nil && 0 < n && n <= len(choices) {
			return choices[max(n, 1)-1].when, nil
		}
	}
}

// choicesOf returns the ways to import some sessions; most is how many calls a day may make, nil any number.
func choicesOf(s *author.Scribe, todo []*session.Session, now time.Time, most *int64) []choice {
	late := late(todo, now.AddDate(0, 0, -offeredDays))
	by := func(todo []*session.Session) string {
		e := estimate(s, todo)
		text := fmt.Sprintf("%s, %s, in about %s", say.Count(len(todo), "session"), e, e.Span())
		if most != nil && int64(e.Calls) > *most {
			text += fmt.Sprintf("; at most %s calls a day, so memoria improve goes on the next", say.Thousands(int(*most)))
		}
		return text
	}
	out := []choice{{improveNot, "without a model, now: seconds, and nothing is asked"}}
	if len(late) > 0 && len(late) < len(todo) {
		out = append(out, choice{fmt.Sprintf("%dd", offeredDays), fmt.Sprintf("by the model, now, the last %d days: %s; the rest without", offeredDays, by(late))})
	}
	return append(out,
		choice{improveAll, "by the model, now, all of it: " + by(todo)},
		choice{improveLater, "both: without a model now, and by the model in the background, newest first"})
}

// estimate returns what it takes a scribe to write sessions, and to edit the articles.
func estimate(s *author.Scribe, todo []*session.Session) author.Estimate {
	stretches, chars := 0, 0
	for _, x := range todo {
		stretches, chars = stretches+importer.Stretches(x), chars+x.Chars
	}
	return s.Estimate(stretches, chars)
}

// late returns the sessions that ended since a time.
func late(todo []*session.Session, from time.Time) []*session.Session {
	return slices.DeleteFunc(slices.Clone(todo), func(s *session.Session) bool { return before(s, from) })
}

// before reports whether a session ended before a time.
func before(s *session.Session, at time.Time) bool { return !s.Last.IsZero() && s.Last.Before(at) }

// flushPlanned carries out the plan of an import: by the model what --improve says, and the rest without. Where the model
// stops, what it left is written without it, and stopped says why.
func (a *app) flushPlanned(ctx context.Context, run *importer.Run, plan *flush.Plan, o importFlags, unlock func()) (rep flush.Report, stopped, err error) {
	defer func() { a.tellLeftOut(run.Scribe.LeftOut()) }()
	if !o.byModel() {
		rep, err = run.Flush(ctx, plan)
		return rep, nil, err
	}
	from, err := a.improvedFrom(o, run.Vault)
	if err != nil {
		return rep, nil, err
	}
	model, err := a.Hire(run.Vault, o.model).Scribe()
	if err != nil {
		return rep, nil, err
	}
	if !model.Asks() {
		return rep, nil, exit.Hint(errors.New("import --improve: there is no model to ask"), exit.Provider, "memoria doctor says which models can be had, and what is missing")
	}
	late := *plan
	late.Keep(func(s *session.Session) bool { return !before(s, from) })
	older := *plan
	older.Keep(func(s *session.Session) bool { return before(s, from) })
	if rep, err = run.Flush(ctx, &older); err != nil {
		return rep, nil, err
	}
	unlock() // nobody holds it while a model answers
	run.Scribe = model
	more, err := run.Flush(ctx, &late)
	rep.Add(more)
	if ask.OutcomeOf(err) == "" {
		return rep, nil, err
	}
	a.UI.Warn("%s; the rest is written without the model", say.OneLine(err.Error()))
	code, hints, _ := command.ExplainModel(err)
	stopped = exit.Hint(err, code, append(hints, "memoria improve has the model write the rest, too")...)
	run.Scribe = model.Answered()
	left, unlock, err := run.Plan(ctx, false)
	if err != nil {
		return rep, stopped, err
	}
	defer unlock()
	more, err = run.Flush(ctx, left)
	rep.Add(more)
	return rep, stopped, err
}

// byModel reports whether a model writes entries of the import.
func (o *importFlags) byModel() bool {
	return !slices.Contains([]string{"", improveNot, improveLater}, o.improve)
}

// improvedFrom returns since when a model writes entries, zero for always.
func (a *app) improvedFrom(o importFlags, v *workspace.Vault) (t time.Time, err error) {
	if o.improve == improveAll {
		return t, nil
	}
	return a.Moment("import", "--improve", o.improve, v.Config.Zone)
}

// importFirst offers to import into a vault that is new, where there are sessions, a terminal and a model. It imports
// nothing without a word.
func (a *app) importFirst(ctx context.Context, path string) error {
	if !a.Asks() {
		return nil
	}
	v, err := a.Machine().Open(path)
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	if c, err := a.Hire(v, command.ModelFlags{}).Client(); err != nil || c == nil {
		return nil // import says so when it is asked for
	} else if ready, _ := llm.Ready(c.Providers); ready == nil {
		return nil
	}
	if found, err := importer.Sources(ctx, a.Machine(), "import", "", nil); err != nil || len(found) == 0 {
		return nil
	}
	return a.importAll(ctx, v, nil, importFlags{first: true})
}
