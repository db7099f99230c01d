package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/cmd/internal/vault/standing"
	"github.com/agent-admin/memoria/flush/redact"
)

// A Held vault is one that a server keeps open for days. It opens the vault again when another folder is in its
// place, as after a restore, when its settings have changed, or when it became a shared one. The vault opened before
// may still be in use, and is left to the garbage collector.
type Held struct {
	machine *Machine
	path    string

	mu    sync.Mutex
	v     *Vault
	marks string // of its settings
	clean *redact.Redactor
}

// Hold holds v.
func (v *Vault) Hold() *Held {
	return &Held{machine: v.Machine, path: v.Path(), v: v, marks: v.Marks(), clean: v.Redactor()}
}

// Now returns the vault as it is now. The error says that it cannot be opened; a later call may succeed.
func (h *Held) Now() (*Vault, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	there, err := os.Stat(h.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("the vault %q is not there any more; once it is put back, this goes on", h.path)
	}
	if err != nil {
		return nil, fmt.Errorf("open the vault: %w", err)
	}
	if held, err := h.v.Dir.Stat("."); err == nil && os.SameFile(held, there) && h.marks == h.v.Marks() && !h.v.elsewhere() {
		return h.v, nil
	}
	v, err := h.machine.Open(h.path)
	if err != nil {
		return nil, fmt.Errorf("open the vault: %w", err)
	}
	h.v, h.marks, h.clean = v, v.Marks(), v.Redactor()
	return v, nil
}

// elsewhere reports whether the vault is another one now, or shared and was not, so that its state is elsewhere, or its logs
// were moved.
func (v *Vault) elsewhere() bool {
	id, err := vault.ID(v.Dir)
	return err != nil || id != v.ID || standing.Read(v.Dir).Folder.Folder() != v.Config.Daily.Folder()
}

// Clean returns text without secrets, by the settings that were read last.
func (h *Held) Clean(text string) string {
	h.mu.Lock()
	clean := h.clean
	h.mu.Unlock()
	text, _ = clean.Text(text)
	return text
}
