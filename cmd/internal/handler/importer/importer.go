// Package importer reads past transcripts into the day logs (importer.go), and finds the sessions of the archive that a
// command names (restore.go).
package importer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/dialect"
	"github.com/agent-admin/memoria/flush/session"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/wiki/ask"
)

const (
	draftBatch  = 32 // sessions that are asked about before they are written
	draftRounds = 4  // after these, what is still new is asked about under the lock
)

// A Run writes sessions into the logs of a vault.
type Run struct {
	Vault   *workspace.Vault                                  // required
	Scribe  *author.Scribe                                    // required
	Lock    func(context.Context) (unlock func(), err error)  // required: takes the lock of flushing
	Warn    func(format string, args ...any)                  // required
	Step    func(what string, done, total int, detail string) // required: is told how far it is
	Sources []transcript.Source                               // of Plan and Flush
	Options flush.Options                                     // the same
}

// ErrNone says that no agent has a folder of transcripts.
var ErrNone = errors.New("no agent keeps transcripts here")

// Fetch brings the sessions of agents that keep them in a database into files; named is the agent, "" for all. One of all
// that cannot be asked is only told.
func (r *Run) Fetch(ctx context.Context, named string) error {
	m := r.Vault.Machine
	for _, a := range agents.Of(named) {
		err := a.Fetch(ctx, agents.Looker{Getenv: m.Getenv, Home: m.Home, Now: m.Now()}, time.Time{}, false)
		if err != nil && (named != "" || ctx.Err() != nil) {
			return err
		}
		if err != nil {
			r.Warn("%v", err)
		}
	}
	return nil
}

// Sources returns the transcripts at the paths, or without any those that agents keep; named is the agent whose they are,
// "" for all. cmd is the name of the command, for errors. The error wraps [ErrNone].
func Sources(ctx context.Context, m *workspace.Machine, cmd, named string, paths []string) ([]transcript.Source, error) {
	if len(paths) == 0 {
		return kept(ctx, m, named)
	}
	var out []transcript.Source
	others, taken := 0, map[string]bool{}
	for _, p := range paths {
		s, err := claude.Find(ctx, m.Finder().Abs(p), document)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, exit.Hint(fmt.Errorf("%s %q: there is no such file or folder", cmd, p), exit.Failure,
				"name the folder that holds the .jsonl files; without a path, memoria import takes the agent's own")
		case err != nil:
			return nil, err
		case len(s) == 0:
			return nil, exit.Hint(fmt.Errorf("%s %q: %s", cmd, p, cmp.Or(foreign(m.Finder().Abs(p)), "there is no .jsonl file in it")), exit.Failure,
				"name the folder that holds the transcripts, which are those of "+titles()+"; without a path, memoria import takes the agents' own")
		}
		for _, src := range s {
			switch {
			case taken[src.Path]:
			case named == "" || cmp.Or(dialect.OfSource(src), claude.Name) == named:
				out, taken[src.Path] = append(out, src), true
			default:
				others++
			}
		}
	}
	if len(out) == 0 {
		return nil, exit.Hint(fmt.Errorf("%s: none of %s is of %s", cmd, say.Count(others, "transcript"), agents.Of(named)[0].Title), exit.Failure, "without --agent all are read")
	}
	return out, nil
}

// document reports whether a file is a transcript that is one document, as OpenCode exports it.
func document(path string) bool {
	src, err := claude.Open(path)
	return err == nil && dialect.NeedsHead(dialect.OfSource(src))
}

// others are programs whose files memoria does not read, by a name that one of them has.
var others = []struct{ name, what string }{
	{"api_conversation_history.json", "of Cline or one of its kin"}, {".aider.chat.history.md", "the history that Aider keeps"},
	{"conversations.json", "an export of ChatGPT or claude.ai"}, {"T-*.json", "a thread of Amp"}, {"*.vscdb", "a database of an editor, such as that of Cursor"},
	{"opencode*.db", "the database of OpenCode"}, {"logs.json", "a list of what was typed to Gemini CLI"},
}

// foreign says whose files are in a folder without transcripts, "" if that cannot be told.
func foreign(dir string) (what string) {
	filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		for _, o := range others {
			if ok, _ := filepath.Match(o.name, filepath.Base(p)); ok && err == nil && d.Type().IsRegular() {
				what = fmt.Sprintf("%s is %s, which memoria does not read here", p, o.what)
				return filepath.SkipAll
			}
		}
		return nil
	})
	return what
}

// Readable returns an error if no transcript that a plan of sources looked at can be read.
func Readable(p *flush.Plan, sources []transcript.Source) error {
	if len(sources) == 0 || len(p.Index.Unread) < len(sources) {
		return nil
	}
	return exit.Hint(fmt.Errorf("import: nothing in %s could be read", say.Count(len(sources), "file")), exit.Failure,
		"memoria reads the transcripts of "+titles()+"; those in the database of OpenCode come with memoria import --agent opencode")
}

// titles names the agents, for a person.
func titles() string {
	all := pick.Each(agents.All, func(a agents.Agent) string { return a.Title })
	return strings.Join(all[:len(all)-1], ", ") + " and " + all[len(all)-1]
}

