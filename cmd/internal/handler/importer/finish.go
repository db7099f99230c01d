package importer

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/dailynotes"
	"github.com/agent-admin/memoria/cmd/internal/handler/memory"
	"github.com/agent-admin/memoria/cmd/internal/handler/prompts"
	"github.com/agent-admin/memoria/cmd/internal/handler/publish"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// An Imported reports what an import did: the output of memoria import --json.
type Imported struct {
	Sessions   int              `json:"sessions"`
	Turns      int              `json:"turns"`
	Entries    int              `json:"entries"`
	Bullets    int              `json:"bullets"`
	Days       []string         `json:"days"`
	Skipped    []ledger.Skip    `json:"skipped"`
	Failed     []ledger.Skip    `json:"failed"`
	Unreadable []session.Unread `json:"unreadable"`
	Unchanged  int              `json:"unchanged"`
	Prompts    prompts.Counts   `json:"prompts"` // without answers, which the rest leaves out
	Articles   int              `json:"articles_written"`
	Model      *author.Asked    `json:"model,omitempty"` // what was asked about the articles

	Compiled compiler.Report `json:"-"`
	Unedited error           `json:"-"` // why a model has not edited all
}

// ImportedOf returns what a run did, before anything is compiled.
func ImportedOf(p *flush.Plan, rep flush.Report) Imported {
	return Imported{Sessions: rep.Flushed, Turns: rep.Turns, Entries: rep.Entries, Bullets: rep.Bullets, Days: Days(rep.Days),
		Skipped: say.List(rep.Skipped), Failed: say.List(rep.Failed), Unreadable: say.List(p.Index.Unread), Unchanged: len(p.Unchanged)}
}

// Days returns the days that hold entries, in order.
func Days(days map[daily.Date]int) []string {
	return say.List(pick.Each(slices.SortedFunc(maps.Keys(days), daily.Date.Compare), daily.Date.String))
}

// Memory says what of agents' own memory the run reads: of one agent, of all for "".
func (r *Run) Memory(agent string) memory.Ask {
	return memory.Ask{Agent: agent, Since: func(string) (time.Time, bool) { return r.Options.Since, true }}
}

// TakeMemory also imports agents' own memory files, and unless one agent is named the person's daily notes, and adds them to a
// report. The caller holds the lock.
func (r *Run) TakeMemory(ctx context.Context, agent string, rep *flush.Report) (memory.Report, error) {
	m, err := memory.Take(ctx, r.Vault, r.Memory(agent), nil)
	rep.Appended.Add(flush.Appended{Entries: m.Entries, Bullets: m.Bullets, Days: m.Days})
	if err != nil || agent != "" {
		return m, err
	}
	own, err := dailynotes.Take(ctx, r.Vault)
	rep.Appended.Add(flush.Appended{Entries: own.Entries, Bullets: own.Lines, Days: own.Days})
	return m, err
}

// Finish compiles what a run added, and prepares the briefs of sessions.
func (r *Run) Finish(ctx context.Context, p *flush.Plan, rep flush.Report, version string) (out Imported, err error) {
	c, e := r.Vault.Compiler(), r.Scribe.Editor()
	if e != nil {
		c.Author = e
	}
	var comp compiler.Report
	if r.Vault.Compiles() {
		if comp, err = workspace.CompileSoon(ctx, c, compiler.Options{Now: true}); err != nil {
			return out, err
		}
	}
	publish.Prepare(ctx, r.Vault, version, "")
	out = ImportedOf(p, rep)
	out.Articles, out.Model = len(comp.Created)+len(comp.Updated), author.AskedOf(e)
	out.Compiled, out.Unedited = comp, author.Unedited(e, nil)
	return out, nil
}

// Compile compiles what was written again, if anything was; how says in a word what was done.
func (r *Run) Compile(ctx context.Context, got flush.Captured, how string) (rep compiler.Report, err error) {
	if got.Entries == 0 || !r.Vault.Compiles() {
		return rep, nil
	}
	c := r.Vault.Compiler()
	if e := r.Scribe.Editor(); e != nil {
		c.Author = e
	}
	if rep, err = workspace.CompileSoon(ctx, c, compiler.Options{}); err != nil {
		err = fmt.Errorf("compile what was %s: %w", how, err)
	}
	return rep, err
}
