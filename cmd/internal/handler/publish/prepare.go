package publish

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/handler/meaning"
	"github.com/agent-admin/memoria/cmd/internal/handler/remind"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/query/brief"
	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
	"github.com/agent-admin/memoria/wiki/search/index"
)

const (
	sightName  = prepared.Folder + "/" + prepared.Prefix + "sight" // what the vault looked like when all was prepared
	mostBriefs = 200
	mostPlaces = 500
)

// Prepare prepares the briefs of all projects, the search index, the vectors and the published blocks. It logs errors and returns
// none, since it runs after other work and a session that begins can make its own brief. sight is what the vault looks like,
// if that is known: see [wiki.Store.Glance].
func Prepare(ctx context.Context, v *workspace.Vault, version, sight string) {
	err := v.KeepProjects(ctx)
	if err == nil {
		err = prepare(ctx, v, version, sight)
	}
	if err != nil && ctx.Err() == nil {
		v.Log().Printf("context", "%v", err)
	}
	if err := meaning.Update(ctx, v); err != nil && ctx.Err() == nil {
		v.Log().Printf("search", "vectors: %v", err)
	}
	Refresh(ctx, v)
}

// prepare makes the briefs of all projects and updates the index, unless nothing changed.
func prepare(ctx context.Context, v *workspace.Vault, version, seen string) (err error) {
	if v.Config.Context == 0 && v.Config.Recall == 0 {
		return nil
	}
	if seen == "" {
		store := v.Wiki()
		store.Tick, _ = v.Dir.Tick(layout.CacheTick)
		if seen, _, err = store.Glance(ctx); err != nil {
			return err
		}
	}
	book, err := v.Projects()
	if err != nil {
		return err
	}
	rules := fmt.Sprintf(" %s %s %d %d %s", v.Rules(), book.Key(), v.Config.Context, v.Config.Recall, version)
	if r := v.Reader(); r != nil {
		rules += fmt.Sprintf(" %s %q %s", r.Who, r.Trusts, v.Daily().Who)
	}
	if old, err := v.Dir.ReadFile(sightName); err == nil && seen != "" && string(old) == seen+rules {
		if _, err := v.Dir.Stat(index.VaultName); err == nil {
			return nil
		}
	}
	x, err := v.Search().Open(ctx) // which hooks take as it is kept
	if err != nil {
		return err
	}
	defer x.Close()
	view, err := v.View(ctx) // hooks take which lines hold as it is kept
	if err != nil {
		return err
	}
	if v.Config.Context > 0 {
		if err := briefs(ctx, v, view, x); err != nil {
			return err
		}
	}
	if seen, err = v.Settle(ctx, view); err == nil {
		_, err = v.Dir.WriteFileNoSync(sightName, []byte(seen+rules), 0o600)
	}
	return err
}

// briefs makes the brief of each project.
func briefs(ctx context.Context, v *workspace.Vault, view *workspace.View, x *index.Index) error {
	b, err := remind.BuilderOf(v, view)
	if err != nil {
		return err
	}
	names, stale := kept(v.Dir)
	projects := b.Projects()
	for _, name := range names {
		if !slices.Contains(projects, name) {
			projects = append(projects, name)
		}
	}
	named := namedIn(v, x, view.Wiki, projects)
	b.Mentions = func(project string, have map[string]bool) []string {
		return brief.Mentions(ctx, x, project, named, have)
	}
	for i, name := range projects {
		if err := ctx.Err(); err != nil {
			return err
		}
		if i >= mostBriefs {
			stale = append(stale, prepared.Name(name))
			continue
		}
		if _, err := prepared.Write(v.Dir, b.Build(name)); err != nil {
			return err
		}
	}
	for _, name := range stale {
		if err := v.Dir.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// namedIn says which of the projects the pages name. What was found out last is in the cache.
func namedIn(v *workspace.Vault, x *index.Index, w *wiki.Wiki, projects []string) *brief.Named {
	n := &brief.Named{}
	if data, err := v.Dir.ReadFile(layout.CacheNamed); err == nil && json.Unmarshal(data, n) != nil {
		*n = brief.Named{}
	}
	if n.Read(x.Store, w, slices.Sorted(slices.Values(projects))) {
		if data, err := json.Marshal(n); err == nil {
			_, _ = v.Dir.WriteFileNoSync(layout.CacheNamed, data, 0o600) // else it is found out again
		}
	}
	return n
}

// kept returns the projects with a brief, and the files that are no longer needed.
func kept(dir *fsutil.Dir) (projects, stale []string) {
	names, err := dir.ReadNames(prepared.Folder)
	if err != nil {
		return nil, nil
	}
	var places []string
	for _, name := range names {
		file := prepared.Folder + "/" + name
		switch {
		case file == sightName || !strings.HasPrefix(name, prepared.Prefix):
		case strings.HasPrefix(name, prepared.PlacePrefix):
			places = append(places, file)
		default:
			if p := prepared.ProjectOf(dir, file); p != "" {
				projects = append(projects, p)
			} else {
				stale = append(stale, file)
			}
		}
	}
	if len(places) > mostPlaces {
		stale = append(stale, places...)
	}
	return projects, stale
}
