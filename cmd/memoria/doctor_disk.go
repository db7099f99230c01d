package main

import (
	"errors"
	"io/fs"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/agent-admin/memoria/cmd/internal/vault"
	"github.com/agent-admin/memoria/fsutil/layout"
)

const (
	roomNeeded = 20 << 20  // bytes: less, and a day's log may not fit
	roomWanted = 200 << 20 // bytes
	probeName  = layout.Probe
)

// below tells whether dir is base or lies below it.
func below(dir, base string) bool {
	rel, err := filepath.Rel(base, dir)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// disk looks whether the vault can be written, and for how long.
func (x *exam) disk() {
	path := x.v.Dir.Path()
	free, err := freeSpace(path)
	switch {
	case err != nil:
		x.unknown("disk", "", "how much room is left: %v", err)
	case free < roomNeeded:
		x.problem("disk", "make room on that disk", "%s left on the disk of the vault", megabytes(free))
	case free < roomWanted:
		x.warn("disk", "make room on that disk", "%s left on the disk of the vault", megabytes(free))
	default:
		x.ok("disk", "%s left on the disk of the vault", megabytes(free))
	}
	_, err = x.v.Dir.WriteFile(probeName, []byte("a try whether the vault can be written\n"), 0o600)
	if err == nil {
		err = x.v.Dir.Remove(probeName)
	}
	mend := "chmod -R u+rwX " + vault.Quote(path)
	switch {
	case errors.Is(err, syscall.ENOSPC):
		x.problem("writing", "make room on that disk", "the vault cannot be written: %v; hooks keep their notes in %s", err, vault.StateDir(x.Getenv, x.Home))
		return
	case errors.Is(err, syscall.EROFS):
		x.problem("writing", "remount it for writing", "the vault cannot be written: %v; hooks keep their notes in %s", err, vault.StateDir(x.Getenv, x.Home))
		return
	case err != nil:
		x.problem("writing", mend, "the vault cannot be written: %v", err)
		return
	}
	for _, name := range []string{"daily", x.v.Config.Wiki} {
		err := writable(filepath.Join(path, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			x.problem("writing", mend, "the folder %s cannot be written: %v", name, err)
			return
		}
	}
	x.ok("writing", "the vault can be written")
}

// modes looks whether others can read what memoria keeps beside the notes.
func (x *exam) modes() {
	if runtime.GOOS == "windows" {
		return // rights are not kept in modes there
	}
	info, err := x.v.Dir.Stat(vault.Marker)
	switch {
	case err != nil:
		x.unknown("modes", "", "%s: %v", vault.Marker, err)
	case info.Mode().Perm()&0o077 != 0:
		x.warn("modes", "chmod 700 "+vault.Quote(filepath.Join(x.v.Dir.Path(), vault.Marker)), "others on this machine can look into %s (%s)", vault.Marker, info.Mode().Perm())
	default:
		x.ok("modes", "%s is yours alone", vault.Marker)
	}
}
