package session

import (
	"context"

	"github.com/agent-admin/memoria/cmd/internal/handler/importer"
	"github.com/agent-admin/memoria/cmd/internal/handler/prompts"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/flush"
)

// askFor returns which prompts an import looks for. plan is what it is about to read, nil where that was read.
func askFor(run *importer.Run, plan *flush.Plan, o importFlags) prompts.Ask {
	ask := prompts.Ask{Agent: o.agent, Since: run.Options.Since}
	if plan != nil {
		for _, s := range plan.Todo {
			r := s.Waiting()
			r.Project = s.Project
			ask.Known = append(ask.Known, r)
		}
	}
	return ask
}

// importPrompts keeps the prompts of sessions whose transcripts are gone, or says that there are some. all says that the
// import reads what agents keep.
func (a *app) importPrompts(ctx context.Context, run *importer.Run, all bool, o importFlags) (kept prompts.Counts, err error) {
	if err := prompts.Replace(ctx, run.Vault); err != nil || !all {
		return kept, err
	}
	if o.prompts {
		return prompts.Take(ctx, run.Vault, askFor(run, nil, o))
	}
	c, err := prompts.Count(ctx, run.Vault, askFor(run, nil, o))
	if err == nil && !a.AsJSON && c.Prompts > 0 {
		a.UI.Say("%s could be kept, too, without answers: memoria import --prompts", withoutTranscript(c))
	}
	return kept, err
}

// offerPrompts says which prompts there are, and whether they would be kept.
func (a *app) offerPrompts(c prompts.Counts, o importFlags) {
	switch {
	case c.Prompts == 0:
	case o.prompts:
		a.UI.Print("%s to keep, without answers", withoutTranscript(c))
	default:
		a.UI.Print("%s could be kept, too, without answers: memoria import --prompts", withoutTranscript(c))
	}
}

func withoutTranscript(c prompts.Counts) string {
	of := "sessions whose transcripts are gone"
	if c.Sessions == 1 {
		of = "session whose transcript is gone"
	}
	return say.Count(c.Prompts, "prompt") + " of " + say.Thousands(c.Sessions) + " " + of
}
