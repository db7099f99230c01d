package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/agent-admin/memoria/cmd/internal/workspace"
	"github.com/agent-admin/memoria/flush/redact"
)

// A heldVault is one that a server holds for days: it is opened again when its folder is another one than it was,
// as after a restore, or its settings have changed. What was opened before may be in use still, and is left to the collector.
type heldVault struct {
	app  *app   // required
	path string // required

	mu    sync.Mutex
	v     *workspace.Vault // nil before it is first asked for
	marks string           // of its settings
	clean *redact.Redactor
}

// now is the vault as it stands. The error says that it cannot be opened, which may be mended.
func (h *heldVault) now() (*workspace.Vault, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	there, err := os.Stat(h.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the vault %q is not there any more; once it is put back, this goes on", h.path)
	}
	if err != nil {
		return nil, fmt.Errorf("open the vault: %w", err)
	}
	if h.v != nil {
		held, err := h.v.Dir.Stat(".")
		if err == nil && os.SameFile(held, there) && h.marks == h.v.Marks() {
			return h.v, nil
		}
	}
	v, err := h.app.machine().Open(h.path)
	if err != nil {
		return nil, fmt.Errorf("open the vault: %w", err)
	}
	h.v, h.marks = v, v.Marks()
	h.clean = v.Redactor()
	return v, nil
}

// redacted is text without secrets, by the settings that were read last.
func (h *heldVault) redacted(text string) string {
	h.mu.Lock()
	clean := h.clean
	h.mu.Unlock()
	text, _ = clean.Text(text)
	return text
}
