package main

import (
	"context"
	"errors"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/git"
	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// publishAgreed shows the change and asks, unless it was said beforehand.
func (a *app) publishAgreed(ctx context.Context, out publishing, o publishFlags) (bool, error) {
	if o.yes {
		return true, nil
	}
	if o.json || !a.asks() {
		return false, nobody("publish")
	}
	a.ui.Print("%s", strings.TrimSuffix(out.Diff, "\n"))
	a.warnPublished(out)
	question := "Publish this?"
	if o.remove {
		question = "Take this out?"
	}
	ok, err := a.confirm(ctx, question)
	if errors.Is(err, errNobody) {
		return false, nobody("publish")
	}
	if err == nil && !ok {
		a.ui.Say("nothing was written")
	}
	return ok, err
}

// shared reports whether others may get to read a file: it lies in a repository.
func (a *app) shared(p published) bool {
	if p.Name == claude.OwnNotes {
		return false
	}
	_, ok := (&git.Finder{Home: a.Home}).Repository(p.Folder)
	return ok
}

func (a *app) publishWarnings(v *vault.Vault, p published, remove bool) []string {
	out := []string{}
	if remove {
		return out
	}
	if a.shared(p) {
		out = append(out, "the file lies in a repository: whoever gets to see that reads the notes; --file MEMORY.md keeps them on this machine")
	}
	if list, _, err := vault.Installed(v.Dir, a.Now()); err == nil && len(list) > 0 && v.Config.Context > 0 {
		if p.Name == claude.ProjectNotes || p.Name == claude.LocalNotes || p.Name == claude.OwnNotes {
			out = append(out, "the hooks leave out what stands there, so that no session is told it twice")
		} else {
			out = append(out, "Claude Code does not read that file by itself: the hooks go on saying what stands there")
		}
	}
	return out
}

func (a *app) warnPublished(out publishing) {
	for _, w := range out.Warnings {
		a.ui.Warn("%s", w)
	}
}

// removal is the command that takes out what these flags put in.
func removal(o publishFlags) string {
	s := "memoria publish claude --remove"
	if o.file != claude.ProjectNotes {
		s += " --file " + printable(o.file)
	}
	if o.project != "" {
		s += " --project " + printable(o.project)
	}
	return s
}

func (a *app) tellPublished(out publishing, o publishFlags) error {
	if o.json {
		return a.ui.JSON(out)
	}
	switch {
	case !out.Changed && o.remove:
		a.ui.Print("nothing of memoria's is in %s", printable(out.File))
	case !out.Changed:
		a.ui.Print("%s is up to date", printable(out.File))
	case o.dryRun:
		a.ui.Print("%s", strings.TrimSuffix(out.Diff, "\n"))
		a.warnPublished(out)
	case o.remove:
		a.ui.Print("Took the block out of %s", printable(out.File))
	default:
		a.ui.Print("Published what is known of %s in %s", printable(out.Project), printable(out.File))
		if o.yes {
			a.warnPublished(out)
		}
		a.ui.Say("it is brought up to date when the vault is compiled; %s takes it out", removal(o))
	}
	return nil
}
