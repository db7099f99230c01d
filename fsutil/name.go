package fsutil

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
)

// ErrOutside says that a symbolic link on the path of a name leads out of the directory.
var ErrOutside = errors.New("link leads out of the directory")

// A NameError says why a name is refused. errors.Is reports it as [fs.ErrInvalid].
type NameError struct {
	Name   string
	Reason string
}

func (e *NameError) Error() string { return fmt.Sprintf("name %q: %s", e.Name, e.Reason) }

// Is makes errors.Is report a NameError as fs.ErrInvalid.
func (e *NameError) Is(target error) bool { return target == fs.ErrInvalid }

// maxElement is the maximum length of a path element, in bytes, on common file systems.
const maxElement = 255

// CheckName returns an error unless a file or directory of this name may be created: relative, slash-separated,
// inside the directory, and the same name on every file system. The error is a *NameError.
func CheckName(name string) error {
	if err := checkWrite(name); err != nil {
		return err
	}
	if name == "." {
		return nil
	}
	for el := range strings.SplitSeq(name, "/") {
		if reason := unportable(el); reason != "" {
			return &NameError{name, reason}
		}
	}
	return nil
}

// checkRead refuses what cannot be a path inside a directory on the current system. It is less strict than
// CheckName because a person's file may have any name that their file system accepts.
func checkRead(name string) error {
	switch {
	case name == "":
		return &NameError{name, "empty"}
	case strings.ContainsRune(name, 0):
		return &NameError{name, "contains a NUL byte"}
	case strings.HasPrefix(name, "/"):
		return &NameError{name, "absolute"}
	case !fs.ValidPath(name):
		return &NameError{name, "not a clean relative path"}
	}
	return nil
}

// checkWrite also refuses what would be a path out of the directory on another system.
func checkWrite(name string) error {
	if err := checkRead(name); err != nil {
		return err
	}
	switch {
	case strings.Contains(name, `\`):
		return &NameError{name, "contains a backslash"}
	case len(name) > 1 && name[1] == ':' && isLetter(name[0]):
		return &NameError{name, "begins with a drive letter"}
	}
	return nil
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// unportable returns why some file system refuses el or reads it as another name.
func unportable(el string) string {
	if len(el) > maxElement {
		return fmt.Sprintf("longer than %d bytes", maxElement)
	}
	for _, r := range el {
		if r < 0x20 || r == 0x7f {
			return "contains a control character"
		}
		if strings.ContainsRune(`<>:"|?*`, r) {
			return fmt.Sprintf("contains %q", r)
		}
	}
	if last := el[len(el)-1]; last == '.' || last == ' ' {
		return "ends in a full stop or a space"
	}
	stem, _, _ := strings.Cut(el, ".")
	if isDevice(strings.ToUpper(strings.TrimRight(stem, " "))) {
		return "names a device on Windows"
	}
	return ""
}

func isDevice(stem string) bool {
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	port, ok := strings.CutPrefix(stem, "COM")
	if !ok {
		port, ok = strings.CutPrefix(stem, "LPT")
	}
	switch port {
	case "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³":
		return ok
	}
	return false
}

// maxLinks is the maximum number of symbolic links followed for one name.
const maxLinks = 40

// resolve follows every link on the path of name and returns the name of the target, which need
// not exist. os.Root protects the file operations that follow; resolve only finds out where the
// target is, so that the temporary file can be created beside it.
func (d *Dir) resolve(name string) (string, error) {
	var found []string
	links := 0
	rest := strings.Split(name, "/")
	for len(rest) > 0 {
		el := rest[0]
		rest = rest[1:]
		switch el {
		case "", ".":
			continue
		case "..":
			if len(found) == 0 {
				return "", &fs.PathError{Op: "resolve", Path: name, Err: ErrOutside}
			}
			found = found[:len(found)-1]
			continue
		}
		at := path.Join(path.Join(found...), el)
		info, err := d.root.Lstat(at)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", outside(err)
		}
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			found = append(found, el)
			continue
		}
		to, err := d.readlink(at)
		if err != nil {
			return "", err
		}
		if links++; links > maxLinks {
			return "", &fs.PathError{Op: "resolve", Path: name, Err: errors.New("too many links")}
		}
		rest = append(strings.Split(to, "/"), rest...)
	}
	if len(found) == 0 {
		return ".", nil
	}
	return path.Join(found...), nil
}

// outside turns os.Root's refusal, which has no exported value, into ErrOutside.
func outside(err error) error {
	inner := err
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.As(err, &p):
		inner = p.Err
	case errors.As(err, &l):
		inner = l.Err
	}
	if inner != nil && inner.Error() == "path escapes from parent" {
		return fmt.Errorf("%w: %w", err, ErrOutside)
	}
	return err
}
