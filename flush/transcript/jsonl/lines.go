// Package jsonl cuts a file of JSON lines into its lines, UTF-8 or UTF-16, of any length, in bounded memory, and finds the
// objects on a damaged one.
package jsonl

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

const (
	readSize  = 64 << 10 // bytes read from the input at once, and the buffer's first size
	softLimit = 4 << 20  // a longer line is squeezed while it is read
	hardLimit = 8 << 20  // what a squeezed line may still hold
)

// Lines cuts the input into lines. It holds one line at a time and never more than hardLimit
// bytes of it.
type Lines struct {
	src     io.Reader
	wide    *wideReader // src, when the input is UTF-16
	buf     []byte
	start   int // buf[start:end] is read and not returned
	scan    int // buf[start:scan] holds no line end
	end     int
	squeeze *squeezer // shortens the line at start, nil for lines of usual length
	dropped int64     // bytes squeezed out of the line at start
	offset  int64     // end of the last whole line in the input
	pending int64     // bytes after it
	cut     int       // lines that were squeezed
	begun   bool
	err     error
}

// New returns the lines of r.
func New(r io.Reader) *Lines { return &Lines{src: r} }

// Next returns the next line without its end, valid until the next call. Only the last line of the input can
// lack its end; then whole is false and the offset stays before it.
func (l *Lines) Next() (line []byte, whole bool, err error) {
	for {
		if l.seek() {
			return l.hand(), true, nil
		}
		if l.err != nil {
			return l.rest()
		}
		l.room()
		l.fill()
	}
}

// Trim returns a line without byte order marks before it and the blanks around it.
func Trim(line []byte) []byte {
	return bytes.TrimSpace(bytes.TrimLeft(line, "\ufeff"))
}

// Place returns the offset from which a later reading can continue: in UTF-16 only the beginning.
func (l *Lines) Place() int64 {
	if l.wide != nil {
		return 0
	}
	return l.offset
}

// Offset returns the end of the last whole line in the input.
func (l *Lines) Offset() int64 { return l.offset }

// Pending returns how many bytes follow it.
func (l *Lines) Pending() int64 { return l.pending }

// Shortened returns how many lines were too long to hold, so that their images and longest strings were cut.
func (l *Lines) Shortened() int { return l.cut }

// seek looks for the end of the line at start: afterwards scan is at it, or at end.
func (l *Lines) seek() bool {
	if l.squeeze == nil {
		n := bytes.IndexByte(l.buf[l.scan:l.end], '\n')
		if n < 0 {
			l.scan = l.end
			return false
		}
		l.scan += n
		return true
	}
	out, in := l.squeeze.run(l.buf[:l.end], l.start, l.scan)
	l.dropped += int64(in - out)
	l.scan = out
	if in < l.end { // close the gap, so that the line end follows what was kept
		l.end = out + copy(l.buf[out:], l.buf[in:l.end])
		return true
	}
	l.end = out
	return false
}

// hand returns the line that ends at scan.
func (l *Lines) hand() []byte {
	line := l.buf[l.start:l.scan]
	l.offset += int64(len(line)) + 1 + l.dropped
	if l.wide != nil {
		l.offset = l.wide.lineEnd()
	}
	l.start = l.scan + 1
	l.scan, l.dropped, l.squeeze = l.start, 0, nil
	return line
}

// rest returns what follows the last line end, once.
func (l *Lines) rest() ([]byte, bool, error) {
	line := l.buf[l.start:l.end]
	if len(line) > 0 {
		l.pending = int64(len(line)) + l.dropped
	}
	if l.wide != nil {
		l.pending = l.wide.read - l.offset
	}
	l.start = l.end
	if l.err == io.EOF && len(line) > 0 {
		return line, false, nil
	}
	return nil, false, l.err
}

// room makes space for more bytes in the buffer: it moves the line to its front, grows it, or begins to
// squeeze the line.
func (l *Lines) room() {
	if l.start > 0 {
		copy(l.buf, l.buf[l.start:l.end])
		l.end -= l.start
		l.scan -= l.start
		l.start = 0
	}
	if l.end < len(l.buf) {
		return
	}
	if len(l.buf) < softLimit {
		l.grow(max(readSize, 2*len(l.buf)))
		return
	}
	if l.squeeze == nil {
		l.squeeze = &squeezer{}
		l.cut++
		l.scan = 0
		l.seek()
	}
	if l.end == len(l.buf) {
		l.grow(hardLimit + readSize)
	}
}

func (l *Lines) grow(size int) {
	buf := make([]byte, size)
	copy(buf, l.buf[:l.end])
	l.buf = buf
}

// fill reads once from the input.
func (l *Lines) fill() {
	if !l.begun {
		l.begin()
	}
	for tries := 0; ; tries++ {
		n, err := l.src.Read(l.buf[l.end:min(len(l.buf), l.end+readSize)])
		l.end += n
		l.err = err
		if n > 0 || err != nil {
			return
		}
		if tries == 100 {
			l.err = io.ErrNoProgress
			return
		}
	}
}

// begin looks at the first bytes and inserts a decoder if they are UTF-16.
func (l *Lines) begin() {
	l.begun = true
	src := bufio.NewReaderSize(l.src, readSize)
	l.src = src
	head, _ := src.Peek(4) // the next read returns the error again
	if big, ok := LooksWide(head); ok {
		l.wide = &wideReader{src: src, big: big}
		l.src = l.wide
	}
}

// Failure wraps an input error other than io.EOF with its position.
func (l *Lines) Failure(err error) error {
	if err == io.EOF {
		return err
	}
	return fmt.Errorf("read transcript after byte %d: %w", l.offset, err)
}
