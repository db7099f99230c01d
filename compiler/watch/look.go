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

// A MissingFolderError says that a folder is not there, or has no pages, although files of it were compiled:
// a drive that is not mounted, a checkout or a synchronisation under way. Nothing is compiled until it
// is back, since all that is missing would count as removed by hand.
type MissingFolderError struct{ Path string }

func (e *MissingFolderError) Error() string {
	return fmt.Sprintf("the folder %q is missing or empty, though it had files when it was compiled", e.Path)
}

// folders are those that are watched.
func (s *watching) folders() []string { return []string{"daily", s.Folder} }

// wanted tells the names of pages and logs from everybody's temporary ones.
func wanted(name string) bool {
	return name[0] != '.' && !fsutil.IsTemp(name) && strings.EqualFold(path.Ext(name), ".md")
}

// look reports whether a file is not what it was, and waits until the files stay as they are: one that
// somebody is still writing is none to compile. The error is a *MissingFolderError, or one of
// reading a directory; then nothing is taken for changed.
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

// missing finds a folder that has no files though it should.
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
		if st.RestsOn(folder) {
			return &MissingFolderError{Path: folder}
		}
	}
	return nil
}

// there reports whether the vault is still the directory that was opened: a disk may have been taken
// out, a folder moved away.
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
