package vault

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"

	"github.com/agent-admin/memoria/cmd/internal/vault/accept"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/templates"
)

const (
	configName = layout.Config
	ignoreName = layout.Ignore
)

// Created says what Init did.
type Created struct {
	Path    string
	Files   []string // written, below Path; none if it was a vault already
	Default bool     // it became the user's default vault
	Outer   string   // an Obsidian vault the new one lies inside, or ""
	Inside  string   // a memoria vault it lies inside, or ""
	Earlier string   // the folder of articles of an earlier tool, which the vault was set to, or ""

	NoDefault error // why it could not become the default
}

// Init makes the folder at a path a vault. It changes no existing file; a second call changes nothing. With asDefault
// it becomes the user's default vault if there is none.
func (f *Finder) Init(at string, asDefault bool) (Created, error) {
	abs := f.Abs(at)
	done := Created{Path: abs, Outer: above(abs, ".obsidian"), Inside: above(abs, Marker)}
	if exists(abs) && !isDir(abs) {
		return done, fmt.Errorf("make vault %q: %s", at, aFile)
	}
	dir, err := fsutil.CreateDir(abs, 0o755)
	if err != nil {
		return done, fmt.Errorf("make vault %q: %w", at, err)
	}
	defer dir.Close()
	if err := dir.MkdirAll(Marker, 0o700); err != nil {
		return done, fmt.Errorf("make vault %q: %w", at, err)
	}
	if id, err := ID(dir); err == nil {
		if err := Detach(dir.Path(), StateDir(f.Getenv, f.Home), id); err != nil {
			return done, fmt.Errorf("make vault %q: %w", at, err)
		}
	}
	conf, err := readConfig(dir)
	if err != nil {
		return done, err
	}
	wiki, text := conf["wiki"].text, templates.Vault(path.Base(configName))
	if wiki == "" {
		wiki = "wiki"
		if earlier(dir) {
			wiki, done.Earlier = earlierWiki, earlierWiki
			text = setWiki(text, wiki)
		}
	}
	c := Config{Wiki: wiki}
	if s := conf["daily"].text; s != "" {
		if why := setDaily(&c, s); why != "" {
			return done, &ConfigError{configName, "daily", why}
		}
	}
	if err := c.apart(); err != nil {
		return done, err
	}
	for _, d := range []string{c.Daily.Folder(), wiki + "/concepts", wiki + "/connections", wiki + "/qa"} {
		if err := dir.MkdirAll(d, 0o755); err != nil {
			return done, fmt.Errorf("make vault %q: %w", at, err)
		}
	}
	for _, f := range []struct {
		name string
		text []byte
	}{{configName, text}, {ignoreName, templates.Vault(path.Base(ignoreName))}, {wiki + "/" + ViewsName, views(wiki, c.Daily)}} {
		made, err := writeNew(dir, f.name, f.text)
		if err != nil {
			return done, fmt.Errorf("make vault %q: %w", at, err)
		}
		if made {
			done.Files = append(done.Files, f.name)
		}
	}
	if asDefault {
		done.Default, done.NoDefault = f.SetDefault(dir.Path())
	}
	return done, nil
}

// ViewsName is the file of a view for Obsidian's Bases.
const ViewsName = "views.base"

// views returns that file for the folders of a vault.
func views(wiki string, logs layout.Daily) []byte {
	text := bytes.Replace(templates.Vault(ViewsName), []byte(`"wiki"`), []byte(strconv.Quote(wiki)), 1)
	return bytes.ReplaceAll(text, []byte(strconv.Quote(string(layout.DefaultDaily))), []byte(strconv.Quote(logs.Folder())))
}

// earlierWiki is the folder of articles of an earlier tool.
const earlierWiki = "knowledge"

// earlier reports whether the folder is a vault of that tool: it has such articles, and none of its own,
// nor a config that would have to be changed.
func earlier(dir *fsutil.Dir) bool {
	for _, name := range []string{"wiki", configName} {
		if _, err := dir.Lstat(name); err == nil {
			return false
		}
	}
	for _, name := range []string{"index.md", "concepts", "connections", "qa"} {
		if _, err := dir.Stat(path.Join(earlierWiki, name)); err == nil {
			return true
		}
	}
	return false
}

// setWiki returns the config with the folder of the articles set, in place of the line that shows the default.
func setWiki(config []byte, wiki string) []byte {
	const shown = "# wiki: wiki     "
	return bytes.Replace(config, []byte(shown), []byte(fmt.Sprintf("%-*s", len(shown), "wiki: "+wiki)), 1)
}

// SetDefault names path in the user's config, unless one is named there, and reports whether it did.
func (f *Finder) SetDefault(path string) (bool, error) {
	user, _, err := f.user()
	if err != nil || user["vault"].text != "" {
		return false, err
	}
	name := f.UserConfig()
	dir, err := fsutil.CreateDir(filepath.Dir(name), 0o700)
	if err != nil {
		return false, fmt.Errorf("set the default vault: %w", err)
	}
	defer dir.Close()
	old, err := dir.ReadFile(filepath.Base(name))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, fmt.Errorf("set the default vault: %w", err)
	}
	line := fmt.Sprintf("vault: %s\n", yamlString(path))
	if len(old) > 0 && old[len(old)-1] != '\n' {
		old = append(old, '\n')
	}
	if _, err := dir.WriteFile(filepath.Base(name), append(old, line...), 0o600); err != nil {
		return false, fmt.Errorf("set the default vault: %w", err)
	}
	return true, nil
}

func readConfig(dir *fsutil.Dir) (f file, err error) {
	b, err := readOwn(dir)
	if err == nil {
		f, _, err = parseFile(configName, b)
	}
	return f, err
}

// readOwn returns the text of a vault's own settings, none if it has none.
func readOwn(dir *fsutil.Dir) ([]byte, error) {
	b, err := accept.Read(dir, configName)
	if errors.Is(err, accept.ErrNoFile) {
		return nil, &ConfigError{Where: configName, Why: err.Error()}
	} else if err != nil {
		return nil, fmt.Errorf("read %s: %w", configName, err)
	}
	return b, nil
}

func writeNew(dir *fsutil.Dir, name string, b []byte) (bool, error) {
	if _, err := dir.Lstat(name); err == nil {
		return false, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	return dir.WriteFile(name, b, 0o644)
}

// above returns the nearest folder above dir that holds the given one, or "". Obsidian advises against one vault in
// another: links and settings of the two mix.
func above(dir, holds string) string {
	for up := filepath.Dir(dir); ; up = filepath.Dir(up) {
		if isDir(filepath.Join(up, holds)) {
			return up
		}
		if up == filepath.Dir(up) {
			return ""
		}
	}
}
