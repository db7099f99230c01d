package opencode

import (
	"bytes"
	"os"
	"path/filepath"
)

// Wait says what the next start of OpenCode waits for; "" if for nothing. Version 1.18 has npm fetch a package into the
// folder of its own files wherever there is a plugin.
func Wait(folder string) string {
	lock, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
	_, none := os.Stat(filepath.Join(folder, "node_modules"))
	if err == nil && none == nil && bytes.Contains(lock, []byte("@opencode-ai/plugin")) {
		return ""
	}
	return "the next start of OpenCode waits until npm has fetched its package for plugins, about 64 MB; without a network it may wait for minutes"
}
