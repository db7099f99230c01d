//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package agent

import "syscall"

const getTermios = syscall.TIOCGETA
