package capture

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler/why"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/queue"
	heard "github.com/agent-admin/memoria/flush/reported"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// gone handles a job whose transcript cannot be found: it records it in the ledger, and every scan looks for it
// again. Of one that was there it keeps the messages that hooks brought.
func (w *Worker) gone(ctx context.Context, j *queue.Job) error {
	l := w.Vault.Ledger()
	r, err := l.Get(j.Agent, j.Session, w.Vault.Now())
	if err != nil {
		return err
	}
	if r.Session == "" {
		r = ledger.Record{Agent: j.Agent, Session: j.Session, Project: w.projectOf(j.Dir), First: j.First, Last: j.Last}
	}
	if !j.Said() && r.Pending == 0 && len(r.Files) > 0 {
		return nil // nothing was said since all of it was captured
	}
	if err := w.unheard(j); err != nil {
		return err
	}
	if r.State == ledger.Flushed && r.Pending == 0 && len(j.Messages) == 0 {
		return nil // the same: all that was said is kept
	}
	folder := j.Transcript != "" && workspace.IsFolder(filepath.Dir(j.Transcript))
	switch {
	case !j.Said() && r.Turns == 0:
		r.State, r.Reason = ledger.Skipped, "nothing was said in it: its agent wrote no transcript"
		return l.Put(r)
	case len(r.Files) > 0 || folder && (j.Has(queue.End) || len(j.Messages) > 0), // who answered had written it
		j.Transcript != "" && j.Has(queue.End) && len(j.Messages) > 0: // its folder may be gone, too
		if err := w.keepHeard(ctx, j); err != nil {
			return err
		}
		if r, err = l.Get(j.Agent, j.Session, w.Vault.Now()); err != nil {
			return err
		}
		r.Agent, r.Session, r.Project = j.Agent, j.Session, cmp.Or(r.Project, w.projectOf(j.Dir))
		r.State, r.Reason = ledger.Dead, fmt.Sprintf("its transcript %s was gone before all of it was captured", j.Transcript)
	default:
		r.State, r.Reason, r.Last = ledger.Pending, "no transcript of it has been found yet; every scan looks again", j.Last
	}
	if r.State == ledger.Dead { // status lists those that are still looked for
		w.Tell("session %s: %s", j.Session, r.Reason)
	} else if err := w.await(r); err != nil {
		return err
	}
	return l.Put(r)
}

// unheard leaves to a job the messages that the archive does not have as answers of its session.
func (w *Worker) unheard(j *queue.Job) error {
	if len(j.Messages) == 0 {
		return nil
	}
	said, clean := map[string]bool{}, w.Vault.Flusher().Clean
	err := archive.Archive{Dir: w.Vault.Dir}.Each(j.Agent, j.Session, func(_ string, f *archive.File) error {
		for _, t := range f.Turns {
			said[strings.TrimSpace(t.Text)] = true
		}
		return nil
	})
	j.Messages = slices.DeleteFunc(j.Messages, func(m queue.Message) bool { return said[strings.TrimSpace(clean(m.Text))] })
	return err
}

// keepHeard captures the messages of a job as if they were all that its transcript holds.
func (w *Worker) keepHeard(ctx context.Context, j *queue.Job) error {
	var rows bytes.Buffer
	for _, m := range j.Messages {
		id := heard.ID(m)
		if m.Text == "" || id == "" {
			continue
		}
		// Without a parentUuid, it is no sign of Claude Code: see transcript.Is. It is the job that says whose it is.
		row := map[string]any{"type": "assistant", "uuid": id, "sessionId": j.Session, "cwd": j.Dir, "timestamp": m.At,
			"message": map[string]any{"id": id, "role": "assistant", "content": m.Text}}
		if err := json.NewEncoder(&rows).Encode(row); err != nil {
			return fmt.Errorf("keep the messages of session %s: %w", j.Session, err)
		}
	}
	if rows.Len() == 0 {
		return nil
	}
	src := transcript.Source{Agent: j.Agent, Path: j.Transcript, Size: int64(rows.Len()), ModTime: j.Last, Open: func() (io.ReadCloser, error) {
		return struct {
			io.ReadSeeker
			io.Closer
		}{bytes.NewReader(rows.Bytes()), io.NopCloser(nil)}, nil
	}}
	got, err := w.once(ctx, flush.Capture{Source: src, Session: j.Session, Final: true})
	if err == nil {
		w.add(got)
	}
	return err
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
		if forsaken(r) {
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

// foreign handles a job whose file is not a transcript; it is not read again until it changes.
func (w *Worker) foreign(j *queue.Job, src transcript.Source) error {
	l := w.Vault.Ledger()
	r, err := l.Get(j.Agent, j.Session, w.Vault.Now())
	if err != nil || len(r.Entries) > 0 {
		if err == nil && !j.Said() && r.Pending == 0 {
			return nil // all of it was captured before
		}
		return errors.Join(err, flush.ErrNoTranscript)
	}
	return l.Put(ledger.Record{Agent: j.Agent, Session: j.Session, Project: w.projectOf(j.Dir), First: j.First, Last: j.Last, State: ledger.Skipped,
		Reason: "its file holds no row of a transcript", Files: []ledger.File{{Path: src.Path, Size: src.Size, ModTime: src.ModTime}}})
}
