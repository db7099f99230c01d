package transcript

import (
	"io"
	"path"
	"strings"
	"time"
)

// A Source is one transcript file of one agent.
type Source struct {
	Agent   string // claude
	Path    string // where it lies, for messages and for the ledger; this package never opens it
	Size    int64  // bytes
	ModTime time.Time
	Open    func() (io.ReadCloser, error)
}

// Stem returns the file's name without folders and extension: the session id where rows carry none.
func (s Source) Stem() string {
	base := path.Base(strings.ReplaceAll(s.Path, `\`, "/"))
	return strings.TrimSuffix(base, path.Ext(base))
}
