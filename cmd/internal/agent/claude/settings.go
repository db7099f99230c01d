package claude

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/agent-admin/memoria/cmd/internal/agent/claude/hookline"
	"github.com/agent-admin/memoria/cmd/internal/agent/claude/jsonc"
	"github.com/agent-admin/memoria/fsutil"
)

// A draft is the text of a settings file that is being changed.
type draft struct{ *jsonc.Draft }

// newDraft parses s. The error is a *jsonc.SyntaxError, or says that the root is no object.
func newDraft(s string) (draft, error) {
	d, err := jsonc.NewDraft(s)
	return draft{d}, err
}

// A Scope says which sessions a settings file applies to.
type Scope string

// The client merges the files of all of them, and runs one command line once however many name it.
const (
	User    Scope = "user"    // every session of the person
	Project Scope = "project" // the sessions of one project, for everybody who works on it
	Local   Scope = "local"   // the sessions of one project, for this person
)

// SettingsPath returns the settings file of a scope. home and configDir (CLAUDE_CONFIG_DIR, usually empty) are the
// user's; project is the folder in which the client is started.
func SettingsPath(scope Scope, home, configDir, project string) string {
	switch scope {
	case Project:
		return filepath.Join(project, ".claude", "settings.json")
	case Local:
		return filepath.Join(project, ".claude", "settings.local.json")
	}
	return filepath.Join(filepath.Dir(Root(home, configDir)), "settings.json")
}

// A SettingsError says why a settings file was left alone.
type SettingsError struct {
	Path string
	Err  error
}

func (e *SettingsError) Error() string { return fmt.Sprintf("settings file %q: %v", e.Path, e.Err) }
func (e *SettingsError) Unwrap() error { return e.Err }

// maxSettings is far more than a settings file holds.
const maxSettings = 8 << 20

// A file is a settings file as it was read.
type file struct {
	path   string // as asked for
	target string // where the links at path lead
	slot   string // which memoria entry it is read for; "" for the hooks
	exists bool
	text   string
	mod    time.Time
}

// readFile reads the settings file at path. It returns an error if path exists but is not a text file that its owner
// may write.
func readFile(path string) (file, error) {
	target, err := resolve(path)
	if err != nil {
		return file{}, &SettingsError{path, Reason(err)}
	}
	f := file{path: path, target: target}
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return f, nil
	case err != nil:
		return f, &SettingsError{path, Reason(err)}
	case !info.Mode().IsRegular():
		return f, &SettingsError{path, errors.New("that is not a file")}
	case info.Mode()&0o200 == 0:
		return f, &SettingsError{path, fmt.Errorf("it is read-only: %w", fs.ErrPermission)}
	case info.Size() > maxSettings:
		return f, &SettingsError{path, errors.New("it is too large for a settings file")}
	}
	h, err := fsutil.OpenFile(target)
	if err != nil {
		return f, &SettingsError{path, Reason(err)}
	}
	defer h.Close()
	b, err := io.ReadAll(io.LimitReader(h, maxSettings))
	if err != nil {
		return f, &SettingsError{path, Reason(err)}
	}
	f.exists, f.text, f.mod = true, string(b), info.ModTime()
	if err := checkText(b); err != nil {
		return f, &SettingsError{path, err}
	}
	return f, nil
}

// checkText returns an error for text that is not UTF-8, most often UTF-16 of some editors.
func checkText(b []byte) error {
	if bytes.HasPrefix(b, []byte("\xff\xfe")) || bytes.HasPrefix(b, []byte("\xfe\xff")) || bytes.IndexByte(b, 0) >= 0 {
		return errors.New("it is not UTF-8 (UTF-16, it seems)")
	}
	if !utf8.Valid(b) {
		return errors.New("it is not UTF-8")
	}
	return nil
}

// maxLinks is how many links in a row are followed.
const maxLinks = 40

// resolve follows the links at path, even to a target that does not exist yet, so that the target is written and the
// link stays.
func resolve(path string) (string, error) {
	for range maxLinks {
		dir, rest := existing(filepath.Dir(path))
		real, err := filepath.EvalSymlinks(dir)
		if err != nil {
			return "", err
		}
		path = filepath.Join(real, rest, filepath.Base(path))
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		to, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(path), to)
		}
		path = to
	}
	return "", errors.New("its links lead in a circle")
}

// existing returns the nearest folder at or above dir that is there, and the rest of dir.
func existing(dir string) (there, rest string) {
	for {
		if _, err := os.Lstat(dir); err == nil || filepath.Dir(dir) == dir {
			return dir, rest
		}
		dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest)
	}
}

// missing returns the folders above path that are not there, the deepest first.
func missing(path string) (dirs []string) {
	for dir := filepath.Dir(path); ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(dir); err == nil || filepath.Dir(dir) == dir {
			return dirs
		}
		dirs = append(dirs, dir)
	}
}

// A Change is what installing or uninstalling does to a settings file.
type Change struct {
	Path    string // of the settings file, as asked for
	Target  string // the file itself, if Path is a link
	Before  string // "" if there was no file
	After   string // "" if the file is removed
	Existed bool   // there was a file before
	Exists  bool   // there is one after

	Vaults []string // that memoria's hooks named before
	Mixed  []string // command lines that run a memoria hook and more, so that they were left alone

	Ignored bool // the client ignores the file as it is after the change; see Ignored
	Commas  bool // and so does one that takes comments
}

// None reports whether there is nothing to change.
func (c *Change) None() bool { return c.Existed == c.Exists && c.Before == c.After }

// A Hook is a memoria hook in a settings file.
type Hook struct {
	Event   string // under which it stands
	Line    string // the command as written
	Timeout string // as written; "" if there is none
	Call    hookline.Call
}

// Hooks returns memoria's hooks in the settings file at path; none if there is no file. The error is a
// *SettingsError.
func Hooks(path string) (hooks []Hook, mixed []string, err error) {
	f, err := readFile(path)
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return nil, nil, err
	}
	d, err := newDraft(f.text)
	if err != nil {
		return nil, nil, &SettingsError{path, err}
	}
	ours, mixed, err := d.entries()
	if err != nil {
		return nil, nil, &SettingsError{path, err}
	}
	for _, e := range ours {
		h := Hook{Event: e.event, Line: e.line, Call: e.call}
		if i, _ := e.node.Member("timeout"); i >= 0 {
			v := e.node.Items[i].Value
			h.Timeout = d.Text[v.Start:v.End]
		}
		hooks = append(hooks, h)
	}
	return hooks, mixed, nil
}

func vaultsOf(ours []entry) (out []string) {
	for _, e := range ours {
		if e.call.Vault != "" && !slices.Contains(out, e.call.Vault) {
			out = append(out, e.call.Vault)
		}
	}
	return out
}

// blank reports whether a text says nothing: an empty file, or no settings in it.
func blank(s string) bool {
	s = strings.TrimPrefix(s, jsonc.BOM)
	root, comments, err := jsonc.Scan(s)
	return err == nil && len(comments) == 0 && (root == nil || root.Kind == jsonc.Object && len(root.Items) == 0)
}
