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
	Done  int               `json:"done"`           // entries that it wrote, or found nothing worth keeping in
	Of    int               `json:"of"`
	Error string            `json:"error,omitempty"` // why it stopped
	Stays map[string]string `json:"stays,omitempty"` // the models that found nothing worth keeping in entries, by id

	Unusable int               `json:"unusable,omitempty"` // entries that it gave no usable answer about
	Missed   map[string]string `json:"missed,omitempty"`   // the models that gave none about entries, by id
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

// Asked returns how many entries the model was asked about.
func (r *Improved) Asked() int { return r.Done + r.Unusable }

// Left says how long the rest takes, if some were asked about.
func (r *Improved) Left(now time.Time) string {
	return say.Span(now.Sub(r.Began) / time.Duration(r.Asked()) * time.Duration(max(r.Of-r.Asked(), 0)))
}

// Tell returns it as a line, with times in zone; "" if nothing is left to do.
func (r *Improved) Tell(working bool, now time.Time) string {
	far := fmt.Sprintf("%s of %s by %s", say.Thousands(r.Done), say.Count(r.Of, "entry"), say.Printable(r.By))
	switch {
	case r.Began.IsZero() || r.Done >= r.Of && !working:
		return ""
	case working && r.Asked() > 0:
		return far + ", at work, " + r.Left(now) + " left"
	case working:
		return far + ", at work"
	case r.Error != "":
		return far + ", stopped: " + say.Printable(r.Error) + "; memoria improve goes on"
	case r.Unusable > 0 && !r.Ended.IsZero():
		return far + ", no answer could be used for " + say.Thousands(r.Unusable) + "; memoria improve asks again"
	}
	return far + ", interrupted; memoria improve goes on"
}
