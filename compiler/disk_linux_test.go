package compiler_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/agent-admin/memoria/compiler"
	"github.com/agent-admin/memoria/fsutil/must"
)

// smallDisk is busy's vault on a disk of its own.
func smallDisk(t *testing.T) (v *vault, remount func(flags uintptr)) {
	t.Helper()
	dir := t.TempDir()
	mount := func(flags uintptr) error { return syscall.Mount("none", dir, "tmpfs", flags, "size=512k") }
	if err := mount(0); err != nil {
		t.Skip("no right to mount:", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	must.Do(t, os.CopyFS(dir, os.DirFS(busy(t).dir)))
	return vaultAt(t, dir), func(flags uintptr) {
		must.Do(t, mount(syscall.MS_REMOUNT|flags))
	}
}

// fill fills the disk.
func (v *vault) fill() {
	v.t.Helper()
	f, err := os.Create(v.path("filler"))
	must.Do(v.t, err)
	defer f.Close()
	for block := make([]byte, 4096); err == nil; {
		_, err = f.Write(block)
	}
	must.Be(v.t, errors.Is(err, syscall.ENOSPC), "%v", err)
}

// If the disk fills up before or during a run, the error says so, every page has its old or its new bytes, the state
// does not advance, and once there is room the run is completed.
func TestFullDisk(t *testing.T) {
	clean := busy(t)
	before := clean.pages()
	clean.settled(compiler.Options{})
	want := clean.pages()
	for at := range 8 {
		v, _ := smallDisk(t)
		state := v.read(compiler.StateName)
		n := 0
		full := func(string) error {
			if n == at {
				v.fill()
			}
			n++
			return nil
		}
		_ = full("")
		v.c.SetWrote(full)
		_, err := v.c.Compile(context.Background(), compiler.Options{})
		v.c.SetWrote(nil)
		must.Be(t, errors.Is(err, syscall.ENOSPC), "filled behind write %d: %v", at, err)
		must.Hold(t, v.read(compiler.StateName) == state, "filled behind write %d: the state advanced", at)
		v.remove("filler")
		for name, text := range v.pages() {
			must.Hold(t, text == before[name] || text == want[name], "filled behind write %d: %s is\n%s", at, name, text)
		}
		v.settled(compiler.Options{})
		sameFiles(t, want, v.pages())
	}
}

// In a read-only vault a run names the file it cannot write, and a plan and the status still work.
func TestReadOnlyDisk(t *testing.T) {
	v, remount := smallDisk(t)
	before := v.files()
	remount(syscall.MS_RDONLY)
	defer remount(0)
	_, err := v.c.Compile(context.Background(), compiler.Options{})
	must.Hold(t, (errors.Is(err, syscall.EROFS) || errors.Is(err, fs.ErrPermission)) && strings.Contains(err.Error(), ".memoria/"), "compile: %v", err)
	if p, err := v.c.Plan(context.Background(), compiler.Options{}); err != nil || p.Empty() {
		t.Errorf("plan: %v", err)
	}
	must.Is(t, must.Err(v.c.Status(context.Background())), nil, "status")
	must.Is(t, must.Err(v.c.Why(context.Background(), "cursor")), nil, "why")
	sameFiles(t, before, v.files())
}
