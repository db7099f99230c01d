package vault

import "path/filepath"

// StateDir returns the folder where memoria keeps what belongs to a person and this machine and to no vault: notes
// that a vault could not take, the log of what happened without a vault. It need not exist. getenv reads the
// environment; home is the person's. Where neither names a place it is "".
func StateDir(getenv func(string) string, home string) string {
	base := getenv("XDG_STATE_HOME")
	if base == "" || !filepath.IsAbs(base) {
		if home == "" {
			return ""
		}
		base = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(base, "memoria")
}
