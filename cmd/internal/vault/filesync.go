package vault

import (
	"path/filepath"
	"strings"
)

// FileSync returns the name of the file sync that a folder lies in, "" if there is no sign of one. iCloud's copy of
// Desktop and Documents has none.
func FileSync(dir string) string {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		base := filepath.Base(at)
		switch {
		case exists(filepath.Join(at, ".stfolder")):
			return "Syncthing"
		case base == "Mobile Documents" || strings.HasPrefix(base, "com~apple~CloudDocs") || strings.HasPrefix(base, "iCloud~"):
			return "iCloud"
		case isCalled(base, "Dropbox") || exists(filepath.Join(at, ".dropbox.cache")):
			return "Dropbox"
		case isCalled(base, "OneDrive"):
			return "OneDrive"
		}
		if filepath.Dir(at) == at {
			return ""
		}
	}
}

// isCalled reports whether a folder has a name, perhaps with an account behind it: "OneDrive - Contoso", "Dropbox (Home)".
func isCalled(base, name string) bool {
	rest, ok := strings.CutPrefix(base, name)
	return ok && (rest == "" || strings.HasPrefix(rest, "-") || strings.HasPrefix(rest, " (") || strings.HasPrefix(rest, " -"))
}
