package forgotten

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A DamagedError says that the list of what was forgotten cannot be read. Whatever is written without it could bring
// forgotten words back, so nothing is.
type DamagedError struct{ Err error }

func (e *DamagedError) Error() string {
	return fmt.Sprintf("%s, the list of what was forgotten, is damaged: %v", layout.Forgotten, e.Err)
}

func (e *DamagedError) Unwrap() error { return e.Err }

// A file is the list as it lies in the vault.
type file struct {
	Sum   string `json:"sum,omitempty"` // of the rest; files of earlier versions have none
	*List        // embedded: its fields are the file's
}

// Read reads the list of a vault; one that is not there is empty. The errors are a *DamagedError, a
// *fsutil.NewerStateError, and those of reading.
func Read(dir *fsutil.Dir) (*List, error) {
	info, err := dir.Lstat(layout.Forgotten)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &List{}, nil
	case err == nil && info.Mode()&fs.ModeSymlink != 0:
		return nil, &DamagedError{errors.New("a link stands in its place")}
	}
	data, err := dir.ReadFile(layout.Forgotten)
	if err != nil {
		return nil, fmt.Errorf("read what was forgotten: %w", err)
	}
	l := &List{}
	err = fsutil.DecodeState(data, layout.Forgotten, layout.ForgottenVersion, l)
	if errors.As(err, new(*fsutil.NewerStateError)) {
		return nil, err
	}
	if err == nil {
		err = l.check(data)
	}
	if err != nil {
		return nil, &DamagedError{err}
	}
	return l, nil
}

// Write writes the list. The caller holds the import's lock.
func (l *List) Write(dir *fsutil.Dir) error {
	_, err := dir.CleanTempOf(path.Dir(layout.Forgotten)) // of a run that was killed
	f := file{List: l}
	if err == nil {
		var data []byte
		if data, err = json.Marshal(l); err == nil {
			f.Sum, err = sumOf(data)
		}
	}
	if err == nil {
		_, err = fsutil.WriteState(dir, layout.Forgotten, layout.ForgottenVersion, f)
	}
	if err != nil {
		return fmt.Errorf("remember what is forgotten: %w", err)
	}
	return nil
}

// check returns how the bytes of a list that could be decoded are not what Write writes.
func (l *List) check(data []byte) error {
	var whole struct {
		Version int `json:"version"`
		file
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&whole); err != nil {
		return err
	}
	if whole.Sum != "" {
		if sum, err := sumOf(data); err != nil || sum != whole.Sum {
			return errors.Join(err, errors.New("its words are not those that its sum was made of"))
		}
		return nil
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(data, &keys); err != nil {
		return err
	}
	for k, v := range keys {
		if string(v) == "null" {
			return fmt.Errorf("%s is null", k)
		}
	}
	if l.Empty() {
		return errors.New("nothing is in it")
	}
	for _, h := range slices.Concat(slices.Collect(maps.Keys(l.Sessions)), slices.Collect(maps.Keys(l.Lines)), slices.Collect(maps.Keys(l.Entries)), slices.Collect(maps.Keys(l.Sections))) {
		if !isHash(h) {
			return fmt.Errorf("%q is no hash", h)
		}
	}
	return nil
}

func isHash(s string) bool {
	return (len(s) == 16 || len(s) == 32) && strings.Trim(s, "0123456789abcdef") == ""
}

// sumOf returns the checksum of a list in JSON, whatever its blanks, the order of its keys, and its version.
func sumOf(data []byte) (string, error) {
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(data, &keys); err != nil {
		return "", err
	}
	delete(keys, "sum")
	delete(keys, "version")
	data, err := json.Marshal(keys)
	return fsutil.Hash(data)[:32], err
}
