package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/agent-admin/memoria/cmd/internal/handler/doctor"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
)

// onDisk moves the bench to a vault on a small disk of its own.
func (b *bench) onDisk() (dir string) {
	b.t.Helper()
	dir = filepath.Join(b.home, "disk")
	must.Do(b.t, os.Mkdir(dir, 0o755))
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=128k"); err != nil {
		b.t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	b.t.Cleanup(func() { syscall.Unmount(dir, syscall.MNT_DETACH) })
	if _, stderr, code := b.run("init", dir); code != 0 {
		b.t.Fatal(stderr)
	}
	b.vault.Close()
	var err error
	b.vault, err = fsutil.OpenDir(dir)
	must.Do(b.t, err)
	b.hooksFile("/no/such/memoria", dir, nil)
	return dir
}

// A full disk is a problem; the doctor itself goes on and leaves it as it was.
func TestDoctorOfAFullDisk(t *testing.T) {
	b := newBench(t)
	dir := b.onDisk()
	filler := must.Get(os.Create(filepath.Join(dir, "filler")))(t)
	for { // to the last byte
		if _, err := filler.Write(bytes.Repeat([]byte("x"), 512)); err != nil {
			break
		}
	}
	filler.Close()
	d := b.doctor()
	d.has(doctor.Problem, "writing", "no space left on device; hooks keep their notes in ")
	d.has(doctor.Problem, "disk", "less than 0.1 MB left")
	d.has(doctor.Unknown, "round trip", "")
	d.only(doctor.OK, "queue")
	must.Hold(t, must.Err(os.Lstat(filepath.Join(dir, ".memoria", "doctor"))) != nil, "the doctor left its probe behind")
}

// So is one that is mounted read-only.
func TestDoctorOfAReadOnlyDisk(t *testing.T) {
	b := newBench(t)
	dir := b.onDisk()
	if err := syscall.Mount("none", dir, "tmpfs", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("a disk cannot be remounted here: %v", err)
	}
	d := b.doctor()
	d.has(doctor.Problem, "writing", "read-only file system; hooks keep their notes in ")
	d.has(doctor.Unknown, "round trip", "read-only")
	d.only(doctor.OK, "queue")
	d.only(doctor.OK, "worker")
	if stdout, stderr, code := b.run("status", "--vault", dir); code != 0 {
		t.Errorf("status: exit %d\n%s%s", code, stdout, stderr)
	}
}

// A hook of an earlier memoria lets the agent see the exit code of a crash.
func TestDoctorOfAnOlderHook(t *testing.T) {
	b := newBench(t)
	b.hooksFile("/no/such/memoria", b.vault.Path(), func(s string) string { return strings.Replace(s, " 2>/dev/null || :", "", 1) })
	b.doctor().has(doctor.Warning, "hooks", "tell the agent the exit code of memoria")
}
