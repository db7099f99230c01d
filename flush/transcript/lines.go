package transcript

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// lines cuts the input into lines.
type lines struct {
	r       *bufio.Reader
	long    []byte
	offset  int64 // end of the last whole line
	pending int64 // bytes after it
	begun   bool
}

func newLines(r io.Reader) *lines { return &lines{r: bufio.NewReaderSize(r, 1<<18)} }

// next returns the next line without its end, good until the next call. Only the last line of
// the input can lack its end; then whole is false and the offset stays before it.
func (l *lines) next() (line []byte, whole bool, err error) {
	l.long = l.long[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			l.long = append(l.long, part...)
			continue
		}
		line = part
		if len(l.long) > 0 {
			l.long = append(l.long, part...)
			line = l.long
		}
		if err != nil {
			l.pending += int64(len(line))
			if err == io.EOF && len(line) > 0 {
				return l.bom(line), false, nil
			}
			return nil, false, err
		}
		l.offset += int64(len(line))
		return l.bom(line[:len(line)-1]), true, nil
	}
}

func (l *lines) bom(line []byte) []byte {
	if !l.begun {
		line = bytes.TrimPrefix(line, []byte("\xef\xbb\xbf"))
	}
	l.begun = true
	return line
}
