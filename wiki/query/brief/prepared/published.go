package prepared

import (
	"bytes"
	"path/filepath"
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
	Root    string `json:"root,omitempty"` // of the agent's own notes: the folder of whose sessions they are
	Project string `json:"project,omitempty"`
	Max     int    `json:"max"`
	Made    bool   `json:"made,omitempty"` // the file was not there before
}

// Path returns the path of the file.
func (p Published) Path() string { return filepath.Join(p.Folder, p.Name) }

// Same reports whether both are in the same file.
func (p Published) Same(o Published) bool { return p.Folder == o.Folder && p.Name == o.Name }

// The files that an agent reads by itself, and how much of its own notes.
const (
	shareNotes = "CLAUDE.md"
	localNotes = "CLAUDE.local.md"
	ownNotes   = "MEMORY.md"

	ownLines  = 200
	ownBytes  = 25_000
	mostBytes = 1 << 20 // of a file; a longer one is not looked through
)

// ReadIn reports whether a session that begins in a folder reads the file by itself: a file of that folder or one above
// it, or the agent's own notes of that folder's repository.
func (p Published) ReadIn(at Place) bool {
	switch p.Name {
	case shareNotes, localNotes:
		rel, err := filepath.Rel(p.Folder, at.Dir)
		return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
	case ownNotes:
		root := at.Dir
		if at.Git != "" {
			root = filepath.Dir(at.Git)
		}
		return p.Root == filepath.Clean(root)
	}
	return false
}

// Elsewhere is what a session reads by itself of what was published.
type Elsewhere struct {
	Files []string        // that have a note
	lines map[string]bool // of these files
}

// Elsewhere returns what a session that begins at a place reads of what was published, as the files are now. It is
// empty if that is unknown: a note that is shown twice is better than one that is not shown.
func (at Place) Elsewhere(dir *fsutil.Dir) (e Elsewhere) {
	data, err := dir.ReadFile(PublishedName)
	if err != nil {
		return e
	}
	var all Publications
	if fsutil.DecodeState(data, PublishedName, PublishedVersion, &all) != nil {
		return e
	}
	for _, p := range all.Blocks {
		if !p.ReadIn(at) {
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
	if err != nil || p.Name != ownNotes {
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
