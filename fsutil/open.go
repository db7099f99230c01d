package fsutil

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
)

// errSpecial says that a name leads to a pipe, a device or a socket. Opening one may block forever,
// and reading from one may never end.
var errSpecial = errors.New("not a regular file")

var errNoDir = errors.New("not a directory")

// ReadFile is os.ReadFile for a file outside of any Dir, such as the user's settings. Anything but a regular
// file is an error and never blocks.
func ReadFile(path string) ([]byte, error) {
	f, err := OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f)
}

// OpenFile is os.Open for a regular file outside of any Dir.
func OpenFile(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|unwaiting, 0)
	return regular(f, path, err)
}

// openRegular opens a regular file. Other kinds neither block nor are changed by the open.
func openRegular(root *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error) {
	f, err := root.OpenFile(name, flag|unwaiting, perm)
	return regular(f, name, err)
}

// regular returns the result of an open, or an error if it is not a regular file.
func regular(f *os.File, name string, err error) (*os.File, error) {
	f, info, err := opened(f, name, err)
	if err == nil && info.IsDir() {
		f.Close()
		return nil, &fs.PathError{Op: "open", Path: name, Err: errIsDir}
	}
	return f, err
}

// opened returns the result of an open, or an error if it is neither a regular file nor a directory.
func opened(f *os.File, name string, err error) (*os.File, fs.FileInfo, error) {
	if err != nil {
		if isSpecial(err) {
			err = &fs.PathError{Op: "open", Path: name, Err: errSpecial}
		}
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		err = &fs.PathError{Op: "open", Path: name, Err: errSpecial}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// openRoot is root.OpenRoot, but does not block on a pipe.
func openRoot(root *os.Root, name string) (*os.Root, error) {
	if info, err := root.Stat(name); err == nil && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNoDir}
	}
	return root.OpenRoot(name)
}

// readFile is root.ReadFile for regular files.
func readFile(root *os.Root, name string) ([]byte, error) {
	f, err := openRegular(root, name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAll(f)
}

// readAll reads a file to its end, in one read if its size is correct.
func readAll(f *os.File) ([]byte, error) {
	var b bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Size() < 1<<30 {
		b.Grow(int(info.Size()) + bytes.MinRead)
	}
	_, err := b.ReadFrom(f)
	return b.Bytes(), err
}

// files is a Dir as an fs.FS. Unlike the FS of an os.Root it does not open pipes.
type files struct{ d *Dir }

func (f files) Open(name string) (fs.File, error) {
	file, err := f.d.Open(name)
	if err != nil {
		return nil, err
	}
	return file, nil
}

func (f files) ReadFile(name string) ([]byte, error)       { return f.d.ReadFile(name) }
func (f files) ReadDir(name string) ([]fs.DirEntry, error) { return f.d.ReadDir(name) }
func (f files) Stat(name string) (fs.FileInfo, error)      { return f.d.Stat(name) }
func (f files) Lstat(name string) (fs.FileInfo, error)     { return f.d.Lstat(name) }

func (f files) ReadLink(name string) (string, error) {
	if err := checkRead(name); err != nil {
		return "", err
	}
	to, err := f.d.of(name).root.Readlink(name)
	return to, outside(err)
}

func byName(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }
