package vault

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pick"
)

// An Install says that an agent's hooks write into this vault.
type Install struct {
	Agent    string    `json:"agent"`
	Scope    string    `json:"scope"`    // user, project, local, plugin
	Settings string    `json:"settings"` // absolute path of the file that holds the hooks, or of the plugin's folder
	Binary   string    `json:"binary"`   // absolute path that the hooks run
	Vault    string    `json:"vault"`    // absolute path that the hooks name: the vault may have been moved since
	Events   []string  `json:"events"`
	Since    time.Time `json:"since"`            // of the first install there, later ones being updates
	Removed  time.Time `json:"removed,omitzero"` // zero while it stands

	Folder string `json:"folder,omitempty"` // the highest that the install of memoria's own files made
}

const (
	installName    = layout.Installed
	installLock    = layout.LockInstall
	installVersion = layout.InstalledVersion
	installWait    = 10 * time.Second
)

type installs struct {
	Installs []Install `json:"installs"`
}

func readInstalls(d *fsutil.Dir, now time.Time) (installs, string, error) {
	var s installs
	warning, err := fsutil.ReadState(d, installName, installVersion, &s, now)
	return s, warning, err
}

// Installed returns the installs that were not removed, as the vault records them; the settings files may have been
// edited since. It returns a warning if the list is damaged, and moves that list aside under a name with the time
// now.
func Installed(d *fsutil.Dir, now time.Time) (list []Install, warning string, err error) {
	s, warning, err := readInstalls(d, now)
	list = pick.Where(s.Installs, func(in Install) bool { return in.Removed.IsZero() })
	return list, warning, err
}

// Since returns the time from which on the agent's sessions go into this vault without being asked for: the time of
// the first install that stands, else of the first install there was, else of the making of the vault. It is zero if
// none is known.
func Since(d *fsutil.Dir, agent string, now time.Time) (time.Time, error) {
	s, _, err := readInstalls(d, now)
	if err != nil {
		return time.Time{}, err
	}
	var standing, any time.Time
	for _, in := range s.Installs {
		if in.Agent != agent {
			continue
		}
		if any.IsZero() || in.Since.Before(any) {
			any = in.Since
		}
		if in.Removed.IsZero() && (standing.IsZero() || in.Since.Before(standing)) {
			standing = in.Since
		}
	}
	if !standing.IsZero() {
		return standing, nil
	}
	if !any.IsZero() {
		return any, nil
	}
	info, err := d.Stat(ignoreName)
	if errors.Is(err, fs.ErrNotExist) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("find out when the vault was made: %w", err)
	}
	return info.ModTime(), nil
}

// RecordInstall records an install. An install that is already recorded for the same settings keeps its time.
func RecordInstall(ctx context.Context, d *fsutil.Dir, in Install, now time.Time) error {
	return changeInstalls(ctx, d, now, func(s *installs) {
		i := s.find(in.Agent, in.Settings)
		if i < 0 {
			s.Installs = append(s.Installs, in)
			return
		}
		if old := s.Installs[i]; old.Removed.IsZero() {
			in.Since, in.Folder = old.Since, cmp.Or(in.Folder, old.Folder)
		}
		s.Installs[i] = in
	})
}

// RecordRemoval records that the hooks of an agent were removed from a settings file.
func RecordRemoval(ctx context.Context, d *fsutil.Dir, agent, settings string, now time.Time) error {
	return changeInstalls(ctx, d, now, func(s *installs) {
		if i := s.find(agent, settings); i >= 0 && s.Installs[i].Removed.IsZero() {
			s.Installs[i].Removed = now
		}
	})
}

func (s *installs) find(agent, settings string) int {
	return slices.IndexFunc(s.Installs, func(in Install) bool { return in.Agent == agent && in.Settings == settings })
}

func changeInstalls(ctx context.Context, d *fsutil.Dir, now time.Time, change func(*installs)) error {
	ctx, cancel := context.WithTimeout(ctx, installWait)
	defer cancel()
	unlock, err := d.Lock(ctx, installLock)
	if err != nil {
		return err
	}
	defer unlock()
	s, _, err := readInstalls(d, now)
	if err != nil {
		return err
	}
	before := slices.Clone(s.Installs)
	change(&s)
	if len(before) == 0 && len(s.Installs) == 0 {
		return nil
	}
	_, err = fsutil.WriteState(d, installName, installVersion, s)
	return err
}
