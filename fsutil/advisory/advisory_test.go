package advisory

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// U-05: a file system that does not answer, or has no locks, is named; nobody waits for it for ever.
func TestFileSystemsWithoutLocks(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	hang, released := make(chan struct{}), make(chan struct{})
	_, err := within(10*time.Millisecond, path, func() (bool, error) { <-hang; return true, nil }, func() { close(released) })
	e, ok := errors.AsType[*Error](err)
	must.Hold(t, ok && errors.Is(e, errSilent) && strings.HasPrefix(path, strings.Split(e.Mount, " (")[0]), "of one that hangs: %v", err)
	close(hang)
	select {
	case <-released:
	case <-time.After(10 * time.Second):
		t.Error("a lock that comes late is kept")
	}
	for _, none := range []error{syscall.ENOLCK, syscall.ENOSYS, syscall.EOPNOTSUPP} {
		_, err := within(time.Minute, path, func() (bool, error) { return false, none }, func() {})
		must.Hold(t, errors.Is(err, errNone) && errors.As(err, new(*Error)), "%v: %v", none, err)
	}
	for _, other := range []error{nil, fs.ErrNotExist, &fs.PathError{Op: "open", Path: path, Err: syscall.EOPNOTSUPP}} {
		ok, err := within(time.Minute, path, func() (bool, error) { return other == nil, other }, func() {})
		must.Hold(t, err == other && ok == (other == nil), "%v: %v, %v", other, ok, err)
	}
}
