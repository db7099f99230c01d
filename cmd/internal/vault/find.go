// Package vault finds, opens and creates vaults, and reads their settings.
//
// A vault is a folder with .memoria/ in it. Settings are laid over one another in this order,
// the later winning: defaults, the user's file ($XDG_CONFIG_HOME/memoria/config.yaml), the
// vault's .memoria/config.yaml, MEMORIA_* variables; flags are laid on top by the caller.
package vault

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Marker is the directory that makes a folder a vault.
const Marker = layout.Folder

// Finder finds vaults and settings on this machine.
type Finder struct {
	Getenv func(string) string // required
	Dir    string              // working directory
	Home   string
	Local  *time.Location // zone of the machine
	// Unasked: no person waits, as behind a hook, so a zone that nobody knows is a warning, and Local is used.
	Unasked bool

	Past func(vault string) accept.Past // what git has of a vault; nil knows of no git
}

// A Vault is an open vault with its settings.
type Vault struct {
	Dir      *fsutil.Dir
	ID       string // of a shared vault; "" if this is none
	Config   Config
	Warnings []string // names of unknown settings, and settings that are not obeyed
	Zoneless string   // what is wrong with the zone in the settings, where that was excused; "" for nothing

	Reaching []Reach      // of its own settings
	Allowed  bool         // by the person, all of these; else they are not in Config
	Gate     *accept.Gate // of its own settings and templates
}

// NotFoundError says that there is no vault in the places that were searched.
type NotFoundError struct {
	Path string // as given; "" if all the usual places were searched
	From string // what named Path: --vault, MEMORIA_VAULT, the user's config
	Why  string
}

func (e *NotFoundError) Error() string {
	if e.Path == "" {
		return "no vault: none is named by --vault or MEMORIA_VAULT, no folder above this one holds .memoria/, and no default is set"
	}
	return fmt.Sprintf("no vault in %q (from %s): %s", e.Path, e.From, e.Why)
}

const aFile = "that is a file, not a folder"

// Hints returns the commands that fix it.
func (e *NotFoundError) Hints() []string {
	if e.Path == "" {
		return []string{"memoria init DIR makes one (and your default); memoria demo DIR shows one with sample sessions"}
	}
	if e.Why == aFile {
		return []string{"name the folder of the vault; memoria init DIR makes a new one"}
	}
	return []string{fmt.Sprintf("memoria init %s makes a vault there", Quote(e.Path))}
}

