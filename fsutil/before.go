package fsutil

import "path"

// An Op is a kind of change to the disk.
type Op string

// The changes that a [Dir] makes to the disk. A write of a whole file is an OpStage, for the temporary file
// beside it, and then an OpRename, which puts that in its place.
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

// A Change is a change that is about to be made. Name is the name that changes, for an OpRename the new name,
// relative to the Dir that Before was called on.
type Change struct {
	Op   Op
	Name string
}

// Before sets a function f that is called before every change through d, or through a Dir that Sub opens
// from now on. If f returns an error, the change is not made and the call that wanted
// it returns that error. If f returns errors from some change on, the disk stays as a
// crash at that moment would leave it, temporary files included; tests use it for this. Before must be
// called before several goroutines use d.
func (d *Dir) Before(f func(Change) error) {
	d.before, d.prefix = f, ""
	if d.other != nil {
		d.other.Before(f)
	}
}

// about calls the function that Before has set.
func (d *Dir) about(op Op, name string) error {
	if d.before == nil {
		return nil
	}
	return d.before(Change{Op: op, Name: path.Join(d.prefix, name)})
}
