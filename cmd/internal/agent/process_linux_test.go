package agent

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/queue"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// The worker lives on when its hook's whole group is killed, has nobody above it who
// belongs to the agent, and holds no file of hook or agent: no lock, no stream, nothing that the agent
// left open.
func TestWorkerBelongsToNobody(t *testing.T) {
	w := newWorld(t)
	d := fsutiltest.Open(t, w.Vault)
	unlock := must.Get(d.TryLock(".memoria/lock/daily"))(t)
	defer unlock()
	r, left := must.Get2(os.Pipe())(t)
	defer r.Close()
	c := w.hookProcess(t, "SessionEnd", strings.NewReader(payloadOf("s1")))
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.ExtraFiles = []*os.File{left}
	silent(t, "SessionEnd", c)
	left.Close()
	time.Sleep(100 * time.Millisecond)
	syscall.Kill(-c.Process.Pid, syscall.SIGKILL)
	said := w.worker(t)
	var pid int
	fmt.Sscanf(said, "pid %d", &pid)
	want := fmt.Sprintf("pid %d\ndir %s\nchild \"\"\n", pid, w.Vault)
	must.Hold(t, said == want, "the worker said %q, want %q", said, want)
	must.Hold(t, must.Err(r.Read(make([]byte, 1))) != nil, "somebody wrote") // the end of the pipe: neither the worker nor the process between has it
	session := stat(t, pid, 5)
	must.Hold(t, session != stat(t, c.Process.Pid, -1) && session != stat(t, os.Getpid(), 5), "the worker's session is %s", session)
	parent := stat(t, pid, 3)
	must.Hold(t, parent != strconv.Itoa(c.Process.Pid) && parent != strconv.Itoa(os.Getpid()), "the worker's parent is %s", parent)
	for _, fd := range files(t, pid) {
		if fd != os.DevNull && fd != w.Vault && fd != filepath.Join(w.Vault, queue.WorkerLock) { // it opened these two itself
			t.Errorf("the worker holds %s", fd)
		}
	}
	w.dismiss(t)
	eventually(t, "the worker to go", func() bool { return syscall.Kill(pid, 0) != nil })
}

// stat is a field of /proc/PID/stat, counted from 0; of -1 it is the process itself.
func stat(t *testing.T, pid, field int) string {
	t.Helper()
	if field < 0 {
		return strconv.Itoa(pid)
	}
	b := fsutiltest.Read(t, fmt.Sprintf("/proc/%d/stat", pid))
	return strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))[field-2]
}

// files are what a process has open, but for what the runtime of the language opens for itself.
func files(t *testing.T, pid int) (names []string) {
	t.Helper()
	dir := fmt.Sprintf("/proc/%d/fd", pid)
	entries := must.Get(os.ReadDir(dir))(t)
	for _, e := range entries {
		name, err := os.Readlink(filepath.Join(dir, e.Name()))
		if err == nil && !strings.HasPrefix(name, "anon_inode:") && !strings.HasPrefix(name, "/sys/fs/cgroup/") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// A vault that is full or cannot be written costs the agent nothing and loses no note.
func TestProcessOnBadDisks(t *testing.T) {
	for name, mount := range map[string]func(dir string) error{
		"full": func(dir string) error {
			if err := syscall.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
				return err
			}
			err := os.Mkdir(filepath.Join(dir, ".memoria"), 0o700)
			if err != nil {
				return err
			}
			f, err := os.Create(filepath.Join(dir, "filler"))
			for err == nil {
				_, err = f.Write(make([]byte, 4096))
			}
			return f.Close()
		},
		"read-only": func(dir string) error {
			if err := syscall.Mount(dir, dir, "", syscall.MS_BIND, ""); err != nil {
				return err
			}
			return syscall.Mount("", dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			if err := mount(w.Vault); err != nil {
				t.Skipf("such a disk cannot be made here: %v", err)
			}
			t.Cleanup(func() { syscall.Unmount(w.Vault, syscall.MNT_DETACH) })
			for _, event := range []string{"SessionStart", "Stop", "SessionEnd"} {
				silent(t, event, w.hookProcess(t, event, strings.NewReader(payloadOf("s1"))))
			}
			n := w.spooled(t)
			must.Hold(t, n == 3, "%d notes in the spool", n)
			_, log := w.logged(t)
			must.Hold(t, strings.Count(log, "kept in "+w.State) == 3 && strings.Count(log, "\n") == 3, "logged %q", log)
		})
	}
}

// Where nothing at all can be written, the hook still ends as it should.
func TestProcessWithNowhereToWrite(t *testing.T) {
	w := newWorld(t)
	if err := syscall.Mount(w.Dir, w.Dir, "", syscall.MS_BIND, ""); err != nil {
		t.Skipf("such a disk cannot be made here: %v", err)
	}
	t.Cleanup(func() { syscall.Unmount(w.Dir, syscall.MNT_DETACH) })
	if err := syscall.Mount("", w.Dir, "", syscall.MS_BIND|syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("such a disk cannot be made here: %v", err)
	}
	silent(t, "SessionEnd", w.hookProcess(t, "SessionEnd", strings.NewReader(payloadOf("s1"))))
}

// Devices that never end, as standard input, hold nothing up and get no word.
func TestProcessDevices(t *testing.T) {
	for _, name := range []string{"/dev/zero", "/dev/urandom", "/dev/full"} {
		w := newWorld(t)
		f, err := os.Open(name)
		if err != nil {
			t.Skip(err)
		}
		defer f.Close()
		silent(t, name, w.hookProcess(t, "SessionEnd", f))
		n := len(w.jobs(t))
		must.Hold(t, n <= 0, "%s: %d sessions are queued", name, n)
	}
}
