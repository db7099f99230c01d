package main

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
)

// D-14: a full disk is a problem, the doctor itself goes on and leaves it as it was.
func TestDoctorOfAFullDisk(t *testing.T) {
	b := newBench(t)
	full := filepath.Join(b.home, "full")
	if err := os.Mkdir(full, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("none", full, "tmpfs", 0, "size=128k"); err != nil {
		t.Skipf("a small disk cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(full, syscall.MNT_DETACH) })
	if _, stderr, code := b.run("init", "full"); code != 0 {
		t.Fatal(stderr)
	}
	filler, err := os.Create(filepath.Join(full, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	for { // to the last byte
		if _, err := filler.Write(bytes.Repeat([]byte("x"), 512)); err != nil {
			break
		}
	}
	filler.Close()
	b.vault.Close()
	if b.vault, err = fsutil.OpenDir(full); err != nil {
		t.Fatal(err)
	}
	b.hooksFile("/no/such/memoria", full, nil)
	d := b.doctor()
	d.has(levelProblem, "writing", "no space left on device; hooks keep their notes in ")
	d.has(levelProblem, "disk", "less than 0.1 MB left")
	d.has(levelUnknown, "round trip", "")
	if _, err := os.Lstat(filepath.Join(full, ".memoria", "doctor")); err == nil {
		t.Error("the doctor left its probe behind")
	}
}
