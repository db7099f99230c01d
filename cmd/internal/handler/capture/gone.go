package capture

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	heard "github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// gone handles a job whose transcript cannot be found: it records it in the ledger, and every scan looks for it
// again. Of one that was there, or that its agent keeps nowhere, it keeps what hooks brought. out is why the settings leave out
// what is said in its folder, or "".
func (w *Worker) gone(ctx context.Context, j *queue.Job, out string) error {
	if err := w.unheard(j); err != nil {
		return err
	}
	l := w.Vault.Ledger()
	r, err := l.Get(j.Agent, j.Session, w.Vault.Now())
	if err != nil {
		return err
	}
	if r.Session == "" {
		r = ledger.Record{Agent: j.Agent, Session: j.Session, Project: w.projectOf(j.Dir), First: j.First, Last: j.Last}
	}
	if out != "" && len(r.Entries) == 0 {
		r.State, r.Reason, r.Skipped, r.Pending = ledger.Skipped, out, r.Skipped+r.Pending, 0
		return l.Put(r)
	}
	heard := len(j.Messages)+len(j.Prompts) > 0
	if !j.Said() && r.Pending == 0 && len(r.Files) > 0 && !heard {
		return nil // nothing was said since all of it was captured
	}
	if r.State == ledger.Flushed && r.Pending == 0 && !heard {
		return nil // the same: all that was said is kept
	}
	folder := j.Transcript != "" && workspace.IsFolder(filepath.Dir(j.Transcript))
	was := slices.IndexFunc(r.Files, func(f ledger.File) bool { return f.Path != "" })
	ended := j.Has(queue.End)
	young := func(m queue.Message) bool { return m.At.Add(w.Queue.Throttle.Every).After(w.Vault.Now()) }
	// for its agent to write down what was asked
	waits := j.Transcript != "" && !ended && len(j.Messages) == 0 && was < 0 && w.Silent && slices.ContainsFunc(j.Prompts, young)
	switch {
	case !j.Said() && !heard && r.Turns == 0 && r.State != ledger.Pending:
		return nil // nothing was said in it
	case was >= 0, folder && (ended && j.Said() || j.Turns > 0 || j.Has(queue.Compact)), // who answered had written it
		j.Transcript != "" && ended && len(j.Messages) > 0: // its folder may be gone, too
		if r, err = w.keepHeard(ctx, j); err != nil {
			return err
		}
		path := j.Transcript
		if was >= 0 {
			path = cmp.Or(path, r.Files[was].Path)
		}
		r.Agent, r.Session, r.Project = j.Agent, j.Session, cmp.Or(r.Project, w.projectOf(j.Dir))
		r.State, r.Reason = ledger.Dead, fmt.Sprintf("its transcript %s was gone before all of it was captured", path)
		w.Tell("session %s: %s", j.Session, r.Reason)
		return l.Put(r)
	case heard && !waits:
		if r, err = w.keepHeard(ctx, j); err != nil {
			return err
		}
		if r.State != ledger.Flushed || j.Transcript != "" {
			return l.Put(r)
		}
		r.Reason = "its agent keeps no transcript: it has what hooks brought" // as an agent that is told to keep none
		return l.Put(r)
	case j.Transcript == "" && ended, !j.Said():
		r.State, r.Reason = ledger.Skipped, "its agent kept no transcript of it, and told nothing of what was said"
		return l.Put(r)
	}
	r.State, r.Reason, r.Last = ledger.Pending, "no transcript of it has been found yet; every scan looks again", j.Last
	r.Asked, r.AskedIn = j.Prompts[max(0, len(j.Prompts)-mostAsked):], j.Dir
	if err := w.await(r); err != nil { // status lists those that are still looked for
		return err
	}
	return l.Put(r)
}

// keepHeard captures what hooks brought of a session as if it were all that its transcript holds, and returns the
// session's record.
func (w *Worker) keepHeard(ctx context.Context, j *queue.Job) (ledger.Record, error) {
	type row struct {
		id, kind string
		queue.Message
	}
	all := pick.Each(j.Messages, func(m queue.Message) row { return row{heard.ID(m), "assistant", m} })
	asked := map[string]heard.Words{}
	for _, m := range j.Prompts {
		id := heard.PromptID(m)
		asked[id] = heard.Of(m, true).Words
		all = append(all, row{id, "user", m})
	}
	sorting.Stable(all, func(a, b row) int { return a.At.Compare(b.At) })
	var rows bytes.Buffer
	for _, m := range all {
		if m.Text == "" || m.id == "" {
			delete(asked, m.id)
			continue
		}
		// Without a parentUuid, it is no sign of Claude Code: see transcript.Is. It is the job that says whose it is.
		row := map[string]any{"type": m.kind, "uuid": m.id, "sessionId": j.Session, "cwd": j.Dir, "timestamp": m.At,
			"message": map[string]any{"id": m.id, "role": m.kind, "content": m.Text}}
		if m.kind == "user" {
			row["promptSource"] = "typed"
		}
		if err := json.NewEncoder(&rows).Encode(row); err != nil {
			return ledger.Record{}, fmt.Errorf("keep what hooks brought of session %s: %w", j.Session, err)
		}
	}
	if rows.Len() > 0 {
		src := transcript.Source{Agent: j.Agent, Path: j.Transcript, Size: int64(rows.Len()), ModTime: j.Last, Open: func() (io.ReadCloser, error) {
			return struct {
				io.ReadSeeker
				io.Closer
			}{bytes.NewReader(rows.Bytes()), io.NopCloser(nil)}, nil
		}}
		got, err := w.once(ctx, flush.Capture{Source: src, Session: j.Session, Final: true, Asked: asked})
		if err != nil {
			return ledger.Record{}, err
		}
		w.add(got)
	}
	r, err := w.Vault.Ledger().Get(j.Agent, j.Session, w.Vault.Now())
	r.Asked = nil // they are in the archive
	return r, err
}

