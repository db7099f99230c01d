package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"slices"
	"strconv"

	"github.com/agent-admin/memoria/cmd/internal/build"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/seen"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/holds"
)

// kept is the record of a vault as the cache has it.
type kept struct {
	Sight string        `json:"sight"` // what the vault looked like, "" if that would not show a change
	Holds *holds.Record `json:"holds"`
}

// A View is what a vault holds at one moment.
type View struct {
	Wiki  *wiki.Wiki
	Logs  []*daily.Log
	Holds *holds.Record // which lines hold

	rules string // stand for what else the record depends on
	seen  string // the fingerprint of the files, "" if it would not show a change
}

// Holds says which lines of the vault hold. It reads the logs and the articles only if they changed since it was
// asked last.
func (v *Vault) Holds(ctx context.Context) (*holds.Record, error) {
	return v.HoldsAt(ctx, v.Look())
}

// Look looks at the files of the vault.
func (v *Vault) Look() *seen.Look { return seen.LookAt(v.Dir, layout.CacheTick) }

// HoldsAt is Holds as of a look at the vault.
func (v *Vault) HoldsAt(ctx context.Context, look *seen.Look) (*holds.Record, error) {
	store := v.Wiki()
	store.At = look
	seen, _, err := store.Glance(ctx)
	if err != nil {
		return nil, err
	}
	rules, err := v.ruling()
	if err != nil {
		return nil, err
	}
	if k := v.held(); seen != "" && k.Sight == rules+seen && k.Holds != nil {
		return k.Holds, nil
	}
	view, err := v.view(ctx, look)
	if err != nil {
		return nil, err
	}
	return view.Holds, nil
}

// ruling stands for all that the record depends on beside the files; a later version of the program may know more secrets.
func (v *Vault) ruling() (string, error) {
	projects, err := v.Dir.ReadFile(layout.Projects)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	book, err := v.Projects()
	if err != nil {
		return "", err
	}
	claimed := int64(0) // what counts as written here
	if info, err := v.Dir.Stat(layout.Own); err == nil {
		claimed = info.Size()
	}
	return holds.Version + " " + build.Read("").Version + " " + v.Rules() + " " + v.sharedBy() + " " + strconv.FormatInt(claimed, 10) + " " + fsutil.Hash(projects) + " " + book.Key() + " ", nil
}

// View reads all of the vault, and keeps which lines hold.
func (v *Vault) View(ctx context.Context) (*View, error) { return v.view(ctx, v.Look()) }

func (v *Vault) view(ctx context.Context, look *seen.Look) (*View, error) {
	store := v.Wiki()
	store.At = look
	w, seen, err := store.Look(ctx)
	if err != nil {
		return nil, err
	}
	rules, err := v.ruling()
	if err != nil {
		return nil, err
	}
	logs, err := v.Logs(ctx)
	if err != nil {
		return nil, err
	}
	if k := v.held(); seen != "" && k.Sight == rules+seen && k.Holds != nil {
		return &View{w, logs, k.Holds, rules, seen}, nil
	}
	memory := v.Memory()
	r := memory.OfLogs(logs, w)
	memory.Save(v.Dir)
	view := &View{w, logs, r, rules, seen}
	v.hold(view)
	return view, nil
}

// hold keeps a record in the cache.
func (v *Vault) hold(view *View) {
	k := kept{Holds: view.Holds}
	if view.seen != "" {
		k.Sight = view.rules + view.seen
	}
	if data, err := json.Marshal(k); err == nil {
		_, _ = v.Dir.WriteFileNoSync(layout.CacheHolds, data, 0o600) // else it is found out again
	}
}

// Settle returns the fingerprint of the files that a view was made of, and keeps its record under it. It is "" if a file
// changed since, or so shortly before that a change of it would not show.
func (v *Vault) Settle(ctx context.Context, view *View) (fingerprint string, err error) {
	if view.seen != "" {
		return view.seen, nil
	}
	store := v.Wiki()
	store.At = v.Look()
	w, seen, err := store.Look(ctx)
	if err != nil || seen == "" || !slices.EqualFunc(w.Pages(), view.Wiki.Pages(), func(p, q *wiki.Page) bool { return p.Path == q.Path && p.Hash() == q.Hash() }) {
		return "", err
	}
	view.seen = seen
	v.hold(view)
	return seen, nil
}

// HoldsKept is Holds as it was found out last, for who cannot wait; nil where it was not.
func (v *Vault) HoldsKept() *holds.Record { return v.held().Holds }

func (v *Vault) held() (k kept) {
	if data, err := v.Dir.ReadFile(layout.CacheHolds); err == nil && json.Unmarshal(data, &k) != nil {
		return kept{}
	}
	return k
}
