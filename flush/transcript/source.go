package transcript

import (
	"io"
	"path"
	"strings"
	"time"
)

// A Source is one transcript file of one agent.
type Source struct {
	Agent   string // its name: claude, codex, …
	ID      string // of the session, where the file is not named after it
	Dir     string // where the session worked, if its rows do not say and that is known otherwise
	Path    string // where it lies, for messages and for the ledger; this package never opens it
	Size    int64  // bytes
	ModTime time.Time
	Open    func() (io.ReadCloser, error)
}

// Stem returns the session id where rows carry none: ID, or the file's name without folders and extension.
func (s Source) Stem() string {
	if s.ID != "" {
		return s.ID
	}
	base := path.Base(strings.ReplaceAll(s.Path, `\`, "/"))
	return strings.TrimSuffix(base, path.Ext(base))
}
