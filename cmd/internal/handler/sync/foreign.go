package sync

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/handler/sync/attributes"
	"github.com/agent-admin/memoria/cmd/internal/handler/sync/obeyed"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// mistaken reports whether a file system that knows no case takes a file that is none of ours for one.
func (r *run) mistaken(name string) bool {
	return slices.ContainsFunc(r.work.Own, func(own string) bool {
		return strings.HasPrefix(fold(name)+"/", fold(r.work.Prefix+own)+"/")
	})
}

// attributed reports whether the trunk brings attributes that are neither memoria's nor here: by them git runs the filters and
// drivers that a person has set up.
func (r *run) attributed(ctx context.Context, trunk string) (bool, error) {
	if trunk == "" {
		return false, nil
	}
	names, err := r.work.Incoming(ctx, trunk)
	if err != nil || !slices.Contains(names, attributes.Name) {
		return false, err
	}
	text, err := r.work.File(ctx, trunk, attributes.Name)
	if err != nil {
		return false, err
	}
	has, err := r.Vault.Dir.ReadFile(attributes.Name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	is := func(text []byte) []string {
		return slices.DeleteFunc(strings.Split(string(attributes.With(text, r.Vault.Config)), "\n"), func(l string) bool { return strings.HasPrefix(l, "#") || strings.TrimSpace(l) == "" })
	}
	return !slices.Equal(is(text), is(has)), nil
}

// foreign returns a *obeyed.Error if the trunk brings files that other programs obey, and that nobody here allowed.
func (r *run) foreign(ctx context.Context, trunk string) error {
	names, err := r.work.Brings(ctx, trunk)
	if err != nil {
		return err
	}
	allowed, err := r.Vault.AllowedPaths()
	if err != nil {
		return err
	}
	if asks, err := r.attributed(ctx, trunk); err != nil {
		return err
	} else if asks {
		names = append(names, r.work.Prefix+attributes.Name)
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		return !r.mistaken(name) && (strings.HasPrefix(name, r.work.Prefix+layout.Folder+"/") || !obeyed.Is(name)) || slices.ContainsFunc(allowed, func(p string) bool { return name == p || strings.HasPrefix(name, p+"/") })
	})
	if len(names) == 0 {
		return nil
	}
	return &obeyed.Error{Paths: names, Trunk: r.Trunk}
}
