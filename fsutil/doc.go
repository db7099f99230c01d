// Package fsutil is the only package that writes files. It provides directories that a name cannot
// leave, and four ways to change what is in them: replace a whole file, append to one, lock one,
// keep a small state file.
//
// # Names
//
// Names are slash-separated and relative to their [Dir] on every system. The name of a new file must
// be portable: no backslash, NUL, drive letter, device name such as CON, nor anything else that some
// file system refuses or reads differently; see [CheckName]. A symbolic link is followed as long as it
// stays inside the directory, and remains a link when its target is written. A link that leads out,
// and any absolute one, is refused with [ErrOutside] for reading and writing. The directory itself may
// be reached through links: [OpenDir] resolves them once.
//
// # Laws
//
//   - After a write the file holds the old bytes or the new ones, never a mix, and no temporary file
//     is left unless the process was killed; [Dir.CleanTemp] removes those.
//   - An existing file keeps its mode, and a read-only file is not replaced. A new note honours the
//     umask; state files have mode 0600 in directories of mode 0700.
//   - Writing the same bytes again writes nothing and reports so.
//   - An append that returned nil is completely on the disk; one that returned an error left the file
//     as it was. Only a kill can cut an append short, so appended data should end in a mark that
//     commits it.
//   - A lock is a file beside the data that is never renamed or removed. It excludes processes and
//     the goroutines of one process alike, and is released when its holder dies.
//   - Files are regular files: a pipe, a device or a socket is an error, and is never waited for.
//   - A file is never copied over when a rename fails: the write fails and the old file stays.
//
// # renameio
//
// The package renameio does durable writes of whole files, given the directory of the file as an
// os.Root. This package adds what renameio leaves to its callers: it writes through links that stay
// inside, syncs the directory, recognizes temporary files by name (see [IsTemp]) and removes them in
// [Dir.CleanTemp]. renameio always syncs and does not exist on Windows, so for caches, and on Windows,
// temp.go makes the temporary file, and package advisory tells one that is being written from one that was left.
package fsutil

import (
	"crypto/sha256"
	"encoding/hex"
)

// Hash returns the SHA-256 of b in hex.
func Hash(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
