package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"strings"
	"time"

	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil"
)

// A MissingFolderError says that a folder is missing or has no pages, although files of it were compiled: a drive is
// not mounted, or a checkout or a synchronisation is under way. Nothing is compiled until it is back, because all
// missing files would count as removed by a person.
type MissingFolderError struct{ Path string }

func (e *MissingFolderError) Error() string {
	return fmt.Sprintf("the folder %q is missing or empty, though it had files when it was compiled", e.Path)
}

// folders returns the watched folders.
func (s *watching) folders() []string { return []string{s.Daily.Folder(), s.Folder} }

// wanted reports whether a name is that of a page or log, not of a temporary file.
func wanted(name string) bool {
	return name[0] != '.' && !fsutil.IsTemp(name) && strings.EqualFold(path.Ext(name), ".md")
}

// look reports whether a file has changed, and waits until the files stop changing, so that no half-written file is
// compiled. The error is a *MissingFolderError, or one of reading a directory; then changed is false.
func (s *watching) look(ctx context.Context) (changed bool, err error) {
	for range maxRounds {
		files, err := s.list(ctx)
		if err != nil {
			return false, err
		}
		if maps.Equal(files, s.files) {
			break
		}
		s.files, changed = files, true
		if !s.begun {
			break
		}
		select {
		case <-ctx.Done():
			return false, ctx.Err()
		case <-time.After(s.quiet):
		}
	}
	return changed, nil
}

// list returns the stamps of all pages and logs.
func (s *watching) list(ctx context.Context) (map[string]fsutil.Stamp, error) {
	s.worked = true
	files := map[string]fsutil.Stamp{}
	for _, top := range s.folders() {
		if err := s.listFolder(ctx, top, files); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return files, s.missing(files)
}

func (s *watching) listFolder(ctx context.Context, dir string, files map[string]fsutil.Stamp) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	list, err := s.Vault.Stamps(dir, func(name string, typ fs.FileMode) bool { return wanted(name) })
	if err != nil {
		return err
	}
	for _, f := range list {
		name := path.Join(dir, f.Name)
		switch {
		case f.Name[0] == '.':
		case f.Type.IsDir():
			if err := s.listFolder(ctx, name, files); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		case f.Type&fs.ModeSymlink != 0: // a log may be kept elsewhere in the vault
			if info, err := s.Vault.Stat(name); err == nil && wanted(f.Name) {
				files[name] = fsutil.Stamp{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
			}
		case wanted(f.Name):
			files[name] = f.Stamp
		}
	}
	return nil
}

// missing returns an error for a folder that has no files although it should.
func (s *watching) missing(files map[string]fsutil.Stamp) error {
	for _, folder := range s.folders() {
		has := false
		for name := range files {
			if has = strings.HasPrefix(name, folder+"/"); has {
				break
			}
		}
		if has {
			continue
		}
		st, err := (&state.Store{Vault: s.Vault}).Load()
		if err != nil {
			return err
		}
		if st.RestsOn(s.Daily, folder) {
			return &MissingFolderError{Path: folder}
		}
	}
	return nil
}

// there reports whether the vault is still the directory that was opened: a disk may have been removed, or a folder
// moved away.
func (s *watching) there() error {
	now, err := os.Stat(s.Vault.Path())
	if err != nil {
		return ErrVaultGone
	}
	if opened, err := s.Vault.Stat("."); err != nil || !os.SameFile(now, opened) {
		return ErrVaultGone
	}
	return nil
}
