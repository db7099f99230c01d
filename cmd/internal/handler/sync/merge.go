package sync

import (
	"bytes"
	"path"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A merger merges the files of a vault.
type merger struct {
	wiki      string      // folder of the articles
	machine   string      // this one
	rewritten bool        // the trunk was: what it has no more was taken out
	dir       *fsutil.Dir // the vault
}

// Merge merges the files that a side changed. Settings and templates are left to git.
func (m *merger) Merge(base, ours, theirs map[string][]byte) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, side := range []map[string][]byte{base, ours, theirs} {
		for name := range side {
			if merged, ok := m.file(name, base[name], ours[name], theirs[name]); ok {
				out[name] = merged
			}
		}
	}
	return out, nil
}

// file merges one file, and reports whether it is one that is merged alone.
func (m *merger) file(name string, base, ours, theirs []byte) ([]byte, bool) {
	switch {
	case path.Dir(name) == layout.SharedCompiled, name == attributes && base == nil:
		return union(ours, theirs), true
	case name == layout.SharedVault, base == nil && theirs != nil && path.Dir(name) == layout.Folder:
		if theirs != nil {
			return theirs, true
		}
		return ours, true
	}
	return nil, false
}

// union returns the lines of theirs, and behind them those that only ours has.
func union(ours, theirs []byte) []byte {
	has := map[string]bool{}
	var out []byte
	for _, side := range [][]byte{theirs, ours} {
		for line := range bytes.Lines(side) {
			line = bytes.TrimSuffix(line, []byte("\n"))
			if !has[string(line)] {
				has[string(line)] = true
				out = append(append(out, line...), '\n')
			}
		}
	}
	return out
}
