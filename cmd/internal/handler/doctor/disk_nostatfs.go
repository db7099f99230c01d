//go:build unix && !linux && !darwin

package doctor

import (
	"errors"
	"runtime"
)

// freeSpace returns not known on the other systems.
func freeSpace(string) (int64, error) {
	return 0, errors.New("this version cannot ask " + runtime.GOOS)
}
