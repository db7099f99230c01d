package main

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/vault"
)

// mine tells whether a hook writes into the vault that is looked at.
func (x *exam) mine(h claude.Hook) bool {
	return x.v != nil && h.Call.Vault != "" && sameFile(h.Call.Vault, x.v.Dir.Path())
}

// foreign tells of the hooks in a file that write into another vault, and returns the others. It
// names no command that would have them write into this one: nobody has asked for that. stand says
// that there are hooks that do.
func (x *exam) foreign(s settings, stand bool) (others []claude.Hook) {
	told := map[string]bool{}
	for _, h := range s.hooks {
		to := h.Call.Vault
		if x.v == nil || to == "" || !isVault(to) || x.mine(h) {
			others = append(others, h)
			continue
		}
		if told[to] {
			continue
		}
		told[to] = true
		if stand {
			x.ok("hooks", "the %s hooks, in %s, write into another vault, %s: a session that runs these and those of this vault goes into both", s.scope, s.path, to)
		} else {
			x.warn("hooks", "memoria doctor --vault "+vault.Quote(to), "the %s hooks, in %s, write into another vault, %s, and none write into this one", s.scope, s.path, to)
		}
	}
	return others
}

// mendInstall is the command that sets up hooks in a settings file again, for the vault that they
// name, or where that is none for the one that is looked at.
func (x *exam) mendInstall(s settings, to string) string {
	line := "memoria install claude"
	if s.scope != claude.User {
		line += " --" + string(s.scope)
	}
	if to == "" || !isVault(to) {
		if x.v == nil {
			return line
		}
		to = x.v.Dir.Path()
	}
	return line + " --vault " + vault.Quote(to)
}

// recorded looks at the hooks that were installed for this vault in other files than those found,
// wherever these are, and returns how many of the files have them still.
func (x *exam) recorded(ctx context.Context, found []settings) (standing int) {
	if x.v == nil {
		return 0
	}
	list, warning, err := vault.Installed(x.v.Dir, x.Now())
	if err != nil || warning != "" {
		x.unknown("hooks", x.mendInstall(settings{scope: claude.User}, ""), "what was installed: %s", cmp.Or(warning, errorText(err)))
	}
	for _, in := range list {
		if in.Scope == "plugin" || slices.ContainsFunc(found, func(s settings) bool { return sameFile(s.path, in.Settings) }) {
			continue
		}
		if x.elsewhere(ctx, in) {
			standing++
		}
	}
	return standing
}

// elsewhere tells of hooks in a file that does not apply where the person is, or that has none any
// more, and reports whether they are there.
func (x *exam) elsewhere(ctx context.Context, in vault.Install) bool {
	folder := filepath.Dir(filepath.Dir(in.Settings)) // of the project
	if _, err := os.Stat(folder); in.Scope != string(claude.User) && errors.Is(err, fs.ErrNotExist) {
		x.forget(ctx, in, folder)
		return false
	}
	hooks, _, err := claude.Hooks(in.Settings)
	if err != nil {
		x.unknown("hooks", "correct that file", "%v", err)
		return false
	}
	if i := slices.IndexFunc(hooks, x.mine); i >= 0 {
		x.ok("hooks", "%s in %s, which sessions elsewhere run", count(len(hooks), "hook"), in.Settings)
		return true
	}
	mend := x.mendInstall(settings{scope: claude.Scope(in.Scope)}, "")
	if in.Scope != string(claude.User) {
		mend = "cd " + vault.Quote(folder) + " && " + mend
	} else if in.Settings != x.settingsPath(claude.User) {
		mend = "CLAUDE_CONFIG_DIR=" + vault.Quote(filepath.Dir(in.Settings)) + " " + mend
	}
	since := in.Since.In(x.Now().Location()).Format(time.DateOnly)
	if len(hooks) > 0 {
		x.warn("hooks", mend, "those that were installed in %s on %s write into another vault now, %s", in.Settings, since, hooks[0].Call.Vault)
	} else {
		mend += ", or to forget them " + strings.Replace(mend, "memoria install", "memoria uninstall", 1)
		x.warn("hooks", mend, "they were installed in %s on %s and are not there any more", in.Settings, since)
	}
	return false
}

// forget takes the record away of hooks that went with their project's folder: nobody can uninstall
// them there.
func (x *exam) forget(ctx context.Context, in vault.Install, folder string) {
	err := vault.RecordRemoval(ctx, x.v.Dir, in.Agent, in.Settings, x.Now())
	if err != nil {
		x.unknown("hooks", "", "%s is gone with its hooks, which cannot be noted: %v", folder, err)
		return
	}
	x.ok("hooks", "%s is gone with its hooks, and is not looked at again", folder)
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
