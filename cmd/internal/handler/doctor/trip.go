package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
)

const (
	tripEvent   = "SessionEnd" // the one with the least time
	tripSession = "memoria-doctor"
	tripBudget  = 1500 * time.Millisecond // what the agent gives all hooks of SessionEnd together
	tripCeiling = time.Minute             // to which a timeout raises it at most
	tripHangs   = 20 * time.Second
	tripWorker  = 10 * time.Second       // for its worker to take the note
	tripNote    = 300 * time.Millisecond // for a note to show that nobody took yet
)

// roundTrip runs the hook of SessionEnd as the agent would, on a vault made for it inside this one, and waits until
// the worker that it starts has taken the note. It removes that vault at the end.
func (x *Exam) roundTrip(ctx context.Context, s settings) {
	const what = "round trip"
	i := slices.IndexFunc(s.hooks, func(h claude.Hook) bool { return h.Event == tripEvent })
	if i < 0 || x.Vault == nil || !workspace.SameFile(s.hooks[i].Call.Vault, x.Vault.Path()) {
		return // already reported
	}
	h := s.hooks[i]
	sh, err := exec.LookPath("sh")
	if err != nil {
		x.unknown(what, "", "no sh to run the hook with, as the agent does")
		return
	}
	dir, remove, err := x.Vault.Dir.Scratch(vault.Marker, x.Machine.Now())
	if err != nil {
		x.unknown(what, "", "%v", err)
		return
	}
	defer func() {
		dir.Close()
		if err := remove(); err != nil {
			x.warn(what, "rm -r "+vault.Quote(dir.Path()), "%v", err)
		}
	}()
	if _, err := x.Machine.Finder().Init(dir.Path(), false); err != nil {
		x.unknown(what, "", "%v", err)
		return
	}
	took, err := x.runHook(ctx, sh, redirect(h, dir.Path()))
	if err != nil {
		x.problem(what, x.mendInstall(s, h.Call.Vault), "the hook for %s in %s does not do its work: %v", tripEvent, s.path, err)
		return
	}
	x.arrival(ctx, s, h, dir, took)
}

// arrival checks the time that a hook took, and waits for the worker that it started.
func (x *Exam) arrival(ctx context.Context, s settings, h claude.Hook, dir *fsutil.Dir, took time.Duration) {
	const what = "round trip"
	may := max(tripBudget, min(timeoutOf(h), tripCeiling))
	spent := fmt.Sprintf("the hook for %s in %s, run for a try, took %d ms; the agent gives it %s", tripEvent, s.path, took.Milliseconds(), seconds(may))
	waited, ok, left := x.awaitWorker(ctx, dir)
	switch {
	case !ok && left > 0:
		x.problem(what, "memoria flush --wait", "%s, but no worker took its note within %s", spent, tripWorker)
	case !ok:
		x.problem(what, x.mendInstall(s, h.Call.Vault), "%s, but its note did not arrive", spent)
	case took >= may:
		x.problem(what, "less "+vault.Quote(x.logPaths()[0]), "%s", spent)
	case took >= tripBudget:
		x.warn(what, "less "+vault.Quote(x.logPaths()[0]), "%s, but that is much: without a timeout of its own it would have %s", spent, seconds(tripBudget))
	default:
		x.ok(what, "%s; its worker took the note %d ms later", spent, waited.Milliseconds())
	}
}

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'g', 3, 64) + " s" }

// timeoutOf returns the timeout that a hook declares; 0 if it declares none.
func timeoutOf(h claude.Hook) time.Duration {
	secs, err := strconv.ParseFloat(h.Timeout, 64)
	if err != nil || !(secs > 0) {
		return 0
	}
	return time.Duration(min(secs, tripCeiling.Seconds()) * float64(time.Second))
}

// redirect returns the hook's own command line, with the vault at path in place of its own, and nothing that hides
// how it ends.
func redirect(h claude.Hook, path string) string {
	line := hookline.Aloud(h.Line)
	rel, err := filepath.Rel(h.Call.Vault, path)
	if err == nil && filepath.IsLocal(rel) && strings.Count(line, h.Call.Vault) == 1 {
		return strings.Replace(line, h.Call.Vault, h.Call.Vault+"/"+filepath.ToSlash(rel), 1)
	}
	return hookline.Aloud(hookline.Command{Binary: h.Call.Binary, Vault: path, Windows: os.PathSeparator == '\\'}.Line(h.Event))
}

// runHook runs a hook's command line and gives it a payload. The error says what an agent would have
// to show for it.
func (x *Exam) runHook(ctx context.Context, sh, line string) (time.Duration, error) {
	payload, err := json.Marshal(map[string]string{"session_id": tripSession, "transcript_path": "", "cwd": x.Vault.Path(), "hook_event_name": tripEvent, "reason": "other"})
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, tripHangs)
	defer cancel()
	c := exec.CommandContext(ctx, sh, "-c", line)
	c.Dir = x.Vault.Path()
	c.Env = slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, agent.ChildVariable+"=") })
	c.Stdin = bytes.NewReader(append(payload, '\n'))
	c.WaitDelay = time.Second // a child of the hook may hold the pipes
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	began := time.Now()
	err = c.Run()
	took := time.Since(began)
	switch {
	case ctx.Err() != nil:
		return took, fmt.Errorf("it had not ended after %s", tripHangs)
	case err != nil:
		return took, fmt.Errorf("%w %s", err, say.Clip(say.OneLine(errs.String()), 200))
	case out.Len()+errs.Len() > 0:
		return took, fmt.Errorf("it printed %q, which the agent takes for an answer", say.Clip(say.OneLine(out.String()+errs.String()), 200))
	}
	return took, nil
}

// awaitWorker waits until the queue of dir is empty and its worker gone. left is what is in the queue
// when it gave up.
func (x *Exam) awaitWorker(ctx context.Context, dir *fsutil.Dir) (waited time.Duration, ok bool, left int) {
	began := time.Now()
	for {
		jobs, err := (&queue.Queue{Dir: dir}).List(time.Now())
		if err == nil {
			left = len(jobs)
		}
		busy := workspace.Busy(dir)
		waited = time.Since(began)
		if r := workspace.LastRunOf(dir, x.Machine.Now()); left == 0 && !busy && r != nil && !r.Ended.IsZero() {
			return waited, true, 0
		} else if waited > tripWorker || waited > tripNote && left == 0 && !busy && r == nil {
			return waited, false, left
		}
		select {
		case <-ctx.Done():
			return waited, false, left
		case <-time.After(5 * time.Millisecond):
		}
	}
}
