package search

import (
	"bytes"
	"io"
	"testing"
	"testing/iotest"
)

// TestSheaf has a sheaf read as one file, from anywhere in it.
func TestSheaf(t *testing.T) {
	whole := []byte("a file that lies in stretches")
	var s sheaf
	for _, n := range []int{3, 0, 1, 9, 2, 14} {
		s.add(whole[s.size : s.size+int64(n)])
	}
	if err := iotest.TestReader(io.NewSectionReader(&s, 0, s.size), whole); err != nil {
		t.Error(err)
	}
	for from := range len(whole) + 2 {
		b := make([]byte, 6)
		n, err := s.ReadAt(b, int64(from))
		if want := whole[min(from, len(whole)):min(from+6, len(whole))]; !bytes.Equal(b[:n], want) || (err == io.EOF) != (len(want) < 6) {
			t.Errorf("at %d: %q, %v", from, b[:n], err)
		}
	}
}
