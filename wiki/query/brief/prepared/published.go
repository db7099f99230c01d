package prepared

import (
	"bytes"
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// The record of where notes were published, so that they can be updated and are not shown a second time. If it is
// lost, that stops until somebody publishes again.
const (
	PublishedName    = layout.Published
	PublishedVersion = layout.PublishedVersion
)

// Publications are the blocks of notes that a vault keeps in files.
type Publications struct {
	Blocks []Published `json:"blocks"`
}

// A Published is a block in a file.
type Published struct {
	Folder  string `json:"folder"` // of the file, absolute
	Name    string `json:"name"`
	Dir     string `json:"dir"`            // the folder whose project it is about
	Root    string `json:"root,omitempty"` // of an agent's own notes: the folder of whose sessions they are
	Project string `json:"project,omitempty"`
	Max     int    `json:"max"`
	Made    bool   `json:"made,omitempty"` // the file was not there before

	Readers []string `json:"readers,omitempty"` // the agents that read the file by themselves
	Under   string   `json:"under,omitempty"`   // the folder in and below which they do; "" is Folder
}

// Path returns the path of the file.
func (p Published) Path() string { return filepath.Join(p.Folder, p.Name) }

// Same reports whether both are in the same file.
func (p Published) Same(o Published) bool { return p.Folder == o.Folder && p.Name == o.Name }

// How much of its own notes an agent reads, and how long another file may be.
const (
	ownLines  = 200
	ownBytes  = 25_000
	mostBytes = 1 << 20 // a longer file is not looked through
)

// ReadIn reports whether a session of an agent that begins at a place reads the file by itself: a file of that folder or
// one above it, or the agent's own notes of that folder's repository.
func (p Published) ReadIn(agent string, at Place) bool {
	if !slices.Contains(p.Readers, agent) {
		return false
	}
	if p.Root != "" {
		root := at.Dir
		if at.Git != "" {
			root = filepath.Dir(at.Git)
		}
		return p.Root == filepath.Clean(root)
	}
	rel, err := filepath.Rel(cmp.Or(p.Under, p.Folder), at.Dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// Elsewhere is what a session reads by itself of what was published.
type Elsewhere struct {
	Files []string        // that have a note
	lines map[string]bool // of these files
}

// Elsewhere returns what a session of an agent that begins at a place reads of what was published, as the files are now.
// It is empty if that is unknown: a note that is shown twice is better than one that is not shown.
func (at Place) Elsewhere(dir *fsutil.Dir, agent string) (e Elsewhere) {
	data, err := dir.ReadFile(PublishedName)
	if err != nil {
		return e
	}
	var all Publications
	if fsutil.DecodeState(data, PublishedName, PublishedVersion, &all) != nil {
		return e
	}
	for _, p := range all.Blocks {
		if !p.ReadIn(agent, at) {
			continue
		}
		src := p.read()
		if src == nil {
			continue
		}
		if e.lines == nil {
			e.lines = map[string]bool{}
		}
		found := false
		for line := range bytes.Lines(src) {
			if bytes.HasPrefix(line, []byte(mark)) {
				found = true
				e.lines[strings.TrimRight(string(line), "\r\n")] = true
			}
		}
		if found {
			e.Files = append(e.Files, p.Path())
		}
	}
	return e
}

// read returns as much of the file as an agent reads, nil if there is none.
func (p Published) read() []byte {
	f, err := fsutil.OpenFile(p.Path())
	if err != nil {
		return nil
	}
	info, err := f.Stat()
	f.Close()
	if err != nil || info.Size() > mostBytes {
		return nil
	}
	src, err := fsutil.ReadFile(p.Path())
	if err != nil || p.Root == "" {
		return src
	}
	src = src[:min(len(src), ownBytes)]
	for end, n := 0, 0; ; n++ {
		i := bytes.IndexByte(src[end:], '\n')
		if i < 0 { // half a line may end it
			return src[:end]
		}
		if end += i + 1; n+1 == ownLines {
			return src[:end]
		}
	}
}

// has reports whether a note is published there, in either of its two forms.
func (e Elsewhere) has(it Item) bool {
	if len(e.lines) == 0 {
		return false
	}
	for _, it := range [...]Item{it, unlinked(it)} {
		if e.lines[Publishable(strings.TrimSuffix(line(it), "\n"))] {
			return true
		}
	}
	return false
}

// Publishable returns a text in a form that can stand between comments that serve as marks.
func Publishable(text string) string { return strings.ReplaceAll(text, "<!--", "<! --") }
