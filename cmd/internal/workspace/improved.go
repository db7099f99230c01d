package workspace

import (
	"errors"
	"fmt"
	"time"

	"github.com/agent-admin/memoria/cmd/internal/say"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// Improved records how far the latest improve of a vault came.
type Improved struct {
	Began time.Time         `json:"began"`
	Ended time.Time         `json:"ended,omitzero"` // zero while it works, or if it was killed
	By    string            `json:"by"`             // the model
	Done  int               `json:"done"`           // entries that it was asked about
	Of    int               `json:"of"`
	Error string            `json:"error,omitempty"` // why it stopped
	Stays map[string]string `json:"stays,omitempty"` // the models that were asked about entries and added none, by id
}

// Keep records it.
func (r *Improved) Keep(dir *fsutil.Dir) error {
	_, err := fsutil.WriteStateNoSync(dir, layout.Improved, layout.ImprovedVersion, r)
	return err
}

// ImprovedOf returns an empty record if the vault in dir was never improved.
func ImprovedOf(dir *fsutil.Dir, now time.Time) (*Improved, error) {
	var r Improved
	_, err := fsutil.ReadState(dir, layout.Improved, layout.ImprovedVersion, &r, now)
	return &r, err
}

// Improving reports whether an improve is at work on the vault in dir.
func Improving(dir *fsutil.Dir) bool {
	unlock, err := dir.TryLock(layout.LockImprove)
	if err == nil {
		unlock()
	}
	return errors.Is(err, fsutil.ErrLocked)
}

// Tell returns it as a line, with times in zone; "" if nothing is left to do.
func (r *Improved) Tell(working bool, now time.Time) string {
	far := fmt.Sprintf("%s of %s by %s", say.Thousands(r.Done), say.Count(r.Of, "entry"), say.Printable(r.By))
	switch {
	case r.Began.IsZero() || r.Done >= r.Of && !working:
		return ""
	case working && r.Done > 0:
		left := now.Sub(r.Began) / time.Duration(r.Done) * time.Duration(max(r.Of-r.Done, 0))
		return far + ", at work, " + say.Span(left) + " left"
	case working:
		return far + ", at work"
	case r.Error != "":
		return far + ", stopped: " + say.Printable(r.Error) + "; memoria improve goes on"
	}
	return far + ", interrupted; memoria improve goes on"
}
