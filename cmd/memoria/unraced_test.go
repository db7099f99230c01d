//go:build !race

package main

// raced says that the test binary looks for races.
const raced = false
