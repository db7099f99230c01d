//go:build !unix

package session

import "io/fs"

// identity is not to be had here without another call; head and tail of a file tell it apart.
func identity(fs.FileInfo) string { return "" }
