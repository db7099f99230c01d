package vault

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

func TestFileSync(t *testing.T) {
	base := t.TempDir()
	for at, want := range map[string]string{
		"notes/v":     "",
		"Dropboxes/v": "",
		"sync/v":      "Syncthing",
		"Library/Mobile Documents/com~apple~CloudDocs/v": "iCloud",
		"Library/Mobile Documents/iCloud~md~obsidian/v":  "iCloud",
		"Dropbox/v":                          "Dropbox",
		"Dropbox (Ana)/v":                    "Dropbox",
		"moved/v":                            "Dropbox",
		"OneDrive - Contoso/v":               "OneDrive",
		"Library/CloudStorage/OneDrive-Home": "OneDrive",
	} {
		dir := filepath.Join(base, at)
		must.Do(t, os.MkdirAll(dir, 0o755))
		for _, mark := range []string{"sync/.stfolder", "moved/.dropbox.cache"} {
			must.Do(t, os.MkdirAll(filepath.Join(base, mark), 0o755))
		}
		must.Equal(t, FileSync(dir), want, "FileSync(%s)", at)
	}
}
