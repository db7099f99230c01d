package fsutil

import "path"

// An Op is a kind of change to the disk.
type Op string

// What a [Dir] does to the disk. A write of a whole file is an OpStage, of the temporary file beside
// it, and then an OpRename, which puts that in its place.
const (
	OpStage    Op = "stage"
	OpRename   Op = "rename"
	OpCreate   Op = "create" // an empty file that is then appended to, or locked
	OpAppend   Op = "append"
	OpTruncate Op = "truncate"
	OpRemove   Op = "remove" // also of a temporary file that was not needed in the end
	OpMkdir    Op = "mkdir"
	OpRmdir    Op = "rmdir"
)

// A Change is one that is about to be made. Name is that of what changes, of an OpRename the new one,
// as seen from the Dir that Before was called on.
type Change struct {
	Op   Op
	Name string
}

// Before has f asked ahead of every change that is made through d, or through a Dir that Sub opens
// from now on. The change is made when f returns nil; otherwise it is not, and the call that wanted
// it returns f's error. An f that once said no and says no from then on leaves on the disk what a
// crash at that moment leaves, temporary files included, which is what tests use it for. It is set
// before d is used by several goroutines.
func (d *Dir) Before(f func(Change) error) { d.before, d.prefix = f, "" }

// about asks what Before has set.
func (d *Dir) about(op Op, name string) error {
	if d.before == nil {
		return nil
	}
	return d.before(Change{Op: op, Name: path.Join(d.prefix, name)})
}
