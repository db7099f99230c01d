// Package memories finds and reads what agents remember by themselves, and puts text of ours between marks into the files
// that they read into every session.
package memories

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

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
	"github.com/agent-admin/memoria/fsutil"
)

// Claude Code keeps its own memory in CONFIG/projects/PROJECT/memory: MEMORY.md, whose beginning it reads into every
// session, and a file per topic, with properties above it since clients of 2026. Settings can name another folder.

const (
	memoryFolder = "memory"
	memoryIndex  = "MEMORY.md"
	memoryMost   = 1 << 20 // bytes of a file; the client reads a fortieth of it
)

// A File is a file of an agent's own memory.
type File struct {
	Agent   string // its name
	Title   string // as its people call it
	Path    string // absolute
	Name    string // MEMORY.md, feedback_testing.md
	Folder  string // CONFIG/projects/PROJECT, or the folder that the settings name
	Size    int64
	ModTime time.Time

	place   memoryPlace
	heading string // above the lines that are the agent's; "" where all are
}

// A memoryPlace is a folder of the agent's own memory.
type memoryPlace struct {
	dir    string
	folder string // see MemoryFile
	work   string // of a folder that the settings name: whose memory it is, "" for everybody's
	named  bool   // by the settings
}

// Left is a memory folder or file that is not read, with the reason.
type Left struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

// Find lists the memory files of Claude Code, sorted by project and name: those below root, the folder of all projects'
// transcripts, and those in the folders that the settings files name. left lists what was not read, with the reason.
// Find does not follow links. A root that does not exist holds none.
func Find(ctx context.Context, root, home string, settings []string) (files []File, left []Left, err error) {
	places, left, err := memoryPlaces(ctx, root, home, settings)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range places {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		found, out := p.files()
		files, left = append(files, found...), append(left, out...)
	}
	return files, left, nil
}

// memoryPlaces returns the folders in which an agent remembers, as far as there are any.
func memoryPlaces(ctx context.Context, root, home string, settings []string) (places []memoryPlace, left []Left, err error) {
	projects, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("look for an agent's memory in %q: %w", root, claude.Reason(err))
	}
	add := func(p memoryPlace) {
		if !slices.ContainsFunc(places, func(o memoryPlace) bool { return o.dir == p.dir }) {
			places = append(places, p)
		}
	}
	for _, p := range projects {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		if !p.IsDir() {
			continue
		}
		folder := filepath.Join(root, p.Name())
		dir := filepath.Join(folder, memoryFolder)
		if info, err := os.Lstat(dir); err == nil && info.IsDir() {
			add(memoryPlace{dir: dir, folder: folder})
		} else if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			left = append(left, Left{dir, "it is a link, and nobody said that what it leads to may be read"})
		}
		if work := workOf(folder); work != "" {
			if dir := memoryDirectory(claude.SettingsPath(claude.Local, home, "", work), home); dir != "" {
				add(memoryPlace{dir: dir, folder: dir, work: work, named: true})
			}
		}
	}
	for _, path := range settings {
		if dir := memoryDirectory(path, home); dir != "" {
			add(memoryPlace{dir: dir, folder: dir, named: true})
		}
	}
	return places, left, nil
}

// workOf returns the folder that the transcripts in a project's folder name for their own, "" if none does.
func workOf(folder string) string {
	name := filepath.Base(folder)
	for _, dir := range foldersIn(folder) {
		if up := named(dir, name); up != "" {
			return up
		}
	}
	return ""
}

// memoryDirectory returns the memory folder that a settings file names, "" if it names none: the client takes an
// absolute path, or one that begins in the home.
func memoryDirectory(path, home string) (dir string) {
	_ = claude.Setting(path, "autoMemoryDirectory", &dir)
	if rest, ok := strings.CutPrefix(dir, "~/"); ok && home != "" {
		dir = filepath.Join(home, rest)
	}
	if dir = filepath.Clean(dir); !filepath.IsAbs(dir) || dir == filepath.Clean(home) || filepath.Dir(dir) == dir {
		return "" // too much else lies there
	}
	return dir
}

// files returns those in the folder itself.
func (p memoryPlace) files() (files []File, left []Left) {
	list, err := os.ReadDir(p.dir)
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			left = append(left, Left{p.dir, claude.Reason(err).Error()})
		}
		return nil, left
	}
	for _, f := range list {
		if !strings.EqualFold(filepath.Ext(f.Name()), ".md") || strings.HasPrefix(f.Name(), ".") || f.IsDir() {
			continue
		}
		path := filepath.Join(p.dir, f.Name())
		info, err := f.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			left = append(left, Left{path, claude.Reason(err).Error()})
		case !info.Mode().IsRegular():
			left = append(left, Left{path, "it is a link, or no file"})
		case info.Size() > memoryMost:
			left = append(left, Left{path, fmt.Sprintf("it has %.1f MB, and what is longer than %d MB is not read; split it", float64(info.Size())/(1<<20), memoryMost>>20)})
		default:
			files = append(files, File{claude.Name, "Claude Code", path, f.Name(), p.folder, info.Size(), info.ModTime(), p, ""})
		}
	}
	return files, left
}

// Work returns the folder of the project that the file is about, "" if it is not known.
func (m File) Work() string {
	if m.place.named {
		return m.place.work
	}
	return workFolder(m.Folder)
}

// Read reads the file. The error wraps fs.ErrNotExist if it is gone.
func (m File) Read() ([]byte, error) {
	src, err := fsutil.ReadFile(m.Path)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", m.Path, claude.Reason(err))
	}
	return src, nil
}

// Own returns the file with each line that is not the agent's replaced by an empty line, so that line numbers stay: those of
// the block that memoria published, and of a person. The error wraps fs.ErrNotExist if the file is gone.
func (m File) Own() ([]byte, error) {
	src, err := m.Read()
	if err != nil {
		return nil, err
	}
	src = section(src, m.heading)
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

// workFolder returns the folder that a project's sessions work in: the one that a transcript in it names, else one
// that another project's transcript names and that maps to this folder, else "". folder is CONFIG/projects/PROJECT.
func workFolder(folder string) string {
	name := filepath.Base(folder)
	if up := workOf(folder); up != "" {
		return up
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

// named returns dir or the folder above it for which the client keeps its files under name, "" if there is none.
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

// sanitized returns the name that the client makes of a folder's path.
func sanitized(dir string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '-'
	}, dir)
}

const (
	cwdFiles = 3        // transcripts that are read for their folder
	cwdBytes = 64 << 10 // of each
)

// foldersIn returns the folders that the latest transcripts in a project's folder name first.
func foldersIn(folder string) (dirs []string) {
	files, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	files = slices.DeleteFunc(files, func(f fs.DirEntry) bool { return !f.Type().IsRegular() || filepath.Ext(f.Name()) != ".jsonl" })
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

// firstFolder returns the first folder that rows name.
func firstFolder(rows []byte) string {
	for line := range bytes.Lines(rows) {
		if dir := folderOf(line); dir != "" {
			return dir
		}
	}
	return ""
}
