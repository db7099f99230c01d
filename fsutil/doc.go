// Package fsutil is the only package that writes files. It hands out directories that a name cannot
// leave, and four ways to change what is in them: replace a file whole, append to one, take a lock
// beside one, keep a small state file.
//
// # Names
//
// Names are slash-separated and relative to their [Dir] on every system. A name that is to be
// created has to be portable: no backslash, NUL, drive letter, device name such as CON, nor
// anything else that some file system refuses or reads otherwise; see [CheckName]. A symbolic link
// is followed as long as it stays inside the directory and stays a link when its target is written;
// a link that leads out, and an absolute one wherever it leads, is refused with [ErrOutside] for
// reading as for writing. The directory itself may be reached through links: they are resolved once,
// by [OpenDir].
//
// # Laws
//
//   - After a write the file holds the old bytes or the new ones, never a part of either, and no
//     temporary file is left unless the process was killed; [Dir.CleanTemp] removes those.
//   - An existing file keeps its mode, and one that its owner made read-only is not replaced. A new
//     note honours the umask; state is 0600 in directories of mode 0700.
//   - Writing the bytes that are there already writes nothing and says so.
//   - An append that returned nil is on the disk whole; one that returned an error left the file as
//     it was. Only a kill can tear one, so what is appended should end in a mark that commits it.
//   - A lock is a file beside the data that is never renamed or removed. It excludes processes and
//     the goroutines of one process alike, and dies with its holder.
//   - Files are regular files: a pipe, a device or a socket under their name is an error, never
//     something to wait for.
//   - Nothing is copied over a file when a rename fails: the write fails and the old file stays.
//
// # renameio
//
// Durable writes of whole files are renameio's, given the directory that the file lies in as an
// os.Root. Around it stand what it leaves to its callers: links that stay inside are written through,
// the directory is synced, its leftovers are known by their name (see [IsTemp]) and removed by
// [Dir.CleanTemp]. It always syncs and does not exist on Windows, so caches, and Windows, have a
// temporary file of ours (temp.go).
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
