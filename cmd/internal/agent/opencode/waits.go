package opencode

import (
	"bytes"
	"os"
	"path/filepath"
)

// Wait says what OpenCode does where it Waits.
const Wait = "the next start of OpenCode waits until npm has fetched its package for plugins, about 64 MB; without a network it may wait for minutes"

// Waits reports whether OpenCode starts only when npm has fetched its package for plugins into the folder of its own files,
// as version 1.18 does wherever there is a plugin.
func Waits(folder string) bool {
	lock, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
	_, none := os.Stat(filepath.Join(folder, "node_modules"))
	return err != nil || none != nil || !bytes.Contains(lock, []byte("@opencode-ai/plugin"))
}
