package archive

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// Files lists the files in a session's folder, by name.
func (a Archive) Files(folder string) ([]string, error) {
	list, err := a.Dir.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []string
	for _, f := range list {
		if isFile(f.Name()) {
			out = append(out, path.Join(folder, f.Name()))
		}
	}
	return out, nil
}

// isFile reports whether a name in a session's folder is that of a file of the archive.
func isFile(name string) bool {
	return strings.HasSuffix(name, suffix) && !strings.HasPrefix(name, ".")
}

// IsAside reports whether a name in a session's folder is that of a damaged file that was moved aside.
func IsAside(name string) bool { return strings.Contains(name, suffix+".corrupt-") }

// Each reads the files of a session, except damaged ones, which Audit reports.
func (a Archive) Each(agent, session string, do func(name string, f *File) error) error {
	names, err := a.Files(Folder(agent, session))
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	for _, name := range names {
		file, err := a.Read(name)
		if IsDamage(err) {
			continue
		}
		if err == nil {
			err = do(name, &file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Head reads the first line of a file.
func (a Archive) Head(name string) (h Head, err error) {
	err = a.open(name, func(d *json.Decoder) error { return h.decode(d, name) })
	return h, err
}

// decode reads the head of a file. One of a newer memoria is a [fsutil.NewerStateError].
func (h *Head) decode(d *json.Decoder, name string) error {
	if err := d.Decode(h); err != nil {
		return err
	}
	if h.Schema > schema {
		return &fsutil.NewerStateError{Name: name, Version: h.Schema, Supported: schema}
	}
	return nil
}

// Read reads a file.
func (a Archive) Read(name string) (f File, err error) {
	err = a.open(name, func(d *json.Decoder) error {
		if err := f.Head.decode(d, name); err != nil {
			return err
		}
		for {
			var t Turn
			if err := d.Decode(&t); err == io.EOF {
				return nil
			} else if err != nil {
				return err
			}
			if len(t.Rows) > 0 {
				f.Turns = append(f.Turns, t)
			}
		}
	})
	return f, err
}

func (a Archive) open(name string, f func(*json.Decoder) error) error {
	file, err := a.Dir.Open(name)
	if err != nil {
		return fmt.Errorf("read the archive: %w", err)
	}
	defer file.Close()
	z, err := gzip.NewReader(bufio.NewReader(file))
	if err == nil {
		err = f(json.NewDecoder(z))
	}
	var disk *fs.PathError
	var newer *fsutil.NewerStateError
	switch {
	case errors.As(err, &newer):
		return newer
	case errors.As(err, &disk):
		return fmt.Errorf("read the archive %q: %w", name, err)
	case err != nil:
		return fmt.Errorf("read the archive %q: %w", name, &damageError{err})
	}
	return nil
}

// A damageError says that what was read of a file is not what was written there.
type damageError struct{ err error }

func (e *damageError) Error() string { return e.err.Error() }
func (e *damageError) Unwrap() error { return e.err }

// IsDamage reports whether err says that what was read of a file is not what was written there.
func IsDamage(err error) bool {
	return errors.As(err, new(*damageError))
}
