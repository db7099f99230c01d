// Package repo keeps some paths of a work tree in step with a branch of a remote repository. It knows git, and nothing
// of what the files hold: what both sides changed in a path of ours a [Merger] merges.
//
// A Repo is looked at first ([Repo.Look]), which refuses what a person has not finished. Then a run commits what is new
// (commit.go), fetches (remote.go), merges aside and moves the work tree forward (integrate.go, merge.go), and pushes.
// Each step can be repeated after a kill. Nothing is rebased or forced, no hook of commits runs, nothing asks a
// question, and the person's index, staged files and unsaved text stay as they were.
package repo

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/llm/process"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// A Repo is a folder in the work tree of a repository, and the paths below it that are ours.
type Repo struct {
	Dir    string   // required: the folder, absolute
	Env    []string // required: the environment of git; its GIT_* are left out
	Own    []string // required: files and folders below Dir
	Config []string // settings of git for each call: "merge.x.driver=false"

	Remote string // its name; "" is origin
	Branch string // the one that is kept in step; "" is the one that is checked out

	Fresh bool // look at each file, whatever its time and size
	Alone bool // no other run of ours is at work, so that what a killed one left may be cleared

	// Hold reports whether a change of a path of ours stays out of commits; gone says that the file is not there.
	Hold func(path string, gone bool) bool

	// Coming is told of a commit before the files are moved to it. Nil is told nothing.
	Coming func(ctx context.Context, commit string) error

	Reach time.Duration // deadline of a call to the remote; 0 is two minutes

	killed bool // a git was, and may have left a lock
}

const (
	callWait  = time.Minute
	reachWait = 2 * time.Minute
	maxOutput = 1 << 30
)

// kept are the variables of git that say how the person reaches a remote, or where the person's settings are. The
// others would name another repository, index or author.
var kept = []string{"GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSH_VARIANT", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM"}

// environ returns the environment of a call: errors in English, and nobody who could be asked.
func (r *Repo) environ(more ...string) []string {
	env := []string{"LC_ALL=C", "LANGUAGE=", "GIT_TERMINAL_PROMPT=0", "GIT_ASKPASS=", "SSH_ASKPASS=", "SSH_ASKPASS_REQUIRE=never",
		"GCM_INTERACTIVE=never", "GIT_LITERAL_PATHSPECS=1", "GIT_MERGE_AUTOEDIT=no"}
	ssh := false
	for _, v := range r.Env {
		name, _, _ := strings.Cut(v, "=")
		if strings.HasPrefix(name, "GIT_") && !slices.Contains(kept, name) || slices.Contains([]string{"LC_ALL", "LANGUAGE", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "GPG_TTY", "GCM_INTERACTIVE"}, name) {
			continue
		}
		ssh = ssh || name == "GIT_SSH_COMMAND" || name == "GIT_SSH"
		env = append(env, v)
	}
	if !ssh {
		env = append(env, "GIT_SSH_COMMAND=ssh -oBatchMode=yes -oConnectTimeout=10")
	}
	return append(env, more...)
}

// ended reports whether an error is that of a git which ended with a code.
func ended(err error, code int) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && e.Code == code
}

// A call is one run of git.
type call struct {
	args  []string
	stdin string
	dir   string        // "" is the folder of the Repo
	env   []string      // more of it
	wait  time.Duration // 0 is callWait
	far   bool          // it talks to the remote
}

// call runs git and returns what it printed. The error is a *Error.
func (r *Repo) call(ctx context.Context, c call) (string, error) {
	argv := []string{"git", "-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "-c", "core.safecrlf=false", "-c", "core.askPass=",
		"-c", "merge.autoStash=false", "-c", "submodule.recurse=false", "-c", "advice.detachedHead=false", "-c", "color.ui=false"}
	for _, s := range r.Config {
		argv = append(argv, "-c", s)
	}
	c.wait = cmp.Or(c.wait, callWait)
	out, err := process.Run(ctx, process.Command{Argv: append(argv, c.args...), Env: r.environ(c.env...), Dir: cmp.Or(c.dir, r.Dir), Stdin: c.stdin,
		Timeout: c.wait, Max: maxOutput, Outlive: true})
	if err == nil {
		return string(out.Stdout), nil
	}
	exited := new(process.ExitError)
	r.killed = r.killed || !errors.As(err, &exited) || exited.Code < 0
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	e := &Error{Doing: c.args[0], Text: Mask(strings.TrimSpace(string(out.Stderr))), stdout: string(out.Stdout), Err: err}
	if e.Code = exited.Code; strings.Contains(e.Text, ".lock': File exists") && !c.far {
		e.Err = ErrBusy
	}
	if e.Class = classOf(e.Text, c.far); errors.Is(err, process.ErrLate) {
		e.Class, e.Text = Offline, fmt.Sprintf("no answer within %s", c.wait)
	}
	return e.stdout, e
}

// git runs git at the top of the work tree and returns what it printed, without the newline at its end.
func (w *Work) git(ctx context.Context, args ...string) (string, error) {
	return w.feed(ctx, "", args...)
}

// fixed is git for a question about commits named by their ids, to which the answer stays: it is asked once.
func (w *Work) fixed(ctx context.Context, args ...string) (string, error) {
	key := strings.Join(args, "\x00")
	if out, ok := w.answers[key]; ok {
		return out, nil
	}
	out, err := w.git(ctx, args...)
	if err == nil {
		w.answers[key] = out
	}
	return out, err
}

// feed is git with an input.
func (w *Work) feed(ctx context.Context, stdin string, args ...string) (string, error) {
	out, err := w.call(ctx, call{args: args, dir: w.Top, stdin: stdin})
	return strings.TrimSuffix(out, "\n"), err
}

// reach runs git where it talks to a remote.
func (r *Repo) reach(ctx context.Context, args ...string) (string, error) {
	out, err := r.call(ctx, call{args: args, wait: cmp.Or(r.Reach, reachWait), far: true})
	if e, ok := errors.AsType[*Error](err); ok && e.Class == "" && e.Doing != "push" {
		e.Class = Remote
	}
	return out, err
}

// own returns the paths of ours from the top of the work tree.
func (w *Work) own() (out []string) {
	return pick.Each(w.Own, func(p string) string { return path.Join(w.Prefix, p) })
}

// isOwn reports whether a path from the top is ours.
func (w *Work) isOwn(name string) bool {
	return slices.ContainsFunc(w.own(), func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") })
}

// below returns a path from the top as one below the folder of the Repo.
func (w *Work) below(name string) string { return strings.TrimPrefix(name, w.Prefix) }

// fields returns what git printed with -z.
func fields(s string) []string {
	if s = strings.TrimSuffix(s, "\x00"); s == "" {
		return nil
	}
	return strings.Split(s, "\x00")
}
