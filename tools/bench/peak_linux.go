package main

import (
	"os"
	"syscall"
)

// peakOf returns the most memory that a process had, in bytes.
func peakOf(p *os.ProcessState) int64 {
	if use, ok := p.SysUsage().(*syscall.Rusage); ok {
		return use.Maxrss << 10
	}
	return 0
}
