//go:build !unix

package session

import "io/fs"

// identity returns "": here it would take another system call; hashes of head and tail identify a file.
func identity(fs.FileInfo) string { return "" }
