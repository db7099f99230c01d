package vault

import (
	"os"
	"path/filepath"
	"testing"
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
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for _, mark := range []string{"sync/.stfolder", "moved/.dropbox.cache"} {
			if err := os.MkdirAll(filepath.Join(base, mark), 0o755); err != nil {
				t.Fatal(err)
			}
		}
		if got := FileSync(dir); got != want {
			t.Errorf("FileSync(%s) = %q, want %q", at, got, want)
		}
	}
}
