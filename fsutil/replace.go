package fsutil

import "time"

// replaceTries bounds how often a rename or removal is tried while another program holds the file:
// waits of 1, 2, 4 … 256 ms, about half a second in all.
const replaceTries = 10

// replace runs op again while the system says that another program has the file open, which only
// Windows does: virus scanners, indexers and sync clients hold a file for a moment.
func replace(op func() error) error {
	return retry(op, transient, time.Sleep)
}

func retry(op func() error, transient func(error) bool, sleep func(time.Duration)) error {
	wait := time.Millisecond
	for try := 1; ; try++ {
		err := op()
		if err == nil || try == replaceTries || !transient(err) {
			return err
		}
		sleep(wait)
		wait *= 2
	}
}
