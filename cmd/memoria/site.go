package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"sync"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/search"
	"github.com/agent-admin/memoria/wiki/site"
)

const (
	siteTemplates = vault.Marker + "/templates/site"
	maxTemplate   = 1 << 20 // bytes of one file

	siteSeen = vault.Marker + "/cache/site" // what the last build knew of the pages' texts
)

// site plans the site of a vault as it is.
func (a *app) site(ctx context.Context, v *vault.Vault, o site.Options) (*site.Site, error) {
	src, err := a.shown(ctx, v, &o)
	if err != nil {
		return nil, err
	}
	if src.Seen, err = v.Dir.ReadFile(siteSeen); err != nil {
		src.Seen = nil // it saves time, and nothing else
	}
	return site.New(src, o)
}

// shown reads what a site shows, and the vault's own templates.
func (a *app) shown(ctx context.Context, v *vault.Vault, o *site.Options) (src site.Vault, err error) {
	var logs []*daily.Log
	var logsErr error
	var wg sync.WaitGroup
	wg.Go(func() { logs, logsErr = a.allLogs(ctx, v) })
	w, err := (wiki.Store{Dir: v.Dir, Wiki: v.Config.Wiki}).Keeping().Load(ctx)
	wg.Wait()
	if err = cmp.Or(err, logsErr); err != nil {
		return src, err
	}
	if o.Templates, err = ownTemplates(v); err != nil {
		return src, err
	}
	return site.Vault{Wiki: w, Logs: logs, Read: v.Dir.ReadFile, Mark: marker(v), Index: func() (*search.Index, error) { return a.searcher(v).Open(ctx) }}, nil
}

// marker is a function that tells files of the vault by their stamps, where these change with every change.
func marker(v *vault.Vault) func(string) string {
	tick := sync.OnceValue(func() int64 {
		at, err := v.Dir.Tick(wiki.TickName)
		if err != nil {
			return 0
		}
		return at
	})
	return func(path string) string {
		now := tick() // before the file is looked at, so before it is read
		f, err := v.Dir.Open(path)
		if err != nil {
			return ""
		}
		defer f.Close()
		s, err := fsutil.StampOf(f)
		if err != nil || !s.Settled(now) {
			return ""
		}
		return fmt.Sprint(s.Size, s.ModTime, s.Change, s.Inode)
	}
}

// siteOptions are the settings of a vault for its site.
func siteOptions(v *vault.Vault) site.Options {
	o := site.Options{Title: v.Config.Site.Title, BaseURL: v.Config.Site.BaseURL, Include: v.Config.Site.Include, Generator: "memoria " + version()}
	if o.Title == "" {
		o.Title = filepath.Base(v.Dir.Path())
	}
	return o
}

// ownTemplates are those that stand in the vault for memoria's own.
func ownTemplates(v *vault.Vault) (map[string][]byte, error) {
	entries, err := v.Dir.ReadDir(siteTemplates)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the templates of the vault: %w", err)
	}
	out := map[string][]byte{}
	for _, e := range entries {
		switch path.Ext(e.Name()) {
		case ".html", ".css", ".js":
		default:
			continue
		}
		if info, err := e.Info(); err != nil || !info.Mode().IsRegular() || info.Size() > maxTemplate {
			continue
		}
		b, err := v.Dir.ReadFile(siteTemplates + "/" + e.Name())
		if err != nil {
			return nil, fmt.Errorf("read the template %s: %w", e.Name(), err)
		}
		out[e.Name()] = b
	}
	return out, nil
}
