package doctor

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/codex"
	"github.com/agent-admin/memoria/cmd/internal/agents"
	"github.com/agent-admin/memoria/cmd/internal/handler/status"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// transcripts checks the agents' folders: whether they can be read, and what Claude Code will delete before it is
// captured.
func (x *Exam) transcripts(ctx context.Context) {
	t := x.st.Uncaptured
	if x.st.NoTranscripts != nil {
		mend := ""
		if t.Unread != "" {
			mend = "chmod -R u+rX " + t.Unread
		}
		x.unknown("transcripts", mend, "%v", x.st.NoTranscripts)
		return
	}
	none := true
	for _, s := range t.Shelves {
		if s.Sessions > 0 {
			none = false
			x.shelf(s)
		}
	}
	if none {
		x.unknown("transcripts", "", "no agent keeps any here; %s would in %s", t.Shelves[0].Agent.Title, t.Shelves[0].Root)
		return
	}
	for _, a := range agents.Of(codex.Name) { // which alone compresses
		if root := a.Root(x.Machine.Getenv, x.Machine.Home); a.Packed(ctx, root) > 0 {
			x.warn("transcripts", "zstd -d -r "+vault.Quote(root)+" && memoria import", "%s: %s compressed, which memoria does not read", a.Title, say.Count(a.Packed(ctx, root), "transcript"))
		}
	}
	if n := len(t.AtRisk); n > 0 {
		r := t.AtRisk[0]
		x.warn("transcripts", "memoria import", "%s not captured and deleted within a week, the first (session %s) from %s on", say.Count(n, "transcript"), r.Session, r.Deleted.In(x.Machine.Now().Location()).Format(time.DateOnly))
	}
	for _, d := range x.st.Damaged {
		x.ok("transcripts", "%s of %s could not be read; the rest of it was", say.Count(d.Lines, "damaged line"), d.Path)
	}
	if n := len(t.Grown) + len(t.Unheard); n > 0 && x.st.Captures {
		x.warn("transcripts", "memoria flush --scan --wait", "%s changed and no hook told", say.Count(n, "transcript"))
	}
}

// shelf tells how many transcripts of an agent are captured.
func (x *Exam) shelf(s status.Shelf) {
	t, deletes := x.st.Uncaptured, ""
	if s.Kept > 0 {
		deletes = fmt.Sprintf("; %s deletes each %s after its last change", s.Agent.Title, say.Count(int(s.Kept/(24*time.Hour)), "day"))
	}
	open := t.Open(s.Agent.Name)
	if len(open) == 0 {
		x.ok("transcripts", "%s: %s in %s, all captured%s", s.Agent.Title, say.Count(s.Sessions, "session"), s.Root, deletes)
		return
	}
	oldest := slices.MinFunc(open, func(a, b transcript.Source) int { return a.ModTime.Compare(b.ModTime) })
	x.ok("transcripts", "%s: %s in %s, %s not captured, the oldest of %s%s",
		s.Agent.Title, say.Count(s.Sessions, "session"), s.Root, say.Count(len(open), "transcript"), oldest.ModTime.In(x.Machine.Now().Location()).Format(time.DateOnly), deletes)
}

// sessions checks that the counts of sessions and turns add up.
func (x *Exam) sessions(context.Context) {
	for _, d := range x.st.Disagreements {
		x.problem("sessions", d.Mend, "%s", d.Text)
	}
	x.unfound()
	own := pick.Count(x.st.Records, func(r ledger.Record) bool { return r.State == ledger.Skipped && r.Reason == ledger.ReasonOwnCall })
	if own > 0 {
		x.ok("sessions", "%s of memoria's own calls to a model, passed over", say.Count(own, "transcript"))
	}
	if n := x.st.Unarchived; n > 0 {
		x.ok("archive", "%s with entries not in it: what their day logs lose, only their transcripts can bring back", say.Count(n, "session"))
	}
	if s := x.st.Sessions; len(x.st.Disagreements) == 0 {
		x.ok("sessions", "%s seen = %s flushed + %s pending + %s dead + %s skipped", say.Thousands(s.Seen), say.Thousands(s.Flushed), say.Thousands(s.Pending), say.Thousands(s.Dead), say.Thousands(len(s.Skipped)))
	}
}

// unfound reports sessions that hooks reported and that have no transcript.
func (x *Exam) unfound() {
	for _, u := range x.st.Unfound {
		switch {
		case u.Until.IsZero(), u.Until.After(x.Machine.Now()):
			x.ok("sessions", "session %s, told of by a hook: %s", u.Session, u.Tell(x.Machine.Now()))
		default:
			x.warn("sessions", "memoria flush --scan", "session %s, told of by a hook: %s", u.Session, u.Tell(x.Machine.Now()))
		}
	}
}

// projects asks about folders of which nothing tells which project they belong to.
func (x *Exam) projects(context.Context) {
	book, err := x.Vault.Projects()
	if err != nil {
		x.unknown("projects", "", "%v", err)
		return
	}
	all := book.Projects()
	for _, p := range all {
		for _, r := range p.Repos {
			if r.Asks && len(r.Folders) > 0 {
				x.warn("projects", "memoria project merge "+p.Name+" PROJECT",
					"the sessions of %s were in %s, which is gone and may be a worktree of another project: name that, or rename this one", p.Name, r.Folders[0])
			}
		}
	}
	if len(all) > 0 {
		x.ok("projects", "%d known; memoria project list shows them", len(all))
	}
}