// kept returns the transcripts in the folders of agents.
func kept(ctx context.Context, m *workspace.Machine, named string) (out []transcript.Source, err error) {
	var places []string
	for _, a := range agents.Of(named) {
		root := a.Root(m.Getenv, m.Home)
		s, err := a.Find(ctx, root)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			places = append(places, fmt.Sprintf("%s in %q", a.Title, root))
			continue
		case err != nil:
			return nil, err
		}
		out = append(out, s...)
	}
	if len(places) == len(agents.Of(named)) {
		return nil, exit.Hint(fmt.Errorf("import: %w, neither %s", ErrNone, strings.Join(places, " nor ")), exit.Failure,
			"memoria import PATH reads transcripts from another folder; memoria demo shows what comes of them")
	}
	return out, nil
}

// stretchUsual is how many bytes of words an entry is about at most, as a rule.
const stretchUsual = 96 << 10

// Stretches returns about how many entries a session becomes.
func Stretches(s *session.Session) int { return 1 + s.Pauses + s.Chars/stretchUsual }

// Plan finds what there is to flush. Unless dry, it takes the lock first and keeps it until unlock is called. With a
// model it only checks that the lock is free, since nobody holds the lock while a model answers.
func (r *Run) Plan(ctx context.Context, dry bool) (plan *flush.Plan, unlock func(), err error) {
	unlock = func() {}
	if !dry {
		if unlock, err = r.Lock(ctx); err != nil {
			return nil, nil, err
		}
		if r.Scribe.Asks() {
			unlock()
		}
	}
	o := r.Options
	o.Progress = func(done, total int) { r.Step("reading transcript", done+1, total, "") }
	plan, warnings, err := r.Vault.Flusher().Plan(ctx, r.Sources, o)
	for _, w := range warnings {
		r.Warn("%s", w)
	}
	if err != nil {
		unlock()
		return nil, nil, err
	}
	return plan, unlock, nil
}

// Flush carries out a plan.
func (r *Run) Flush(ctx context.Context, plan *flush.Plan) (flush.Report, error) {
	if r.Scribe.Asks() {
		return r.draft(ctx, plan)
	}
	return r.write(ctx, plan)
}

// write writes sessions. The caller has held the lock since before the plan.
func (r *Run) write(ctx context.Context, plan *flush.Plan) (flush.Report, error) {
	f := r.Vault.Flusher()
	f.Author = r.Scribe.Author
	f.Ledger.Clean(r.Vault.Now())
	return f.Run(ctx, plan, runtime.NumCPU(), func(done int, s *session.Session) { r.progress(done, len(plan.Todo), s) })
}

func (r *Run) progress(done, total int, s *session.Session) {
	r.Step("session", done, total, say.Printable(s.Project))
}

// draft flushes with a model, and holds no lock while the model answers. It asks first; the answers are kept by
// question. Then it takes the lock, reads the transcripts again and writes; if something new was said meanwhile, it
// asks about that and tries again. It flushes the sessions in order, in batches, so that an interrupt loses at most
// one batch.
func (r *Run) draft(ctx context.Context, plan *flush.Plan) (flush.Report, error) {
	var rep flush.Report
	todo, at := plan.Todo, 0
	for batch := range slices.Chunk(todo, draftBatch) {
		ids := pick.Set(batch, func(s *session.Session) string { return s.ID })
		if err := r.batch(ctx, plan, ids, &rep, at, len(todo)); err != nil {
			return rep, err
		}
		plan, at = nil, at+len(batch)
	}
	return rep, nil
}

// batch flushes some sessions; it makes the plan if plan is nil.
func (r *Run) batch(ctx context.Context, plan *flush.Plan, batch map[string]bool, all *flush.Report, at, of int) (err error) {
	defer r.Scribe.Shut(nil)
	in := func(s *session.Session) bool { return batch[s.ID] }
	for round := 1; ; round++ {
		if plan == nil {
			if plan, _, err = r.Vault.Flusher().Plan(ctx, r.Sources, r.Options); err != nil {
				return err
			}
		}
		part := *plan
		part.Keep(in)
		f := r.Vault.Flusher()
		f.Author = r.Scribe.Author
		r.Scribe.Shut(nil)
		why := f.Draft(ctx, &part, max(runtime.NumCPU(), r.Vault.Config.Models.AtOnce), func(done int, s *session.Session) { r.progress(at+done, of, s) })
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if why == nil && round < draftRounds {
			why = ask.ErrAside
		}
		r.Scribe.Shut(why)
		rep, err := r.writeDrafted(ctx, in)
		all.Add(rep)
		if !errors.Is(err, ask.ErrAside) {
			return err
		}
		plan = nil
	}
}

func (r *Run) writeDrafted(ctx context.Context, in func(*session.Session) bool) (flush.Report, error) {
	unlock, err := r.Lock(ctx)
	if err != nil {
		return flush.Report{}, err
	}
	defer unlock()
	plan, _, err := r.Vault.Flusher().Plan(ctx, r.Sources, r.Options) // its warnings were reported before
	if err != nil {
		return flush.Report{}, err
	}
	plan.Keep(in)
	return r.write(ctx, plan)
}
