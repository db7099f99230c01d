package memories

import (
	"bytes"
	"errors"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/agent-admin/memoria/wiki/query/brief/prepared"
)

// ErrNotText says that a file is not UTF-8 text, so nothing can be added to it.
var ErrNotText = errors.New("the file is not UTF-8 text")

// Publish returns a file with text as its published block. It replaces the block that is there, else it appends one.
// Every byte outside the block stays; a file without a final newline still has none. The error is ErrBlock or
// ErrNotText.
func Publish(src []byte, text string) ([]byte, error) {
	if !utf8.Valid(src) || bytes.IndexByte(src, 0) >= 0 {
		return nil, ErrNotText
	}
	start, end, err := blockIn(src)
	if err != nil {
		return nil, err
	}
	eol := "\n"
	if i := bytes.IndexByte(src, '\n'); i > 0 && src[i-1] == '\r' {
		eol = "\r\n"
	}
	if start < 0 && bytes.HasSuffix(src, []byte("\r")) {
		eol = "\r\n" // so that an existing \r is not taken for part of this line end
	}
	var b strings.Builder
	b.WriteString(blockBegin + "\n")
	b.WriteString(strings.TrimRight(prepared.Publishable(text), "\n"))
	b.WriteString("\n" + blockEnd)
	block := strings.ReplaceAll(b.String(), "\n", eol)
	switch {
	case start < 0 && len(src) > 0 && src[len(src)-1] != '\n' && string(src) != "\ufeff":
		return append(append(bytes.Clone(src), eol...), block...), nil
	case start < 0:
		return append(append(bytes.Clone(src), block...), eol...), nil
	case src[end-1] == '\n':
		block += eol
	}
	return append(append(bytes.Clone(src[:start]), block...), src[end:]...), nil
}

// Unpublish returns a file without its published block, as it was before, and whether there is one. The error is
// ErrBlock.
func Unpublish(src []byte) (out []byte, there bool, err error) {
	start, end, err := blockIn(src)
	if err != nil || start < 0 {
		return src, false, err
	}
	if end == len(src) && src[end-1] != '\n' && start > 0 { // the line end before it came with it
		start--
		if start > 0 && src[start-1] == '\r' {
			start--
		}
	}
	return append(bytes.Clone(src[:start]), src[end:]...), true, nil
}

// Names of files that the agent reads into every session.
const (
	ProjectNotes = "CLAUDE.md"       // in the project's folder, where a repository shares it
	LocalNotes   = "CLAUDE.local.md" // beside it, for this machine
	OwnNotes     = memoryIndex       // among the agent's own, for one project
)

// NotesFolder returns the folder of what the agent remembers by itself of the project rooted at project: the one that
// the first of the settings files names which names one, else the one below root, the folder of all projects' transcripts.
func NotesFolder(root, home, project string, settings []string) string {
	for _, path := range settings {
		if dir := memoryDirectory(path, home); dir != "" {
			return dir
		}
	}
	return filepath.Join(root, sanitized(project), memoryFolder)
}
