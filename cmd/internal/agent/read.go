package agent

import (
	"fmt"
	"io"
	"time"
)

// patience bounds the whole wait for a payload. Agents leave the stream open behind it, and some have
// sent half of one.
const patience = 2 * time.Second

var errLate = fmt.Errorf("payload was not whole after %v", patience)

// read takes one object from r. It returns the bytes there are, and why they are not whole.
func read(r io.Reader) ([]byte, error) {
	var f frame
	next, stop := steps(r, time.Now().Add(patience))
	defer stop()
	for !f.done {
		b, err := next()
		f.feed(b)
		if err != nil && !f.done {
			return f.end(err)
		}
	}
	return f.end(nil)
}

// end returns what was read before the stream did.
func (f *frame) end(err error) ([]byte, error) {
	switch {
	case f.err != nil:
		err = f.err
	case err == io.EOF && f.depth == 0:
		err = errNothing
	case err == io.EOF:
		err = io.ErrUnexpectedEOF
	}
	if !f.done && f.depth == 0 || f.err == errNoObject {
		return nil, err
	}
	return f.buf, err
}

// steps gives what comes from r piece by piece, each valid until the next, and an errLate at the
// deadline.
func steps(r io.Reader, deadline time.Time) (next func() ([]byte, error), stop func()) {
	if ready := waiter(r); ready != nil {
		chunk := make([]byte, 64<<10)
		return func() ([]byte, error) {
			if !ready(time.Until(deadline)) {
				return nil, errLate
			}
			n, err := r.Read(chunk)
			return chunk[:n], err
		}, func() {}
	}
	return beside(r, deadline)
}

// beside reads in a goroutine, which is left behind when a Read hangs. It costs the hook half a
// millisecond: the runtime gets a processor ready for it.
func beside(r io.Reader, deadline time.Time) (next func() ([]byte, error), stop func()) {
	type part struct {
		b   []byte
		err error
	}
	parts, more := make(chan part, 1), make(chan struct{})
	go func() {
		chunk := make([]byte, 64<<10)
		for range more {
			n, err := r.Read(chunk)
			parts <- part{chunk[:n], err}
		}
	}()
	late := time.NewTimer(time.Until(deadline))
	return func() ([]byte, error) {
			more <- struct{}{}
			select {
			case p := <-parts:
				return p.b, p.err
			case <-late.C:
				return nil, errLate
			}
		}, func() {
			late.Stop()
			close(more)
		}
}
