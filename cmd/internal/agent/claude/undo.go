package claude

import (
	"encoding/json"
	"path/filepath"
	"slices"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil"
)

const recordVersion = 1

// A record says how to restore a settings file. It lies in the user's state folder, since it has to outlive the
// vault. Of the file it holds only what memoria's entries replaced.
type record struct {
	Settings string       `json:"settings"`
	Slot     string       `json:"slot,omitempty"`  // which memoria entry; "" for the hooks
	Existed  bool         `json:"existed"`         // there was a file before
	Folders  []string     `json:"folders"`         // made for it, the deepest first
	Before   string       `json:"before"`          // hash of the file as it was
	After    string       `json:"after"`           // hash of what was written; "" if the way back is not exact
	Undo     []jsonc.Edit `json:"undo,omitempty"`  // from what was written to the file as it was
	Added    added        `json:"added"`           // containers that are memoria's
	Made     int          `json:"made,omitempty"`  // objects around a server that are memoria's
	Blank    *string      `json:"blank,omitempty"` // the file as it was, if it held no object
}

// An added lists the containers of a file that memoria made, and those that replaced a null.
type added struct {
	Hooks  bool     `json:"hooks,omitempty"`
	Events []string `json:"events,omitempty"`

	NullHooks  bool     `json:"null_hooks,omitempty"`
	NullEvents []string `json:"null_events,omitempty"`
}

// with returns the union of two.
func (a added) with(b added) added {
	a.Hooks, a.NullHooks = a.Hooks || b.Hooks, a.NullHooks || b.NullHooks
	a.Events, a.NullEvents = union(a.Events, b.Events), union(a.NullEvents, b.NullEvents)
	return a
}

func union(a, b []string) []string {
	a = slices.Clone(a)
	for _, s := range b {
		if !slices.Contains(a, s) {
			a = append(a, s)
		}
	}
	return a
}

func hash(s string) string { return fsutil.Hash([]byte(s)) }

// key distinguishes the records of one file.
func (f file) key() string { return keyOf(f.target, f.slot) }

func keyOf(target, slot string) string {
	if slot == "" {
		return target
	}
	return target + "\x00" + slot
}

// recordName returns the path of the record with a key in the state folder.
func recordName(key string) string { return "install/" + hash(key)[:24] + ".json" }

// loadRecord returns nil if nothing is known: no record, or one that cannot be understood.
func loadRecord(stateDir, key string) *record {
	r := parseRecord(filepath.Join(stateDir, filepath.FromSlash(recordName(key))))
	if r == nil || keyOf(r.Settings, r.Slot) != key {
		return nil
	}
	return r
}

func parseRecord(path string) *record {
	b, err := fsutil.ReadFile(path)
	if err != nil {
		return nil
	}
	var r struct {
		Version int `json:"version"`
		record
	}
	if json.Unmarshal(b, &r) != nil || r.Version != recordVersion {
		return nil
	}
	return &r.record
}

// shareFolders adds to r the folders above its file that were made for another memoria file, so that whichever goes
// last takes them away.
func (r *record) shareFolders(stateDir string) {
	names, _ := filepath.Glob(filepath.Join(stateDir, "install", "*.json"))
	for _, name := range names {
		other := parseRecord(name)
		if other == nil || other.Settings == r.Settings || len(r.Folders) > 0 {
			continue
		}
		if i := slices.Index(other.Folders, filepath.Dir(r.Settings)); i >= 0 {
			r.Folders = other.Folders[i:]
		}
	}
}

// original returns the file as it was before the install, if it is still what memoria wrote.
func (r *record) original(f file) (string, bool) {
	if r == nil || r.After == "" || !f.exists || hash(f.text) != r.After {
		return "", false
	}
	s, ok := jsonc.Revert(f.text, r.Undo)
	return s, ok && hash(s) == r.Before
}

// ours returns the known containers of memoria in the file, nil if unknown.
func (r *record) ours() *added {
	if r == nil {
		return nil
	}
	return &r.Added
}

// shareFile records in r that memoria made its file, if it did so for another entry.
func (r *record) shareFile(stateDir string) {
	names, _ := filepath.Glob(filepath.Join(stateDir, "install", "*.json"))
	for _, name := range names {
		if other := parseRecord(name); other != nil && other.Settings == r.Settings && other.Slot != r.Slot && !other.Existed {
			r.Existed, r.Folders = false, other.Folders
		}
	}
}