// Locate returns the vault's folder: the one named by flag, else MEMORIA_VAULT, else the nearest ancestor of the
// working directory with .memoria/, else the user's default. It returns a *NotFoundError if there is none.
func (f *Finder) Locate(flag string) (string, error) {
	if flag != "" {
		return f.check(flag, "--vault")
	}
	if p := f.Getenv("MEMORIA_VAULT"); p != "" {
		return f.check(p, "MEMORIA_VAULT")
	}
	for dir := f.Dir; dir != ""; {
		if isDir(filepath.Join(dir, Marker)) {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	user, _, err := f.user()
	if err != nil {
		return "", err
	}
	if user["vault"].text != "" {
		return f.check(user["vault"].text, f.UserConfig())
	}
	return "", &NotFoundError{}
}

// Default returns the user's default vault, "" if there is none.
func (f *Finder) Default() string {
	user, _, err := f.user()
	if err != nil || user["vault"].text == "" {
		return ""
	}
	return f.Abs(user["vault"].text)
}

func (f *Finder) check(p, from string) (string, error) {
	abs := f.Abs(p)
	switch {
	case isDir(filepath.Join(abs, Marker)):
		return abs, nil
	case isDir(abs):
		return "", &NotFoundError{p, from, "the folder has no .memoria/ in it"}
	case exists(abs):
		return "", &NotFoundError{p, from, aFile}
	}
	return "", &NotFoundError{p, from, "there is no such folder"}
}

// Open opens the vault at path, which Locate or Init returned, and reads its settings.
func (f *Finder) Open(path string) (*Vault, error) {
	dir, err := OpenDir(path, StateDir(f.Getenv, f.Home))
	if err != nil {
		return nil, fmt.Errorf("open vault %q: %w", path, err)
	}
	v := &Vault{Dir: dir}
	v.ID, err = ID(dir)
	v.Gate = f.gate(dir, v.ID != "")
	if err == nil {
		err = f.settings(v)
	}
	if err != nil {
		dir.Close()
		return nil, err
	}
	return v, nil
}

// OpenFolder opens a folder of pages that is no vault, with the default settings; what memoria would write below .memoria
// lies in state, which the vault closes.
func (f *Finder) OpenFolder(path string, state *fsutil.Dir) (*Vault, error) {
	dir, err := fsutil.OpenDir(path)
	if err != nil {
		return nil, fmt.Errorf("open the folder %q: %w", path, err)
	}
	dir.Divert(state, func(name string) bool { return name == Marker || strings.HasPrefix(name, Marker+"/") })
	return &Vault{Dir: dir, Config: Defaults(f.Local), Gate: f.gate(dir, false)}, nil
}

func (f *Finder) gate(dir *fsutil.Dir, shared bool) *accept.Gate {
	g := &accept.Gate{Dir: dir, Shared: shared, Parse: parseItems, Check: func(items accept.Items) error {
		own, c := fromItems(items), Defaults(f.Local)
		_, zoneless := zoneOf(own)
		return cmp.Or(c.lay(configName, own), zoneless)
	}}
	if f.Past != nil {
		g.Past = f.Past(dir.Path())
	}
	return g
}

func (f *Finder) settings(v *Vault) error {
	c := Defaults(f.Local)
	odd := f.excuse(v)
	user, unknown, err := f.user()
	if err != nil {
		return err
	}
	v.warn(f.UserConfig(), unknown)
	delete(user, "wiki") // belong to a vault, not to a person
	delete(user, "daily")
	odd(f.UserConfig(), user)
	if err := c.lay(f.UserConfig(), user); err != nil {
		return err
	}
	own, unknown, err := v.obeyed()
	if err != nil {
		return err
	}
	v.warn(configName, unknown)
	base := c
	base.Models.Prices = maps.Clone(c.Models.Prices)
	delete(own, "who") // belongs to a person, and a vault may have several
	if v.ID == "" {    // else an entry would get two days
		odd(configName, own)
	}
	if err := c.lay(configName, own); err != nil {
		return err
	}
	if err := f.trust(v, &base, &c, user, own); err != nil {
		return err
	}
	if err := f.variables(&c, odd); err != nil {
		return err
	}
	if v.Zoneless != "" {
		c.Zone = f.Local
	}
	v.Config = c
	return v.sharedZone(own)
}

// excuse returns what takes a zone that nobody knows out of the settings of a place, where nobody is asked, and notes it in v.
func (f *Finder) excuse(v *Vault) func(where string, set file) {
	return func(where string, set file) {
		if _, err := Zone(set["timezone"].text); f.Unasked && err != nil {
			delete(set, "timezone")
			v.Zoneless = (&ConfigError{where, "timezone", err.Error() + ": the zone of this machine is used"}).Error()
		}
	}
}

// obeyed returns the vault's own settings as they hold here.
func (v *Vault) obeyed() (own file, unknown []string, err error) {
	text, unread := readOwn(v.Dir)
	_, unknown, _ = parseFile(configName, text)
	items, _, err := v.Gate.Sift(configName, text, unread)
	return fromItems(items), unknown, err
}

// local is the name of whichever zone a machine has.
const local = "Local"

// sharedZone sets the zone of a shared vault, which must be the same on each machine: two zones would give an entry
// two days.
func (v *Vault) sharedZone(own file) error {
	if v.ID == "" {
		return nil
	}
	zone, err := zoneOf(own)
	if err != nil {
		return err
	}
	if v.Config.Zone.String() != zone.String() {
		v.Warnings = append(v.Warnings, "config MEMORIA_TZ: not obeyed in a shared vault, whose zone is "+zone.String())
	}
	v.Config.Zone = zone
	return nil
}

// zoneOf returns the zone that the settings of a shared vault name.
func zoneOf(own file) (*time.Location, error) {
	name := own["timezone"].text
	zone, err := Zone(name)
	if name == "" || name == local || err != nil {
		return nil, &ConfigError{configName, "timezone", "a shared vault has to name its zone, such as Europe/Lisbon"}
	}
	return zone, nil
}

// variables are the settings in the environment, which override the files. Of those whose names end in _MIN it holds
// minutes.
var variables = []struct{ name, key string }{
	{"MEMORIA_TZ", "timezone"},
	{"MEMORIA_PROVIDER", "provider"},
	{"MEMORIA_COMPILE_INTERVAL_MIN", "compile.interval"},
	{"MEMORIA_CAPTURE_TURNS", "capture.turns"},
	{"MEMORIA_CAPTURE_EVERY_MIN", "capture.every"},
	{"MEMORIA_CONTEXT", "context"},
	{"MEMORIA_RECALL", "recall"},
}

// variables sets in c what the environment sets.
func (f *Finder) variables(c *Config, odd func(where string, set file)) error {
	for _, s := range variables {
		val := strings.TrimSpace(f.Getenv(s.name))
		if val == "" {
			continue
		}
		if strings.HasSuffix(s.name, "_MIN") {
			if _, err := strconv.Atoi(val); err != nil {
				return &ConfigError{Where: s.name, Key: s.key, Why: fmt.Sprintf("%q is not a number of minutes", val)}
			}
			val += "m"
		}
		set := file{s.key: {text: val}}
		odd(s.name, set)
		if err := c.lay(s.name, set); err != nil {
			return err
		}
	}
	return nil
}

func (v *Vault) warn(where string, unknown []string) {
	for _, k := range unknown {
		v.Warnings = append(v.Warnings, fmt.Sprintf("config %s: this version knows no setting %q", where, k))
	}
}

// UserConfig returns the path of the user's own settings.
func (f *Finder) UserConfig() string {
	base := f.Getenv("XDG_CONFIG_HOME")
	if base == "" || !filepath.IsAbs(base) {
		base = filepath.Join(f.Home, ".config")
	}
	return filepath.Join(base, "memoria", "config.yaml")
}

func (f *Finder) user() (file, []string, error) {
	name := f.UserConfig()
	b, err := fsutil.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, fmt.Errorf("read the user's config: %w", err)
	}
	return parseFile(name, b)
}

// Abs makes p absolute, a leading ~ meaning the user's home.
func (f *Finder) Abs(p string) string {
	if p == "~" || strings.HasPrefix(p, "~/") {
		p = filepath.Join(f.Home, p[1:])
	}
	if !filepath.IsAbs(p) {
		p = filepath.Join(f.Dir, p)
	}
	return filepath.Clean(p)
}

// Quote returns a path quoted for a shell.
func Quote(p string) string {
	if strings.ContainsAny(p, " \t'\"\\$&|;<>()*?[]#~`!\n") {
		return "'" + strings.ReplaceAll(p, "'", `'\''`) + "'"
	}
	return p
}

func isDir(p string) bool {
	info, err := os.Stat(p)
	return err == nil && info.IsDir()
}

func exists(p string) bool {
	_, err := os.Lstat(p)
	return err == nil
}

func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}
