package importer

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/cmd/internal/exit"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/templates"
)

// The demo's vault keeps its own zone, so that it is the same on every machine.
const demoConfig = "# the vault of memoria demo: sample sessions, nothing of yours\ntimezone: Europe/Berlin\nsite: {title: Tidewatch notes}\n"

// DemoSettings marks a new vault as a sample and writes its settings.
func DemoSettings(path string) error {
	dir, err := fsutil.OpenDir(path)
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	defer dir.Close()
	_, err = dir.WriteFile(layout.Config, []byte(demoConfig), 0o644)
	if err == nil {
		_, err = dir.WriteFile(layout.Demo, nil, 0o600)
	}
	if err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	return nil
}

// DemoRoom returns an error if the folder holds anything of the person's.
func DemoRoom(abs, given string) error {
	entries, err := os.ReadDir(abs)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return exit.Hint(fmt.Errorf("demo %q: it is there and no folder", given), exit.Failure, "memoria demo DIR makes a new folder DIR")
	}
	if _, err := os.Stat(filepath.Join(abs, filepath.FromSlash(layout.Demo))); err == nil {
		return nil
	}
	return exit.Hint(fmt.Errorf("demo %q: the folder is not empty", given), exit.Failure, "memoria demo DIR makes a new folder DIR; memoria import reads your own sessions")
}

// DemoSources returns the sample sessions, as if they lay in a folder. What is in them tells whose they are.
func DemoSources() []transcript.Source {
	var out []transcript.Source
	for _, name := range templates.DemoNames() {
		b := templates.Demo(name)
		out = append(out, transcript.Source{Agent: claude.Name, Path: "demo/" + name, Size: int64(len(b)),
			ModTime: time.Date(2026, 3, 25, 12, 0, 0, 0, time.UTC),
			Open:    func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(b)), nil }})
	}
	return out
}
