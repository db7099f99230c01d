package agent

import "syscall"

const getTermios = syscall.TCGETS
