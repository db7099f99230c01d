package main

import (
	"bytes"
	"context"
	"sync/atomic"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/serve"
	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki/site"
)

// liveSeen is what memoria serve knew of the pages' texts when it was last there.
const liveSeen = layout.CacheLive

// A liveSite is the site of a vault as it is, and what goes on in it.
type liveSite struct {
	*app
	held   atomic.Pointer[workspace.Vault]
	server *serve.Server
	now    atomic.Pointer[shownSite]
	wrong  atomic.Pointer[string] // why the site is not as the vault is; nil where it is

	progress atomic.Pointer[string]           // of the compile that runs here; nil while none does
	waiting  atomic.Pointer[compiler.LogPlan] // the log that the watch that runs here compiles next; nil or past for none

	fresh chan struct{}          // capacity 1: there is a new site to learn from
	seen  atomic.Pointer[[]byte] // what was learned
}

// A shownSite is the site of one moment, and what stands for all that it shows.
type shownSite struct {
	*site.Site
	stamp string
}

var _ serve.Site = (*liveSite)(nil)

// vault is the vault that is shown.
func (l *liveSite) vault() *workspace.Vault { return l.held.Load() }

func newLiveSite(a *app, v *workspace.Vault) *liveSite {
	l := &liveSite{app: a, fresh: make(chan struct{}, 1)}
	l.held.Store(v)
	seen, err := v.Dir.ReadFile(liveSeen)
	if err != nil {
		seen = nil // it saves time, and nothing else
	}
	l.seen.Store(&seen)
	return l
}

// renew has the site show the vault as it is, and says whether that is something else than before.
func (l *liveSite) renew(ctx context.Context) (changed bool, err error) {
	o := siteOptions(l.vault())
	o.BaseURL, o.Live = "", true
	src, err := l.shown(ctx, l.vault(), &o)
	if err != nil {
		return false, err
	}
	stamp := src.Stamp(o)
	if was := l.now.Load(); was != nil && was.stamp == stamp && !was.Moved() {
		return false, nil
	}
	src.Seen = *l.seen.Load()
	s, err := site.New(src, o)
	if err != nil {
		return false, err
	}
	l.now.Store(&shownSite{s, stamp})
	select {
	case l.fresh <- struct{}{}:
	default:
	}
	return true, nil
}

// File implements serve.Site.
func (l *liveSite) File(path string) ([]byte, bool) {
	body, ok, err := l.now.Load().File(path)
	if err != nil {
		l.ui.Warn("%v", err)
		return nil, false
	}
	return body, ok
}

func (l *liveSite) version() string { return l.now.Load().stamp }

// learnAfter is how long the reader of a new site has the machine alone.
const learnAfter = 2 * time.Second

// learn finds out of each new site what takes long, while nobody waits for it, and keeps it for the next.
func (l *liveSite) learn(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-l.fresh:
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(learnAfter):
		}
		seen := l.now.Load().Seen()
		if ctx.Err() != nil {
			return
		}
		if !bytes.Equal(seen, *l.seen.Load()) {
			l.seen.Store(&seen)
			_, _ = l.vault().Dir.WriteFileNoSync(liveSeen, seen, 0o600) // the next start takes longer without it
		}
	}
}
