package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/handler/author"
	"github.com/agent-admin/memoria/cmd/internal/handler/site"
	"github.com/agent-admin/memoria/flush"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/templates"
)

// The demo's vault keeps its own zone, so that it is the same on every machine.
const (
	demoConfig = "# the vault of memoria demo: sample sessions, nothing of yours\ntimezone: Europe/Berlin\nsite: {title: Tidewatch notes}\n"
	demoMark   = layout.Demo
)

func (a *app) demoCmd() *cobra.Command {
	c := command("demo", func(c *cobra.Command, args []string) error {
		dir := "memoria-demo"
		if len(args) > 0 {
			dir = args[0]
		}
		return a.demo(c.Context(), dir)
	})
	c.Args = oneFolder
	return c
}

func (a *app) demo(ctx context.Context, dir string) error {
	f := a.finder()
	if err := demoRoom(f.Abs(dir), dir); err != nil {
		return err
	}
	done, err := f.Init(dir, false)
	if err != nil {
		return err
	}
	v, err := a.machine().Open(done.Path)
	if err != nil {
		return err
	}
	defer func() { v.Dir.Close() }()
	if len(done.Files) > 0 {
		if _, err := v.Dir.WriteFile(layout.Config, []byte(demoConfig), 0o644); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		if _, err := v.Dir.WriteFile(demoMark, nil, 0o600); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
		v.Dir.Close()
		if v, err = a.machine().Open(done.Path); err != nil {
			return err
		}
	}
	run := a.run(v, "demo", author.Extractor())
	run.Sources, run.Options = demoSources(), flush.Options{Now: a.Now()}
	a.ui.Print("Reading %s of two made-up projects into %s", count(len(run.Sources), "sample session"), done.Path)
	plan, unlock, err := run.Plan(ctx, false)
	if err != nil {
		return err
	}
	defer unlock()
	rep, err := run.Flush(ctx, plan)
	if err != nil {
		return err
	}
	if err := a.finishImport(ctx, v, plan, rep, run.Scribe, importFlags{}); err != nil {
		return err
	}
	built, err := (&site.Builder{Vault: v, Version: version(), Warn: a.ui.Warn, Progress: a.progress}).Build(ctx)
	if err != nil {
		return err
	}
	a.ui.Print("Or as a site: %s", built.Index)
	return nil
}

// demoRoom refuses to put sample sessions beside anything of the person's.
func demoRoom(abs, given string) error {
	entries, err := os.ReadDir(abs)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return hint(fmt.Errorf("demo %q: it is there and no folder", given), exitFailure, "memoria demo DIR makes a new folder DIR")
	}
	if _, err := os.Stat(filepath.Join(abs, filepath.FromSlash(demoMark))); err == nil {
		return nil
	}
	return hint(fmt.Errorf("demo %q: the folder is not empty", given), exitFailure, "memoria demo DIR makes a new folder DIR; memoria import reads your own sessions")
}

// demoSources are the sample sessions, as if they lay in an agent's folder.
func demoSources() []transcript.Source {
	var out []transcript.Source
	for _, name := range templates.DemoNames() {
		b := templates.Demo(name)
		out = append(out, transcript.Source{Agent: claude.Name, Path: "demo/" + name, Size: int64(len(b)),
			ModTime: time.Date(2026, 3, 20, 12, 0, 0, 0, time.UTC),
			Open:    func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }})
	}
	return out
}
