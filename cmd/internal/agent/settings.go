package agent

import (
	"encoding/json"
	"fmt"
	"os"
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
}

// Settings are the settings that hooks read.
type Settings struct {
	queue.Throttle     // how long turns wait
	Context        int // most characters that a session is shown when it begins
	Recall         int // and beside a prompt
}

// KeepSettings writes the settings that the hooks of a vault read. userConfig is the path of the user's own settings.
// The worker calls it whenever it has read the configuration.
func KeepSettings(dir *fsutil.Dir, userConfig string, s Settings) error {
	_, err := fsutil.WriteStateNoSync(dir, settingsName, settingsVersion, settings{s.Turns, s.Every, s.Context, s.Recall, Marks(dir, userConfig)})
	return err
}

// throttle reads how long turns wait. It is not ok when the environment overrules what was kept, or
// nothing was: then the worker has to decide.
func throttle(dir *fsutil.Dir, userConfig string, getenv func(string) string) (t queue.Throttle, ok bool) {
	if getenv("MEMORIA_CAPTURE_TURNS") != "" || getenv("MEMORIA_CAPTURE_EVERY_MIN") != "" {
		return t, false
	}
	s, ok := readSettings(dir, userConfig)
	return queue.Throttle{Turns: s.Turns, Every: s.Every}, ok
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
	if info, err := dir.Stat(layout.Accepted); err == nil { // in a shared vault
		all += " " + mark(info, nil)
	}
	return all
}
