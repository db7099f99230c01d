package sync

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/command"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/handler/machines"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// syncFlags are the flags of sync.
type syncFlags struct {
	sync.Options
	setup, status, check bool
	dryRun, yes          bool
	all                  bool
	name                 string
	allow                []string
}

func (a *app) syncCmd() *cobra.Command {
	var o syncFlags
	run := a.InVault(func(ctx context.Context, v *workspace.Vault, _ []string) error { return a.sync(ctx, v, o) })
	c := command.New("sync", func(c *cobra.Command, args []string) error {
		if o.setup {
			return a.setup(c.Context(), strings.Join(args, ""), o)
		}
		return run(c, args)
	})
	c.Args = func(_ *cobra.Command, args []string) error { return o.refuse(args) }
	fl := c.Flags()
	fl.BoolVar(&o.setup, "setup", false, "make the vault a shared one, or this machine one of its machines; `URL` names the remote of a repository that has none")
	fl.StringVar(&o.name, "name", "", "with --setup, `NAME` of this machine (default: that of its host)")
	fl.BoolVarP(&o.yes, "yes", "y", false, "do not ask before the setup")
	fl.StringArrayVar(&o.allow, "allow", nil, "take what the remote has below `PATH`, which other programs obey, now and later")
	fl.BoolVar(&o.all, "all", false, "with --setup, send also entries of folders that are not among projects.share")
	fl.BoolVar(&o.status, "status", false, "count the entries here and on the trunk; exit 1 when a person is needed")
	fl.BoolVar(&o.check, "check", false, "try to read the remote and to push, change nothing")
	fl.BoolVar(&o.Full, "full", false, "read every file anew, and compile")
	fl.BoolVar(&o.Now, "now", false, "compile also what waits for its interval")
	fl.BoolVar(&o.Pull, "pull", false, "take what is new, send nothing")
	fl.BoolVar(&o.Push, "push", false, "send what is new, take nothing")
	fl.BoolVar(&o.Branch, "branch", false, "send the day logs on a branch of this machine, for review")
	fl.BoolVar(&o.dryRun, "dry-run", false, "show what would go out and come in, change no file")
	fl.BoolVar(&o.Adopt, "adopt", false, "join a vault of another past; with --full one whose past was rewritten")
	a.JSONFlag(c)
	return c
}

// refuse returns an error for flags that do not go together.
func (o *syncFlags) refuse(args []string) error {
	ways := pick.Count([]bool{o.setup, o.status, o.check}, func(is bool) bool { return is })
	switch {
	case len(args) > 1 || len(args) == 1 && !o.setup:
		return exit.Hint(fmt.Errorf("sync takes no argument, not %q", args[0]), exit.Usage, "memoria sync --setup URL names the remote")
	case ways > 1:
		return exit.Hint(errors.New("sync: --setup, --status and --check are three things"), exit.Usage, "leave out all but one")
	case o.Pull && (o.Push || o.Branch):
		return exit.Hint(errors.New("sync: --pull sends nothing"), exit.Usage, "leave it out to send, too")
	case o.all && !o.setup:
		return exit.Hint(errors.New("sync: --all is for --setup"), exit.Usage, "sync sends all that is new as it is")
	case o.name != "" && !o.setup:
		return exit.Hint(errors.New("sync: --name is for --setup"), exit.Usage, "memoria sync --setup --name "+o.name)
	case o.name != "" && !vault.IsMachine(o.name):
		return exit.Hint(fmt.Errorf("sync: %q is not a name for a machine", o.name), exit.Usage, "take up to 20 of a-z, 0-9 and -")
	}
	return nil
}

func (a *app) sync(ctx context.Context, v *workspace.Vault, o syncFlags) error {
	if v.ID == "" {
		return exit.Hint(errors.New("sync: the vault is not shared with other machines"), exit.Vault, "memoria sync --setup shares it")
	}
	h := a.Syncer(v, a.UI.Warn)
	switch {
	case o.status:
		s, err := h.Status(ctx)
		if err != nil {
			return err
		}
		return cmp.Or(a.Answer(s, func() {
			a.tellStatus(s, a.VaultFlag(v.Path()))
			if line := sync.Loose(v, s.Loose); line != "" {
				a.UI.Print("own       %s", say.Printable(line))
			}
		}), s.Check())
	case o.check:
		x, err := h.Check(ctx)
		if x == nil {
			return err
		}
		return cmp.Or(a.Answer(x, func() { a.tellChecked(x) }), err)
	case len(o.allow) > 0:
		for _, name := range o.allow {
			if err := v.AllowPath(path.Clean(filepath.ToSlash(name))); err != nil {
				return err
			}
		}
	}
	if o.dryRun {
		p, err := h.Plan(ctx)
		if err != nil {
			return err
		}
		return a.Answer(p, func() { a.tellPlanned(p) })
	}
	defer command.RarelyCollect(command.Roomy)()
	r, err := h.Run(ctx, o.Options)
	if said := a.Answer(r, func() { a.tell(v, r, err) }); said != nil {
		return said
	}
	return err
}

