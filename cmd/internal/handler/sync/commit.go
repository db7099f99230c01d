package sync

import (
	"context"
	"errors"
	"io/fs"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/articles"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/wiki"
)

// commit commits what is new here, and beside a page that a person edited the text that was generated for it: by that
// other machines tell what the edits are.
func (r *run) commit(ctx context.Context) error {
	if _, err := r.Vault.Gate.Waits(); err != nil { // what the person changed counts as theirs while no commit has it
		return err
	}
	before := r.work.Head
	for range 2 {
		r.held, r.secret, r.edited = nil, nil, map[string]string{}
		names, err := r.work.Commit(ctx, r.message)
		r.Committed = append(r.Committed, names...)
		r.Held = r.held
		if err != nil || before == "" {
			return err
		}
		texts := map[string][]byte{}
		for name, sum := range r.edited {
			text, err := r.work.File(ctx, before, name)
			if err != nil {
				return err
			}
			if wiki.Sum(text) == sum {
				texts[sum] = text
			}
		}
		if err := (adopt.Bases{Dir: r.Vault.Dir}).Keep(texts); err != nil || len(texts) == 0 {
			return err
		}
	}
	return nil
}

// message tells in a line what a commit holds.
func (r *run) message(names []string) string {
	return "memoria: " + Counted(r.Vault, names, ", ") + " (" + r.machine.Name + ")"
}

// removed says in the log of this machine which of these files are pages of the person's own that they removed, as the compiler
// does for articles: else other machines put them back.
func (r *run) removed(ctx context.Context, names []string) error {
	var out []daily.Control
	for _, name := range names {
		if _, err := r.Vault.Dir.Lstat(name); !errors.Is(err, fs.ErrNotExist) || !r.Vault.Wiki().Writes(name) {
			continue
		}
		text, err := r.work.File(ctx, r.work.Head, name)
		if err != nil {
			return err
		}
		if text != nil && wiki.Parse(text).Sum() == "" {
			out = append(out, daily.Control{Verb: daily.Gone, Page: string(articles.PageSlug(name)), At: r.Vault.Now(), Who: r.machine.Who})
		}
	}
	if len(out) == 0 {
		return nil
	}
	return r.Vault.Daily().AppendControls(ctx, daily.DateOf(r.Vault.Now(), r.Vault.Config.Zone), out...)
}

// withdraw removes the pages with words of a person that the trunk removed, where the logs say that this was done by one whom
// this machine trusts. The others stay: a commit alone may be anybody's.
func (r *run) withdraw(ctx context.Context) error {
	if len(r.kept) == 0 {
		return nil
	}
	logs, err := r.Vault.Logs(ctx)
	if err != nil {
		return err
	}
	may := adopt.Withdrawer(logs, r.machine.ID)
	for _, name := range r.kept {
		switch text, err := r.Vault.Dir.ReadFile(name); {
		case err != nil:
		case may(name, wiki.Parse(text)):
			if err := r.Vault.Dir.Remove(name); err != nil {
				return err
			}
		default:
			r.Strange = append(r.Strange, name+" was removed elsewhere, and holds words of a person: it is put back")
		}
	}
	r.kept = nil
	return nil
}
