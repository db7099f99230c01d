package sync

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/leak"
)

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
