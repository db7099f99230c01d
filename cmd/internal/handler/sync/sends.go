package sync

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/git/repo"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	logs "github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Portion is what the day logs hold of a project.
type Portion struct {
	Project string `json:"project"` // "" for entries that name none
	Entries int    `json:"entries"`
	Days    int    `json:"days"`
	Outside int    `json:"outside,omitempty"` // entries that projects.share leaves out, or whose folder is not known

	outside []string // their ids
}

func (p Portion) String() string {
	return fmt.Sprintf("%s: %s of %s", p.name(), say.Count(p.Entries, "entry"), say.Count(p.Days, "day"))
}

func (p Portion) name() string {
	if p.Project == "" {
		return "no project"
	}
	return p.Project
}

// portions returns what the logs hold by project, but for what was forgotten and what was sent before. An entry is outside if one of the
// lists of globs does not have its folder; an empty list has all.
func portions(ctx context.Context, v *workspace.Vault, sent func(logs.Date, *logs.Entry) (bool, error), shares ...[]string) ([]Portion, error) {
	all, err := v.Logs(ctx)
	if err != nil {
		return nil, err
	}
	book, err := v.Projects()
	if err != nil {
		return nil, err
	}
	var within []func(...string) bool
	for _, share := range shares {
		if len(share) > 0 {
			within = append(within, v.Within(share))
		}
	}
	by, days := map[string]*Portion{}, map[string]map[logs.Date]bool{}
	for _, l := range all {
		for i := range l.Entries {
			e := &l.Entries[i].Entry
			if was, err := sent(l.Date, e); err != nil {
				return nil, err
			} else if was || e.Gone() {
				continue
			}
			p := by[e.Project]
			if p == nil {
				p = &Portion{Project: e.Project}
				by[e.Project], days[e.Project] = p, map[logs.Date]bool{}
			}
			days[e.Project][l.Date.Day()] = true
			p.Entries, p.Days = p.Entries+1, len(days[e.Project])
			if folders := book.Folders(e); slices.ContainsFunc(within, func(in func(...string) bool) bool { return !in(folders...) }) {
				p.Outside, p.outside = p.Outside+1, append(p.outside, e.ID)
			}
		}
	}
	out := []Portion{}
	for _, name := range slices.Sorted(maps.Keys(by)) {
		out = append(out, *by[name])
	}
	return out, nil
}

// unsent returns a test for the entries of logs that the remote has, as far as the vault and it have a past in common.
func (x *setting) unsent(ctx context.Context, v *workspace.Vault) (func(logs.Date, *logs.Entry) (bool, error), error) {
	differs := map[string]func(*logs.Entry) bool{} // the logs that are not as they are on the remote, nil before they were read
	if x.work == nil || x.trunk == "" || x.plan.Joins {
		return func(logs.Date, *logs.Entry) (bool, error) { return false, nil }, nil
	}
	names, err := x.work.Changed(ctx, x.work.Head, x.trunk)
	if err != nil {
		return nil, err
	}
	more, err := x.work.Uncommitted(ctx)
	for _, name := range append(names, more...) {
		differs[name] = nil
	}
	return func(d logs.Date, e *logs.Entry) (bool, error) {
		name := v.Config.Daily.Path(d.String())
		has, is := differs[name]
		if is && has == nil {
			text, err := x.work.File(ctx, x.trunk, name)
			if err != nil {
				return false, err
			}
			has = logs.Has(text)
			differs[name] = has
		}
		return !is || has(e), nil
	}, err
}

// sign has the entries of logs from before the vault was shared say whose they are, before it joins the vault of another
// person. Entries that the same log on the remote has stay as they are.
// It returns the others.
func sign(ctx context.Context, v *workspace.Vault, work *repo.Work, trunk, who string) (own []logs.Entry, err error) {
	unlock, err := v.Dir.Lock(ctx, layout.LockDaily)
	if err != nil {
		return nil, err
	}
	defer unlock()
	dates, _, err := v.Daily().Dates()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, d := range dates {
		if d.Machine() != "" {
			continue
		}
		name := v.Config.Daily.Path(d.String())
		src, err := v.Dir.ReadFile(name)
		if err != nil {
			return nil, err
		}
		theirs, err := work.File(ctx, trunk, name)
		if err != nil {
			return nil, err
		}
		if _, err := v.Dir.WriteFile(name, entry.Sign(src, theirs, who), 0o644); err != nil {
			return nil, err
		}
		has := logs.Has(theirs)
		for _, e := range logs.Parse(d, v.Config.Zone, src).Entries {
			if !has(&e.Entry) {
				own = append(own, e.Entry)
			}
		}
	}
	return own, nil
}
