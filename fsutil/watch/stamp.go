package watch

import "io/fs"

// A Stamp is what can be known of a file without reading it. If two stamps of a name differ, the
// file may have changed. If they are the same it has not, unless somebody wrote to it twice within
// one tick of the file system's clock, or set its times back on a system that keeps no other record.
type Stamp struct {
	Size    int64
	ModTime int64 // nanoseconds since 1970
	Change  int64 // the same of the last change of anything about the file; 0 where it is not kept
	Inode   uint64
}

// StampOf takes a file's stamp.
func StampOf(info fs.FileInfo) Stamp {
	s := Stamp{Size: info.Size(), ModTime: info.ModTime().UnixNano()}
	s.Inode, s.Change = identity(info)
	return s
}
