package claude

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// Claude Code remembers by itself in CONFIG/projects/PROJECT/memory: MEMORY.md, of which it reads the
// beginning into every session, and a file for each topic, with properties above it since clients of 2026.

const (
	memoryFolder = "memory"
	memoryIndex  = "MEMORY.md"
	memoryMost   = 1 << 20 // bytes of a file; the client reads a fortieth of it
)

// A MemoryFile is one that an agent remembers in.
type MemoryFile struct {
	Path    string // absolute
	Name    string // MEMORY.md, feedback_testing.md
	Folder  string // of the project's sessions, CONFIG/projects/PROJECT
	Size    int64
	ModTime time.Time
}

// Memories lists the files below root in which the agent remembers, by project and name. Links are not
// followed. A root that is not there holds none.
func Memories(ctx context.Context, root string) ([]MemoryFile, error) {
	projects, err := os.ReadDir(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for an agent's memory in %q: %w", root, reason(err))
	}
	var out []MemoryFile
	for _, p := range projects {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if !p.IsDir() {
			continue
		}
		folder := filepath.Join(root, p.Name())
		if info, err := os.Lstat(filepath.Join(folder, memoryFolder)); err != nil || !info.IsDir() {
			continue // none, as most; or a link to where nobody said it may be read
		}
		files, err := os.ReadDir(filepath.Join(folder, memoryFolder))
		if err != nil {
			continue
		}
		for _, f := range files {
			if !f.Type().IsRegular() || !strings.EqualFold(filepath.Ext(f.Name()), ".md") || strings.HasPrefix(f.Name(), ".") {
				continue
			}
			if info, err := f.Info(); err == nil && info.Size() <= memoryMost {
				out = append(out, MemoryFile{filepath.Join(folder, memoryFolder, f.Name()), f.Name(), folder, info.Size(), info.ModTime()})
			}
		}
	}
	return out, nil
}

// Read reads the file. The error wraps fs.ErrNotExist where it is gone.
func (m MemoryFile) Read() ([]byte, error) {
	src, err := fsutil.ReadFile(m.Path)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", m.Path, reason(err))
	}
	return src, nil
}

// Own is what the file says but for what memoria published there, line for line: each line of that is
// empty. The error wraps fs.ErrNotExist where it is gone.
func (m MemoryFile) Own() ([]byte, error) {
	src, err := m.Read()
	if err != nil {
		return nil, err
	}
	start, end, err := blockIn(src)
	if err != nil {
		return withoutBlock(src), nil
	}
	if start < 0 {
		return src, nil
	}
	lines := bytes.Count(src[start:end], []byte("\n"))
	return slices.Concat(src[:start], bytes.Repeat([]byte("\n"), lines), src[end:]), nil
}

// WorkFolder finds the folder of the work that a project's sessions are about: the one that a transcript
// in it names, or where there is none, one of another project's transcripts that would be kept there; "" where
// nothing tells. folder is CONFIG/projects/PROJECT.
func WorkFolder(folder string) string {
	name := filepath.Base(folder)
	for _, dir := range foldersIn(folder) {
		if up := named(dir, name); up != "" {
			return up
		}
	}
	siblings, err := os.ReadDir(filepath.Dir(folder))
	if err != nil {
		return ""
	}
	for _, s := range siblings { // sessions that were begun below it
		if s.IsDir() && strings.HasPrefix(s.Name(), name+"-") {
			for _, dir := range foldersIn(filepath.Join(filepath.Dir(folder), s.Name())) {
				if up := named(dir, name); up != "" {
					return up
				}
			}
		}
	}
	return ""
}

// named is dir or the folder above it for which the client keeps its files under name, "" if there is none.
func named(dir, name string) string {
	for len(dir) > 1 {
		if sanitized(dir) == name {
			return dir
		}
		i := strings.LastIndexAny(dir, `/\`)
		if i < 0 {
			return ""
		}
		dir = dir[:i]
	}
	return ""
}

// sanitized is a folder as the client makes a name of it.
func sanitized(dir string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, dir)
}

const (
	cwdFiles = 3        // transcripts that are asked for their folder
	cwdBytes = 64 << 10 // of each
)

// foldersIn are the folders that the latest transcripts in a project's folder name first.
func foldersIn(folder string) (dirs []string) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	files = slices.DeleteFunc(files, func(f fs.DirEntry) bool { return !f.Type().IsRegular() || filepath.Ext(f.Name()) != ext })
	for _, f := range files[:min(cwdFiles, len(files))] {
		r, err := fsutil.OpenFile(filepath.Join(folder, f.Name()))
		if err != nil {
			continue
		}
		head := make([]byte, cwdBytes)
		n, _ := r.Read(head)
		r.Close()
		if dir := firstFolder(head[:n]); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// firstFolder is the first folder that rows name.
func firstFolder(rows []byte) string {
	for line := range bytes.Lines(rows) {
		if dir := folderOf(line); dir != "" {
			return dir
		}
	}
	return ""
}
