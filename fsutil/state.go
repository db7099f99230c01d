package fsutil

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"
)

const statePerm = 0o600

// A NewerStateError says that a state file was written by a later version of memoria. The file is not
// changed.
type NewerStateError struct {
	Name      string
	Version   int // of the file
	Supported int
}

func (e *NewerStateError) Error() string {
	return fmt.Sprintf("state %q has version %d, newer than %d", e.Name, e.Version, e.Supported)
}

// ReadState decodes a state file, one JSON object with a "version" beside the fields of T. A
// missing file gives the zero value of T. A file of an older version is decoded as it is: fields
// are only ever added, or T migrates itself in UnmarshalJSON. A newer one is a *NewerStateError. A
// file that is not such an object is moved aside to NAME.corrupt-YYYYMMDDThhmmss; then into is zero
// and the warning says where the file went. The caller rebuilds what it can and shows the warning.
// The caller holds the lock of the file; now is only used for the name of the moved file.
func ReadState[T any](d *Dir, name string, version int, into *T, now time.Time) (warning string, err error) {
	var value T
	data, err := d.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		*into = value
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read state %q: %w", name, err)
	}
	err = DecodeState(data, name, version, &value)
	var newer *NewerStateError
	if errors.As(err, &newer) {
		return "", err
	}
	if err != nil {
		var zero T
		*into = zero
		return d.setAside(name, err, now)
	}
	*into = value
	return "", nil
}

// DecodeState decodes the bytes of a state file as ReadState does, for callers that move a damaged file
// aside themselves. into points to a zero value; name is for the errors.
func DecodeState(data []byte, name string, version int, into any) error {
	var head struct {
		Version int `json:"version"`
	}
	first := data[:min(len(data), bytes.IndexAny(data, ",}")+1)] // WriteState puts the version first
	if !bytes.HasPrefix(first, []byte(`{"version":`)) || json.Unmarshal(append(bytes.Clone(first[:len(first)-1]), '}'), &head) != nil {
		if err := json.Unmarshal(data, &head); err != nil {
			return err
		}
	}
	if head.Version < 1 {
		return errors.New("no version")
	}
	if head.Version > version {
		return &NewerStateError{Name: name, Version: head.Version, Supported: version}
	}
	return json.Unmarshal(data, into)
}

// setAside moves a file that cannot be read to a free name.
func (d *Dir) setAside(name string, why error, now time.Time) (warning string, err error) {
	to, err := d.SetAside(name, now)
	if err != nil {
		return "", fmt.Errorf("move corrupt state %q aside: %w", name, err)
	}
	return fmt.Sprintf("state %q is damaged (%v); moved to %q", name, why, to), nil
}

// SetAside moves a damaged file to NAME.corrupt-YYYYMMDDThhmmss, with a number added if that
// is taken, and returns the name.
func (d *Dir) SetAside(name string, now time.Time) (to string, err error) {
	aside := name + ".corrupt-" + now.Format("20060102T150405")
	for n, to := 2, aside; ; n++ {
		err := d.Rename(name, to)
		if errors.Is(err, fs.ErrExist) {
			to = fmt.Sprintf("%s-%d", aside, n)
			continue
		}
		return to, err
	}
}

// WriteState writes a state file for ReadState, atomically, with mode 0600 in directories of
// mode 0700. T is a struct or a map without a field "version". It reports whether bytes changed.
func WriteState[T any](d *Dir, name string, version int, value T) (changed bool, err error) {
	return writeState(d, name, version, value, true)
}

// WriteStateNoSync is WriteState for state that a power cut may lose.
func WriteStateNoSync[T any](d *Dir, name string, version int, value T) (changed bool, err error) {
	return writeState(d, name, version, value, false)
}

func writeState(d *Dir, name string, version int, value any, sync bool) (bool, error) {
	data, err := encodeState(version, value)
	if err != nil {
		return false, fmt.Errorf("write state %q: %w", name, err)
	}
	return d.write(name, data, mode{perm: statePerm, exact: true, sync: sync})
}

func encodeState(version int, value any) ([]byte, error) {
	body, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	fields, ok := bytes.CutPrefix(body, []byte("{"))
	if !ok {
		return nil, fmt.Errorf("%T is no JSON object", value)
	}
	out := fmt.Appendf(nil, `{"version":%d`, version)
	if !bytes.Equal(fields, []byte("}")) {
		out = append(out, ',')
	}
	out = append(out, fields...)
	return append(out, '\n'), nil
}
