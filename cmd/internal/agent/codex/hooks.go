package codex

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/BurntSushi/toml"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude"
)

// A Trust says whether Codex runs a hook: it asks the person about each that is new or changed, and passes over it until
// then without a word.
type Trust string

// What Codex may think of a hook.
const (
	Trusted Trust = "trusted"
	Changed Trust = "changed since it was trusted"
	Never   Trust = "never trusted"
)

// maxConfig is far more than a config.toml holds.
const maxConfig = 8 << 20

// TrustOf returns what Codex, whose own files are in folder, thinks of memoria's hooks in the file of hooks at path, by
// their events. The order of events and groups in the file is a part of how it knows a hook.
func TrustOf(path, folder string) (map[string]Trust, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", path, claude.Reason(err))
	}
	ours, _, err := claude.Hooks(path)
	if err != nil || len(ours) == 0 {
		return nil, err
	}
	known, err := trusted(filepath.Join(folder, "config.toml"))
	if err != nil {
		return nil, err
	}
	var file struct {
		Hooks map[string][]struct {
			Matcher string `json:"matcher"`
			Hooks   []hook `json:"hooks"`
		} `json:"hooks"`
	}
	if err := json.Unmarshal(b, &file); err != nil {
		return nil, fmt.Errorf("read %q: %w", path, err)
	}
	out := map[string]Trust{}
	for _, h := range ours {
		out[h.Event] = Never
		for gi, g := range file.Hooks[h.Event] {
			for hi, x := range g.Hooks {
				if x.Command != h.Line {
					continue
				}
				switch known[fmt.Sprintf("%s:%s:%d:%d", path, snake(h.Event), gi, hi)] {
				case x.hash(h.Event):
					out[h.Event] = Trusted
				case "":
				default:
					out[h.Event] = Changed
				}
			}
		}
	}
	return out, nil
}

// trusted returns the hashes of what the person trusts, by the keys that Codex gives to hooks.
func trusted(config string) (map[string]string, error) {
	info, err := os.Stat(config)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && info.Size() > maxConfig {
		err = errors.New("it is too large for settings")
	}
	var c struct {
		Hooks struct {
			State map[string]struct {
				Hash string `toml:"trusted_hash"`
			} `toml:"state"`
		} `toml:"hooks"`
	}
	if err == nil {
		_, err = toml.DecodeFile(config, &c)
	}
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", config, claude.Reason(err))
	}
	out := map[string]string{}
	for key, s := range c.Hooks.State {
		out[key] = s.Hash
	}
	return out, nil
}

// A hook is one in the file.
type hook struct {
	Async   bool   `json:"async"`
	Command string `json:"command"`
	Timeout int    `json:"timeout"`
	Type    string `json:"type"`
}

// hash returns what Codex 0.171 keeps of a hook that the person trusts: the sum of its JSON with sorted keys.
func (h hook) hash(event string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(struct { // of texts and numbers: no error
		Event string `json:"event_name"`
		Hooks []hook `json:"hooks"`
	}{snake(event), []hook{h}})
	sum := sha256.Sum256(bytes.TrimSpace(b.Bytes()))
	return "sha256:" + hex.EncodeToString(sum[:])
}

// snake returns the name of an event as Codex's own settings spell it: session_end.
func snake(event string) string {
	var b strings.Builder
	for i, r := range event {
		if 'A' <= r && r <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			r += 'a' - 'A'
		}
		b.WriteRune(r)
	}
	return b.String()
}