const (
	awaitedName    = layout.Awaited
	awaitedVersion = layout.AwaitedVersion
)

// awaited lists the sessions whose transcript is missing, so that a scan need not read every record.
type awaited struct {
	Sessions []awaitedSession `json:"sessions"`
}

type awaitedSession struct {
	Agent   string `json:"agent"`
	Session string `json:"session"`
}

// await adds the session of r to the awaited ones.
func (w *Worker) await(r ledger.Record) error {
	a, err := w.awaited()
	if err != nil {
		return err
	}
	one := awaitedSession{r.Agent, r.Session}
	if slices.Contains(a.Sessions, one) {
		return nil
	}
	a.Sessions = append(a.Sessions, one)
	_, err = fsutil.WriteStateNoSync(w.Vault.Dir, awaitedName, awaitedVersion, a)
	return err
}

// awaited rebuilds the file from the ledger if it was lost.
func (w *Worker) awaited() (a awaited, err error) {
	if _, err := w.Vault.Dir.Lstat(awaitedName); err == nil {
		warning, err := fsutil.ReadState(w.Vault.Dir, awaitedName, awaitedVersion, &a, w.Vault.Now())
		if err != nil || warning == "" {
			return a, err
		}
	}
	records, _, err := w.Vault.Ledger().All(w.Vault.Now())
	for _, r := range records {
		if forsaken(r) || len(r.Asked) > 0 {
			a.Sessions = append(a.Sessions, awaitedSession{r.Agent, r.Session})
		}
	}
	return a, err
}

// giveUp skips the sessions whose transcript was not found for too long. If a transcript appears later, a scan takes
// it.
func (w *Worker) giveUp() error {
	a, err := w.awaited()
	if err != nil {
		return err
	}
	l := w.Vault.Ledger()
	still := awaited{Sessions: []awaitedSession{}}
	for _, s := range a.Sessions {
		r, err := l.Get(s.Agent, s.Session, w.Vault.Now())
		switch {
		case err != nil:
			return err
		case len(r.Asked) > 0:
			still.Sessions = append(still.Sessions, s)
			if err := w.lookAgain(r); err != nil {
				return err
			}
			continue
		case !forsaken(r): // found, or given up by hand
			continue
		case w.Vault.Now().Sub(r.Last) < workspace.UnfoundLimit:
			still.Sessions = append(still.Sessions, s)
			continue
		}
		r.State, r.Reason = ledger.Skipped, "its agent was gone before it wrote a transcript"
		if err := l.Put(r); err != nil {
			return err
		}
	}
	_, err = fsutil.WriteStateNoSync(w.Vault.Dir, awaitedName, awaitedVersion, still)
	return err
}

// Forsake gives up, because a person says so, the one session that arg is the beginning of and that cannot be
// captured. It reports false if there is none.
func Forsake(v *workspace.Vault, arg string) (bool, error) {
	if len(arg) < why.LeastID {
		return false, nil
	}
	l := v.Ledger()
	records, _, err := l.All(v.Now())
	if err != nil {
		return false, err
	}
	records = slices.DeleteFunc(records, func(r ledger.Record) bool {
		return !strings.HasPrefix(r.Session, arg) || r.State != ledger.Dead && r.Pending == 0 && !forsaken(r)
	})
	if len(records) != 1 {
		return false, nil
	}
	r := records[0]
	r.State, r.Reason = ledger.Skipped, "given up by hand: "+r.Reason
	if len(r.Entries) > 0 {
		r.State, r.Reason = ledger.Flushed, ""
	}
	r.Skipped, r.Dead, r.Pending = r.Skipped+r.Dead+r.Pending, 0, 0
	return true, l.Put(r)
}

// forsaken reports whether a record is of a session that hooks reported and whose transcript was never found.
func forsaken(r ledger.Record) bool {
	return r.State == ledger.Pending && len(r.Files) == 0 && r.Turns == 0
}

// projectOf names the project of a folder that a hook named.
func (w *Worker) projectOf(dir string) string {
	if dir == "" {
		return ""
	}
	if root, ok := w.Vault.Machine.Git().Repository(dir); ok {
		dir = root
	}
	return filepath.Base(dir)
}

// foreign handles a job whose file is not a transcript; it is not read again until it changes. Where it was one, or hooks brought
// words, the transcript is gone.
func (w *Worker) foreign(ctx context.Context, j *queue.Job, src transcript.Source, out string) error {
	l := w.Vault.Ledger()
	r, err := l.Get(j.Agent, j.Session, w.Vault.Now())
	if err != nil {
		return err
	}
	if len(r.Entries)+len(j.Messages)+len(j.Prompts) > 0 {
		return w.gone(ctx, j, out)
	}
	return l.Put(ledger.Record{Agent: j.Agent, Session: j.Session, Project: w.projectOf(j.Dir), First: j.First, Last: j.Last, State: ledger.Skipped,
		Asked: r.Asked, AskedIn: r.AskedIn, Reason: "its file holds no row of a transcript", Files: []ledger.File{{Path: src.Path, Size: src.Size, ModTime: src.ModTime}}})
}
