package compiler

import (
	"context"
	"path"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// SetWrote has f called behind each write of a run. An error of f stops the run there, as a crash
// would.
func (c *Compiler) SetWrote(f func(name string) error) { c.wrote = f }

const (
	StateName = stateName
)

// SetLooks has a watch look when something is sent, in place of the kernel's events.
func (w *Watch) SetLooks(c chan struct{}) { w.looks = c }

// SetQuiet is the time that a watch waits for quiet.
func (w *Watch) SetQuiet(d time.Duration) {
	w.pace = usualPace
	w.pace.quiet = d
}

// Finds reports whether a look finds a file of d that reads otherwise than its stamp lets think.
func Finds(d *fsutil.Dir, name string, deep bool) (bool, error) {
	l := &looker{dir: d, now: map[string]seen{}}
	if err := l.walk(context.Background(), path.Dir(name)); err != nil {
		return false, err
	}
	l.was, l.now, l.deep = map[string]seen{name: {stamp: l.now[name].stamp}}, map[string]seen{}, deep
	err := l.walk(context.Background(), path.Dir(name))
	return l.now[name].sum != seen{}.sum, err
}

// Rests reports whether a run knows without a look at any page that there is nothing to do.
func Rests(c *Compiler) bool { return c.resting(context.Background(), Options{}) != nil }
