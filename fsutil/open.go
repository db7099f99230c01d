package fsutil

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"strings"
)

// errSpecial says that a name leads to a pipe, a device or a socket. Opening one may wait for ever,
// and what is read from one has no end.
var errSpecial = errors.New("not a regular file")

var errNoDir = errors.New("not a directory")

// ReadFile is os.ReadFile for a file outside of any Dir, such as a setting of the user's: what is no
// regular file is an error, and is not waited for.
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

// openRegular opens a regular file. Nothing else is waited for, or changed by being opened.
func openRegular(root *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error) {
	f, err := root.OpenFile(name, flag|unwaiting, perm)
	return regular(f, name, err)
}

// regular passes on what an open returned, unless that is no regular file.
func regular(f *os.File, name string, err error) (*os.File, error) {
	f, info, err := opened(f, name, err)
	if err == nil && info.IsDir() {
		f.Close()
		return nil, &fs.PathError{Op: "open", Path: name, Err: errIsDir}
	}
	return f, err
}

// opened passes on what an open returned, unless that is neither a regular file nor a directory.
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

// openRoot is root.OpenRoot, which would wait for a pipe.
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

// readAll reads a file to its end, in one step where its size tells the truth.
func readAll(f *os.File) ([]byte, error) {
	var b bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Size() < 1<<30 {
		b.Grow(int(info.Size()) + bytes.MinRead)
	}
	_, err := b.ReadFrom(f)
	return b.Bytes(), err
}

// files is a Dir as an fs.FS. Unlike that of an os.Root it opens no pipes.
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
	to, err := f.d.root.Readlink(name)
	return to, outside(err)
}

func byName(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) }
