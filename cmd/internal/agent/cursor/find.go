// Package cursor finds the transcripts of Cursor.
package cursor

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/agent-admin/memoria/flush/transcript/cursor"
)

// Name is the agent's name in entries and on the command line.
const Name = cursor.Name

// transcripts is the folder of a project that holds them.
const transcripts = "agent-transcripts"

// SessionOf returns the id of the session whose transcript is at a path, PROJECT/agent-transcripts/ID.jsonl, or ID/ID.jsonl
// there; false for another file.
func SessionOf(path string) (id string, ok bool) {
	id = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	dir := filepath.Dir(path)
	if filepath.Base(dir) == id {
		dir = filepath.Dir(dir)
	}
	return id, filepath.Base(dir) == transcripts
}

// mostFolders is how many folders are looked through for the one of a project.
const mostFolders = 500

// DirOf returns the folder that the project of a transcript works in; "" if it is not found. Its name there is the
// folder's path with a hyphen in the place of what is neither a letter nor a digit, so that folders that are there are
// tried.
func DirOf(path string) string {
	for dir := filepath.Dir(path); filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		if filepath.Base(dir) == transcripts {
			left := mostFolders
			return below(string(filepath.Separator), filepath.Base(filepath.Dir(dir)), &left)
		}
	}
	return ""
}

// below returns the folder below dir that the rest of a name stands for.
func below(dir, rest string, left *int) string {
	if *left--; *left < 0 {
		return ""
	}
	entries, _ := os.ReadDir(dir) // one that cannot be read has no project to be found
	for _, e := range entries {
		name := slug(e.Name())
		more, within := strings.CutPrefix(rest, name+"-")
		if info, err := os.Stat(filepath.Join(dir, e.Name())); name == "" || rest != name && !within || err != nil || !info.IsDir() {
			continue
		}
		if rest == name {
			return filepath.Join(dir, e.Name())
		}
		if found := below(filepath.Join(dir, e.Name()), more, left); found != "" {
			return found
		}
	}
	return ""
}

func slug(name string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9' {
			return r
		}
		return '-'
	}, name)
}
