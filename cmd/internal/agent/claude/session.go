package claude

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/agent-admin/memoria/flush/transcript"
)

const ext = ".jsonl"

// Sessions lists the transcripts PROJECT/SESSION.jsonl in root, without those of subagents. It reads two levels of
// folders and no file. A root that does not exist holds none.
func Sessions(ctx context.Context, root string) ([]transcript.Source, error) {
	projects, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for transcripts in %q: %w", root, Reason(err))
	}
	var out []transcript.Source
	for _, p := range projects {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !p.IsDir() {
			continue
		}
		files, err := os.ReadDir(filepath.Join(root, p.Name()))
		if err != nil {
			continue // an unreadable project hides its own sessions only
		}
		for _, f := range files {
			if !f.Type().IsRegular() || filepath.Ext(f.Name()) != ext || strings.HasPrefix(f.Name(), "agent-") {
				continue
			}
			if info, err := f.Info(); err == nil {
				out = append(out, source(filepath.Join(root, p.Name(), f.Name()), info))
			}
		}
	}
	return out, nil
}

// kernel reports whether a path leads into a file system of the kernel's, whose files look regular, while reading one may
// never end.
func kernel(path string) bool {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	path = filepath.ToSlash(path)
	return strings.HasPrefix(path, "/proc/") || strings.HasPrefix(path, "/sys/")
}

// Open describes the transcript at path, which a hook named: an absolute path of a regular file, or
// the error wraps fs.ErrNotExist.
func Open(path string) (transcript.Source, error) {
	if !filepath.IsAbs(path) {
		return transcript.Source{}, fmt.Errorf("transcript %q: %w", path, fs.ErrNotExist)
	}
	info, err := os.Stat(path)
	if errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG) { // none will ever be there
		return transcript.Source{}, fmt.Errorf("transcript %q: %w: %w", path, Reason(err), fs.ErrNotExist)
	}
	if err != nil {
		return transcript.Source{}, fmt.Errorf("transcript %q: %w", path, Reason(err))
	}
	if !info.Mode().IsRegular() || kernel(path) {
		return transcript.Source{}, fmt.Errorf("transcript %q is not a file: %w", path, fs.ErrNotExist)
	}
	return source(path, info), nil
}
