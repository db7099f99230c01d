package agent

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil"
)

const (
	settingsName    = ".memoria/state/hook.json"
	settingsVersion = 1
	vaultConfig     = ".memoria/config.yaml"
)

// The hook reads no configuration: that takes longer than all else it does. The worker leaves it what
// it needs to know, with the marks of the files it was read from.
type settings struct {
	Turns  int           `json:"turns"`
	Every  time.Duration `json:"every"`
	Config string        `json:"config"`
}

// KeepThrottle tells the hooks of a vault how long turns wait. userConfig is the path of the user's own
// settings. The worker calls it whenever it has read the configuration.
func KeepThrottle(dir *fsutil.Dir, userConfig string, t queue.Throttle) error {
	_, err := fsutil.WriteStateNoSync(dir, settingsName, settingsVersion, settings{t.Turns, t.Every, marks(dir, userConfig)})
	return err
}

// throttle reads what KeepThrottle left. It is not ok when there is nothing, or the configuration has
// changed since, or the environment overrules it: then the worker has to decide.
func throttle(dir *fsutil.Dir, userConfig string, getenv func(string) string) (t queue.Throttle, ok bool) {
	if getenv("MEMORIA_CAPTURE_TURNS") != "" || getenv("MEMORIA_CAPTURE_EVERY_MIN") != "" {
		return t, false
	}
	b, err := dir.ReadFile(settingsName)
	if err != nil {
		return t, false
	}
	var s settings
	version := 0
	whole := fields(b, func(string) bool { return false }, func(f field) {
		number, _ := strconv.ParseInt(string(bytes.TrimSpace(f.raw)), 10, 64)
		switch f.key {
		case "version":
			version = int(number)
		case "turns":
			s.Turns = int(number)
		case "every":
			s.Every = time.Duration(number)
		case "config":
			s.Config, _ = unescape(f.raw)
		}
	})
	ok = whole && version == settingsVersion && s.Config == marks(dir, userConfig)
	return queue.Throttle{Turns: s.Turns, Every: s.Every}, ok
}

// marks are what changes when a file of the configuration does.
func marks(dir *fsutil.Dir, userConfig string) string {
	mark := func(info os.FileInfo, err error) string {
		if err != nil {
			return "none"
		}
		return fmt.Sprintf("%d@%d", info.Size(), info.ModTime().UnixNano())
	}
	return mark(dir.Stat(vaultConfig)) + " " + mark(os.Stat(userConfig))
}
