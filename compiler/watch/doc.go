// Package watch compiles a vault as it changes. A notification from the kernel makes it check the files, a changed
// hash makes it compile, and it waits until the writer has finished.
package watch
