// Package claude finds the transcripts and the settings of Claude Code, and changes its settings.
//
// A session lies in CONFIG/projects/PROJECT/SESSION.jsonl, its subagents beside it in
// SESSION/subagents/agent-ID.jsonl or, in clients before 2.1, as agent-ID.jsonl; CONFIG is
// ~/.claude unless CLAUDE_CONFIG_DIR moves it.
package claude

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
)

// Name is the agent's name in entries and on the command line.
const Name = hookline.Agent

// Root returns the folder of all transcripts, for a home and a configuration directory (CLAUDE_CONFIG_DIR, usually
// empty).
func Root(home, configDir string) string {
	return filepath.Join(cmp.Or(configDir, filepath.Join(home, ".claude")), "projects")
}

// Find lists the transcripts at path: the file itself, or every *.jsonl below the folder in the order of their names, with those that
// are compressed and not unpacked beside it, and every *.json that is one document.
// Links inside the folder are not followed. The error wraps fs.ErrNotExist if there is nothing at path.
func Find(ctx context.Context, path string, document func(path string) bool) ([]transcript.Source, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, fmt.Errorf("look for transcripts in %q: %w", path, Reason(err))
	}
	info, err := os.Stat(real)
	if err != nil {
		return nil, fmt.Errorf("look for transcripts in %q: %w", path, Reason(err))
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("look for transcripts in %q: it is neither a file nor a folder", path)
	}
	if !info.IsDir() {
		return []transcript.Source{source(path, info)}, nil
	}
	var out []transcript.Source
	err = filepath.WalkDir(real, func(p string, d fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if p == real {
				return Reason(err)
			}
			return nil // skip only the folder that cannot be read
		}
		plain, packed := strings.CutSuffix(p, Packed)
		if packed && len(out) > 0 && out[len(out)-1].Path == plain {
			return nil
		}
		if !d.Type().IsRegular() || !strings.EqualFold(filepath.Ext(plain), ext) && !(filepath.Ext(p) == ".json" && document(p)) {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return nil // gone since it was listed
		}
		out = append(out, source(p, info))
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for transcripts in %q: %w", path, err)
	}
	return out, nil
}

// Packed ends the name of a transcript that Codex compressed.
const Packed = ".zst"

var errPacked = errors.New("it is compressed: zstd -d FILE unpacks it beside itself, for the next import")

func source(path string, info fs.FileInfo) transcript.Source {
	return transcript.Source{Agent: Name, Path: path, Size: info.Size(), ModTime: info.ModTime(),
		Open: func() (io.ReadCloser, error) {
			if strings.HasSuffix(path, Packed) {
				return nil, errPacked
			}
			f, err := fsutil.OpenFile(path)
			if err != nil {
				return nil, Reason(err)
			}
			return f, nil
		}}
}

// Reason returns err without the path and the call that the message names already.
func Reason(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}
