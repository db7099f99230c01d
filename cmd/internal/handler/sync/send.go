package sync

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/leak"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
)

// send pushes what the trunk lacks, and reports whether another machine was faster.
func (r *run) send(ctx context.Context, trunk string) (again bool, err error) {
	if !r.sends() {
		return false, nil
	}
	if r.Branch {
		return false, r.offer(ctx, trunk)
	}
	if err := r.guard(ctx, trunk); err != nil {
		return false, err
	}
	if n, err := r.work.Ahead(ctx); err != nil || n == 0 {
		return false, err
	}
	err = r.work.Push(ctx)
	switch e := new(repo.Error); {
	case !errors.As(err, &e):
	case e.Class == repo.Behind && r.Push:
		return false, exit.Hint(fmt.Errorf("push to %s: it has what is not here", r.Trunk), exit.Failure, "memoria sync takes that, and sends")
	case e.Class == repo.Behind:
		return true, nil
	case e.Class == repo.Policy:
		if r.Derived, _ = r.derived(ctx, trunk); r.Derived {
			return false, nil
		}
	}
	if err == nil {
		r.Pushed, r.synced.Pushed = true, r.Vault.Now()
	}
	return false, err
}

// derived reports whether all that the trunk lacks is made of what it has, and is made there by the place that compiles.
func (r *run) derived(ctx context.Context, trunk string) (bool, error) {
	if trunk == "" || r.Vault.Config.Sync.Compiles(r.machine.Name) {
		return false, nil
	}
	names, err := r.work.Changed(ctx, trunk, r.work.Head)
	for _, name := range names {
		if dir := path.Dir(name); err != nil || dir == layout.SharedBase || dir == layout.SharedCompiled || wiki.CodePath(r.Vault.Config.Wiki, name) {
			continue
		}
		var text []byte
		text, err = r.work.File(ctx, r.work.Head, name)
		if page := wiki.Parse(text); !r.Vault.Wiki().Writes(name) || page.Sum() == "" || !page.Fits() {
			return false, err
		}
	}
	return err == nil, err
}

// offer sends the logs on a branch of this machine, with what proves that they are its own, and which projects they are about: files that nobody else
// writes.
func (r *run) offer(ctx context.Context, trunk string) error {
	if trunk == "" || !r.sends() {
		return nil
	}
	if err := r.guard(ctx, trunk); err != nil {
		return err
	}
	branch := branchName + r.machine.Name
	pushed, err := r.work.Offer(ctx, branch, trunk, func(name string) bool {
		return strings.HasPrefix(name, r.Vault.Config.Daily.Folder()+"/") || name == path.Join(layout.SharedSigned, r.machine.ID) || name == path.Join(layout.SharedProjects, r.machine.ID+".jsonl")
	}, "memoria: logs ("+r.machine.Name+")")
	if pushed && err == nil {
		r.Offered = branch
	}
	return err
}

// Secret is the class of a sync that would send what the redactor takes out.
const Secret = "secret"

// guard returns a *leak.Error for what a push would send: any of its commits, also what a later one took out again.
func (r *run) guard(ctx context.Context, trunk string) error {
	clear, rules, _ := strings.Cut(r.synced.Clear, " ")
	if rules != r.Vault.Rules() {
		clear = ""
	}
	undo := "git update-ref -d HEAD"
	if trunk != "" {
		undo = "git reset --soft $(git merge-base HEAD " + r.Trunk + ")"
	}
	undo += " takes back the commits that were not sent, and leaves all files as they are; then memoria sync"
	err := r.work.Sends(ctx, trunk, clear, func(s repo.Sent) error {
		if s.Text == nil {
			if e := leak.Named(r.clean, s.Path); e != nil {
				e.Mend = "give the file another name; " + undo
				return e
			}
			return nil
		}
		if e := leak.In(r.clean, s.Path, s.Text, s.Was); e != nil {
			now, err := r.Vault.Dir.ReadFile(s.Path)
			e.Old, e.Mend = s.Old || errors.Is(err, fs.ErrNotExist) || err == nil && leak.In(r.clean, s.Path, now, s.Was) == nil, undo
			return e
		}
		return nil
	})
	if err == nil {
		r.synced.Clear = r.work.Head + " " + r.Vault.Rules()
	}
	return err
}
