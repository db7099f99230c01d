package daily

import (
	"bytes"
	"errors"
	"io"
)

// A view is what an append has to know of a log. All of the log is read for it, but only the end is
// kept: a long day is many times the size of what is added to it.
type view struct {
	eol   string          // the log's line ending
	tail  []byte          // from the beginning of the file, or of a whole entry's marker, to the end
	at    int64           // where tail begins
	held  map[string]bool // the ids asked for that stand in the log, whole
	taken blockSet        // the block ids before tail that bullets of the entries could want
}

// window is how much of a log is looked at in one go.
const window = 16 << 10

var errUTF16 = errors.New("file is UTF-16, a log is UTF-8")

// look reads a log of the given size, window bytes at a time.
func look(log io.ReaderAt, size int64, entries []Entry, window int) (*view, error) {
	v := &view{held: map[string]bool{}, taken: blockSet{}}
	asked := idsOf(entries)
	near := nearIDs(entries)
	buf := make([]byte, 0, min(2*int64(window), size))
	for {
		n := int(min(int64(cap(buf)-len(buf)), size-v.at-int64(len(buf))))
		n, err := log.ReadAt(buf[len(buf):len(buf)+n], v.at+int64(len(buf)))
		if err != nil && err != io.EOF {
			return nil, err
		}
		buf = buf[:len(buf)+n]
		if v.at == 0 {
			v.eol = lineEnding(buf)
		}
		if v.at+int64(len(buf)) >= size || err == io.EOF {
			break
		}
		// What lies before the last marker is done with, if an entry ends there: an entry is
		// looked at as a whole, and a torn one together with what is before it.
		done := lastMarker(buf)
		if done > 0 {
			done = bytes.LastIndex(buf[:done], []byte("\n"+opening)) + 1
		}
		if done <= 0 || !committed(buf[done:]) {
			buf = append(make([]byte, 0, 2*cap(buf)), buf...)
			continue
		}
		heldIn(v.held, buf[:done], asked)
		v.taken.collect(buf[:done], near)
		v.at += int64(done)
		buf = buf[:copy(buf, buf[done:])]
	}
	heldIn(v.held, buf, asked)
	v.tail = buf
	if v.at == 0 && isUTF16(buf) {
		return nil, errUTF16
	}
	return v, nil
}

// isUTF16 recognises it by its mark, or by the zeros that every other byte of plain text is.
func isUTF16(file []byte) bool {
	if bytes.HasPrefix(file, []byte("\xff\xfe")) || bytes.HasPrefix(file, []byte("\xfe\xff")) {
		return true
	}
	head := unfilled(file)
	return bytes.Count(head[:min(len(head), 64)], []byte{0}) > 8
}

func idsOf(entries []Entry) map[string]bool {
	ids := make(map[string]bool, len(entries))
	for _, e := range entries {
		ids[encodeValue(e.ID)] = true
	}
	return ids
}

// heldIn adds to held which of the ids asked for, encoded as in a marker, stand in part of a log
// that begins and ends between entries.
func heldIn(held map[string]bool, part []byte, asked map[string]bool) {
	mark := []byte(opening + "id=")
	for i := 0; ; {
		n := bytes.Index(part[i:], mark)
		if n < 0 {
			return
		}
		i += n
		id, _, _ := bytes.Cut(part[i+len(mark):], []byte(" "))
		if asked[string(id)] && (i == 0 || part[i-1] == '\n') && committed(part[i:]) {
			held[decodeValue(string(id))] = true
		}
		i += len(mark)
	}
}
