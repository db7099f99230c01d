package command

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/handler/project"
	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/fsutil/sorting"
)

// projectsShown is how many projects are named.
const projectsShown = 10

// TellProjects names the projects that something is known of, those with most entries first.
func (a *App) TellProjects(ctx context.Context, v *workspace.Vault) error {
	names, err := projects(ctx, v)
	if len(names) > 0 {
		a.UI.Hint("there are " + say.Printable(strings.Join(names[:min(len(names), projectsShown)], ", ")) + "; memoria project list shows them")
	}
	return err
}

// Unheard reports whether nothing is known of a project that a person names, and then says which there are. "" is none.
func (a *App) Unheard(ctx context.Context, v *workspace.Vault, name string) bool {
	if name == "" {
		return false
	}
	is, _, err := v.AskedIn(name, a.Dir)
	names, failed := projects(ctx, v)
	if err != nil || failed != nil || slices.ContainsFunc(names, func(n string) bool { return strings.EqualFold(n, is) }) {
		return false // what was asked for tells
	}
	a.UI.Say("nothing is known of project %s", say.Printable(is))
	_ = a.TellProjects(ctx, v)
	return true
}

func projects(ctx context.Context, v *workspace.Vault) (names []string, err error) {
	all, err := (&project.Handler{Vault: v}).List(ctx)
	sorting.Stable(all, func(p, q project.Project) int { return cmp.Compare(q.Entries, p.Entries) })
	for _, p := range all {
		if p.Entries > 0 {
			names = append(names, p.Name)
		}
	}
	return names, err
}
