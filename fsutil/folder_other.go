//go:build !linux

package fsutil

func (f *Folder) read(base string, most int64) ([]byte, Stamp, error) { return f.open(base, most) }