// setup makes the vault a shared one, and syncs it for the first time.
func (a *app) setup(ctx context.Context, url string, o syncFlags) error {
	f := a.Finder()
	path, err := f.Locate(a.Vault)
	if a.Vault == "" && f.Getenv("MEMORIA_VAULT") == "" && sync.Unborn(ctx, os.Environ(), f.Dir) {
		return exit.Hint(fmt.Errorf("sync --setup: the repository in %s has no commit yet, and no vault", f.Dir), exit.Vault,
			"memoria init . && memoria sync --setup makes a vault in it; --vault DIR names another")
	}
	if err != nil {
		if url != "" {
			err = exit.Hint(err, exit.Vault, "git clone "+vault.Quote(url)+" DIR, then memoria sync --setup in that folder; memoria init DIR makes a new vault")
		}
		return err
	}
	if at := a.Finder().Abs(url); url != "" && workspace.IsFolder(at) {
		url = at
	}
	s := &sync.Setup{Machine: a.Machine(), Path: path, Env: os.Environ(), URL: url, Name: o.name, Adopt: o.Adopt, All: o.all}
	p, err := s.Plan(ctx)
	if err != nil {
		return err
	}
	lines := strings.Join(p.Lines(), "\n")
	switch {
	case o.dryRun:
		return a.Answer(p, func() { a.UI.Print("%s", lines) })
	case p.Empty():
	default:
		ok, err := a.Agreed(ctx, command.Agreement{Cmd: "sync --setup", Question: "Share it?", Diff: lines, Yes: o.yes})
		if err != nil || !ok {
			return err
		}
		if p, err = s.Apply(ctx); err != nil {
			return err
		}
		o.Now = true // articles from before get their sums: to other machines they would be a person's
	}
	v, err := a.Machine().Open(path)
	if err != nil {
		return err
	}
	defer v.Dir.Close()
	done := struct {
		Setup *sync.SetupPlan `json:"setup"`
		Sync  *sync.Report    `json:"sync,omitempty"`
	}{Setup: p}
	if !a.AsJSON {
		a.UI.Print("This machine is %s in the vault %s%s", p.Machine, path, p.Taken())
		for _, line := range accept.Lines(p.Obeys) {
			a.UI.Print("It obeys  %s", say.Printable(strings.TrimPrefix(line, "+ ")))
		}
		if p.Default {
			a.UI.Print("It is your default vault (%s).", a.Finder().UserConfig())
		}
	}
	if p.Git {
		o.Full = false
		done.Sync, err = a.Syncer(v, a.UI.Warn).Run(ctx, o.Options)
		if p.Joins && len(done.Sync.Waits) > 0 { // whatever stopped the sync after they came in
			if failed := v.Gate.Accept(done.Sync.Waits); failed != nil {
				return errors.Join(err, failed)
			}
			done.Sync.Waits = nil
		}
	} else if err = v.Compiler().Notice(ctx); errors.Is(err, fsutil.ErrLocked) {
		err = nil // a compile does it
	}
	if said := a.Answer(done, func() {
		if done.Sync != nil {
			a.tell(v, done.Sync, err)
		}
		if all, err := machines.Of(ctx, v); err == nil && slices.ContainsFunc(all, func(m machines.Machine) bool { return !m.Trusted }) {
			a.UI.Print("Next: memoria machines   shows whose words are here: those of another machine of yours count as yours once you trust it")
		}
	}); said != nil {
		return said
	}
	return err
}

