package main

import (
	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/lint"
)

// An unended change was cut off, and the next run that writes does the rest.
type unended struct{ path, text string }

const endsIt = "memoria compile does the rest"

// unended are the changes of a vault that were cut off.
func (a *app) unended(v *vault.Vault) (out []unended) {
	if what := a.compiler(v).Interrupted(); what != "" {
		out = append(out, unended{layout.Change, "a " + what + " was interrupted: some of what it changes is as it was"})
	}
	if p, err := a.flusher(v).Forgetting(); err == nil && p != nil {
		out = append(out, unended{layout.Forgotten, "a forget was interrupted: some of what it was to take is still there"})
	}
	return out
}

// warnUnended tells of them where nothing is written.
func (a *app) warnUnended(v *vault.Vault) {
	for _, u := range a.unended(v) {
		a.ui.Warn("%s; %s", u.text, endsIt)
	}
}

// unendedNotes are findings about them.
func (a *app) unendedNotes(v *vault.Vault) (out []lint.Note) {
	for _, u := range a.unended(v) {
		out = append(out, lint.Note{Check: lint.Leftover, Path: u.path, Text: u.text, Hint: endsIt})
	}
	return out
}
