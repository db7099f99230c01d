package main

import (
	"fmt"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/flush/redact"
)

// A folders is one glob of folders, read as those of redact.paths are.
type folders struct {
	glob string
	r    *redact.Redactor
}

func foldersOf(globs []string, home string) []folders {
	out := make([]folders, len(globs))
	for i, g := range globs {
		out[i] = folders{g, redact.New(redact.Options{Paths: []string{g}, Home: home})}
	}
	return out
}

// holds tells whether dir, or whatever lies in it, is meant.
func (f folders) holds(dir string) bool {
	return f.r.Withholds(dir) || f.r.Withholds(dir+"/x")
}

// excluded says why nothing said in a folder is taken, by the settings projects.include and
// projects.exclude; nil where they take all. A folder goes by several places, its own and its
// project's: one that is excluded keeps it out, one that is included lets it in.
func (a *app) excluded(v *vault.Vault) func(places ...string) string {
	if len(v.Config.Include)+len(v.Config.Exclude) == 0 {
		return nil
	}
	in, out := foldersOf(v.Config.Include, a.Home), foldersOf(v.Config.Exclude, a.Home)
	return func(places ...string) string {
		if f, ok := first(out, places); ok {
			return fmt.Sprintf("its folder is excluded by projects.exclude (%s)", f.glob)
		}
		if _, ok := first(in, places); !ok && len(in) > 0 {
			return "its folder is not among projects.include"
		}
		return ""
	}
}

func first(globs []folders, places []string) (folders, bool) {
	for _, f := range globs {
		for _, p := range places {
			if f.holds(p) {
				return f, true
			}
		}
	}
	return folders{}, false
}
