package agent

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	settingsName    = layout.Hook
	settingsVersion = layout.HookVersion
	vaultConfig     = layout.Config
)

// The hook does not read the configuration, since that takes longer than everything else it does. The worker writes
// this file for it, with marks of the files that the settings came from.
type settings struct {
	Turns   int           `json:"turns"`
	Every   time.Duration `json:"every"`
	Context int           `json:"context"`
	Recall  int           `json:"recall"`
	Config  string        `json:"config"`
	Narrow  bool          `json:"narrow,omitempty"`
	Taken   []string      `json:"taken,omitempty"`
}

// Settings are the settings that hooks read.
type Settings struct {
	queue.Throttle     // how long turns wait
	Context        int // most characters that a session is shown when it begins
	Recall         int // and beside a prompt

	Narrow bool     // the settings leave out what is said in some folders
	Taken  []string // folders that they are known not to leave out
}

// KeepSettings writes the settings that the hooks of a vault read. userConfig is the path of the user's own settings.
// The worker calls it whenever it has read the configuration.
func KeepSettings(dir *fsutil.Dir, userConfig string, s Settings) error {
	_, err := fsutil.WriteStateNoSync(dir, settingsName, settingsVersion, settings{s.Turns, s.Every, s.Context, s.Recall, Marks(dir, userConfig), s.Narrow, s.Taken})
	return err
}

// settings reads once what KeepSettings left; see readSettings.
func (h *Hook) settings(dir *fsutil.Dir) (s settings, ok bool) {
	if h.kept == nil {
		if s, ok = readSettings(dir, h.User); !ok {
			return s, false
		}
		h.kept = &s
	}
	return *h.kept, true
}

// throttle reads how long turns wait. It is not ok when the environment overrules what was kept, or
// nothing was: then the worker has to decide.
func (h *Hook) throttle(dir *fsutil.Dir) (t queue.Throttle, ok bool) {
	if h.Getenv("MEMORIA_CAPTURE_TURNS") != "" || h.Getenv("MEMORIA_CAPTURE_EVERY_MIN") != "" {
		return t, false
	}
	s, ok := h.settings(dir)
	return queue.Throttle{Turns: s.Turns, Every: s.Every}, ok
}

// mayLie reports whether what was said in a folder may lie in the queue: the settings leave out no folder, or a worker saw that
// they take this one. dir is nil for a vault that cannot be opened.
func (h *Hook) mayLie(dir *fsutil.Dir, folder string) bool {
	if dir != nil {
		if s, ok := h.settings(dir); ok {
			return !s.Narrow || slices.Contains(s.Taken, folder)
		}
		if b, err := dir.ReadFile(vaultConfig); err == nil && leavesOut(b) {
			return false
		}
	}
	b, err := os.ReadFile(h.User)
	return err != nil || !leavesOut(b)
}

// leavesOut reports whether a file of settings may have one by which what is said in some folder is not kept.
func leavesOut(config []byte) bool {
	for line := range bytes.Lines(config) {
		if line = bytes.TrimSpace(line); bytes.HasPrefix(line, []byte("#")) {
			continue
		}
		for _, key := range [...]string{"exclude", "include", "share", "paths"} {
			if bytes.Contains(line, []byte(key)) {
				return true
			}
		}
	}
	return false
}

// Taken returns the folders that the hooks of a vault know not to be left out.
func Taken(dir *fsutil.Dir, userConfig string) []string {
	s, _ := readSettings(dir, userConfig)
	return s.Taken
}

// readSettings reads what KeepSettings left. It is not ok when there is nothing, or the configuration
// has changed since.
func readSettings(dir *fsutil.Dir, userConfig string) (s settings, ok bool) {
	b, err := dir.ReadFile(settingsName)
	if err != nil {
		return s, false
	}
	var kept struct {
		Version int `json:"version"`
		settings
	}
	err = json.Unmarshal(b, &kept)
	return kept.settings, err == nil && kept.Version == settingsVersion && kept.Config == Marks(dir, userConfig)
}

// Marks returns a string that changes when a file of the configuration or the book of projects changes.
func Marks(dir *fsutil.Dir, userConfig string) string {
	mark := func(info os.FileInfo, err error) string {
		if err != nil {
			return "none"
		}
		return fmt.Sprintf("%d@%d", info.Size(), info.ModTime().UnixNano())
	}
	all := mark(dir.Stat(vaultConfig)) + " " + mark(os.Stat(userConfig)) + " " + mark(dir.Stat(layout.Projects))
	for _, name := range [...]string{layout.Accepted, layout.SharedProjects} { // in a shared vault
		if info, err := dir.Stat(name); err == nil {
			all += " " + mark(info, nil)
		}
	}
	return all
}