// tell says what a run did.
func (a *app) tell(v *workspace.Vault, r *sync.Report, err error) {
	for _, line := range r.Strange {
		a.UI.Warn("%s", say.Printable(line))
	}
	for _, name := range r.Held {
		a.UI.Warn("%s has the conflict marks of another merge and stays as it is; memoria lint --fix makes one text of both sides", say.Printable(name))
	}
	if line := sync.Loose(v, r.Loose); line != "" {
		a.UI.Warn("%s", say.Printable(line))
	}
	if len(r.Received) > 0 {
		a.UI.Print("Took %s from %s", sync.Counted(v, r.Received, " and "), r.Trunk)
	}
	for _, line := range accept.Tell(r.Waits, a.VaultFlag(v.Path())) {
		a.UI.Print("%s", line)
	}
	asked, _ := a.ForgetHandler(v).Asked(context.Background()) // status tells why not
	for _, x := range asked {
		a.UI.Print("%s on %s, not trusted here, asks to forget what was said here (%s): memoria forget --again shows it and does it; so does memoria trust machine %[2]s, if it is yours, now and later",
			say.Printable(x.Who), say.Printable(x.Machine), say.Count(x.Forgets, "forget"))
	}
	if r.Compiled && len(r.Received) > 0 {
		a.UI.Print("Brought the articles up to date with it")
	}
	if r.Pushed {
		a.UI.Print("Sent what is new here to %s", r.Trunk)
	}
	if r.Offered != "" {
		a.UI.Print("Sent the day logs to %s on the branch %s, for review", v.Config.Sync.Remote, r.Offered)
	}
	switch {
	case r.Paused == workspace.SyncOffline:
		a.UI.Say("offline: %s; %s to send, next try %s", say.Printable(r.Why), say.Count(r.Waiting, "commit"), say.Soon(r.Next, a.Now()))
	case err != nil:
	case !r.Git:
		a.UI.Print("A file sync carries the vault: there is no git repository (memoria sync --setup URL makes one)")
	case r.Local:
		a.UI.Print("Committed here; there is no remote (memoria sync --setup URL names one)")
	case r.Derived:
		a.UI.Print("The logs are on %s. What waits here is made of them, and comes with what is compiled there", r.Trunk)
	case len(r.Received) == 0 && !r.Pushed && r.Offered == "" && r.Waiting == 0:
		a.UI.Print("Up to date with %s", r.Trunk)
	case r.Waiting > 0 && !r.Pushed && r.Offered == "":
		a.UI.Print("%s to send: memoria sync, without --branch and --pull, sends what is no day log", say.Count(r.Waiting, "commit"))
	}
}

func (a *app) tellStatus(s *sync.Status, flag string) {
	a.UI.Print("machine   %s", s.Machine)
	switch {
	case s.Situation != "":
		a.UI.Print("remote    unknown: %s", say.Printable(s.Situation))
	case s.Remote == "":
		a.UI.Print("remote    none")
	default:
		a.UI.Print("remote    %s, branch %s", say.Printable(s.URL), s.Branch)
	}
	e := s.Entries
	a.UI.Print("entries   %s here = %s on the trunk + %s unpushed - %s unpulled", say.Thousands(e.Here), say.Thousands(e.Trunk), say.Thousands(e.Unpushed), say.Thousands(e.Unpulled))
	for _, m := range s.Machines {
		a.UI.Print("          %s", say.Printable(a.line(m)))
	}
	for _, m := range s.Machines {
		switch {
		case m.Forgets == 0 || m.Left:
		case m.Here:
			a.UI.Print("forget    %s of others not done here: memoria forget --again does it", say.Count(m.Forgets, "forget"))
		default:
			a.UI.Print("forget    %s not yet done by %s (its last session: %s)", say.Count(m.Forgets, "forget"), m.Name, moment(m.Seen, a.Now()))
		}
	}
	if s.Waiting+s.Missing+len(s.Changed) > 0 {
		a.UI.Print("to do     %s to send, %s to take, %s not committed", say.Count(s.Waiting, "commit"), say.Count(s.Missing, "commit"), say.Count(len(s.Changed), "file"))
	}
	for _, name := range s.Held {
		a.UI.Print("marks     %s", say.Printable(name))
	}
	if !s.Fetched.IsZero() {
		a.UI.Print("synced    took %s, sent %s", say.Moment(s.Fetched, a.Now()), moment(s.Pushed, a.Now()))
	}
	for _, line := range accept.Tell(s.Waits, flag) {
		a.UI.Print("%s", line)
	}
	if s.Paused != "" {
		what := "paused: " + s.Paused
		if s.Paused == workspace.SyncOffline {
			what = s.Paused
		}
		a.UI.Print("state     %s: %s; next try %s", what, say.Printable(s.Why), say.Soon(s.Next, a.Now()))
		if s.Mend != "" {
			a.UI.Print("          mend: %s", say.Printable(s.Mend))
		}
	}
}

func moment(t, now time.Time) string {
	if t.IsZero() {
		return "never"
	}
	return say.Moment(t, now)
}

func (a *app) tellChecked(x *sync.Checked) {
	can := map[bool]string{true: "yes", false: "no"}
	a.UI.Print("remote    %s, branch %s", say.Printable(x.URL), x.Branch)
	a.UI.Print("reads     %s", can[x.Reads])
	a.UI.Print("pushes    %s", can[x.Pushes])
}

func (a *app) tellPlanned(p *sync.Planned) {
	for _, name := range p.Commits {
		a.UI.Print("out  %s", say.Printable(name))
	}
	if p.Waiting > 0 {
		a.UI.Print("out  %s", say.Count(p.Waiting, "commit"))
	}
	for _, name := range p.Takes {
		a.UI.Print("in   %s", say.Printable(name))
	}
	if len(p.Commits)+p.Waiting+len(p.Takes) == 0 {
		a.UI.Print("Nothing would go out or come in")
	}
}
