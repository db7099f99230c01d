package serve

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// StateName is the file that says where a vault's server is; its mode is 0600, for the token.
const StateName = layout.Serving

// A State says where a server is, and its token.
type State struct {
	Schema int    `json:"schema"`
	URL    string `json:"url"` // http://127.0.0.1:PORT/
	Port   int    `json:"port"`
	Token  string `json:"token"`
	PID    int    `json:"pid"`
}

// NewToken returns a random token.
func NewToken() string { return rand.Text() }

// Keep writes the state file.
func (s State) Keep(dir *fsutil.Dir) error {
	b, err := json.Marshal(s)
	if err != nil { // strings and numbers
		panic(err)
	}
	if _, err := dir.WriteFile(StateName, append(b, '\n'), 0o600); err != nil {
		return fmt.Errorf("say where the server is: %w", err)
	}
	return nil
}

// Leave removes the state file, unless it is another server's by now.
func (s State) Leave(dir *fsutil.Dir) error {
	now, err := Find(dir)
	if err != nil || now.Token != s.Token {
		return nil
	}
	if err := dir.Remove(StateName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("take back where the server is: %w", err)
	}
	return nil
}

// Find reads where the server of a vault is. The server may be gone although its state file is there.
func Find(dir *fsutil.Dir) (s State, err error) {
	b, err := dir.ReadFile(StateName)
	if err != nil {
		return s, err
	}
	if err := json.Unmarshal(b, &s); err != nil {
		return s, fmt.Errorf("%s: %w", StateName, err)
	}
	return s, nil
}
