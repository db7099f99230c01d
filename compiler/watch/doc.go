// Package watch compiles a vault as it changes. What it hears from the kernel makes it look at the files,
// what it finds there, by hash, makes it compile, and it waits with that until whoever writes is done.
package watch
