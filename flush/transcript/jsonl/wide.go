package jsonl

import (
	"io"
	"unicode/utf16"
	"unicode/utf8"
)

// A wideReader decodes UTF-16 to UTF-8 and remembers where in its input each line ended.
type wideReader struct {
	src  io.Reader
	big  bool
	raw  []byte  // read, not decoded
	out  []byte  // decoded, not returned
	ends []int64 // input offsets after the line ends decoded and not asked for yet
	done int64   // input bytes decoded
	read int64   // input bytes read
	err  error
}

// LooksWide reports whether an input that begins with head is UTF-16: it has a byte order mark, or a brace
// and a quote of two bytes each.
func LooksWide(head []byte) (big, ok bool) {
	if len(head) < 4 {
		return false, false
	}
	switch a, b, c, d := head[0], head[1], head[2], head[3]; {
	case a == 0xFE && b == 0xFF:
		return true, true
	case a == 0xFF && b == 0xFE && (c != 0 || d != 0):
		return false, true
	case a == '{' && b == 0 && c != 0 && d == 0:
		return false, true
	case a == 0 && b == '{' && c == 0 && d != 0:
		return true, true
	}
	return false, false
}

func (w *wideReader) Read(p []byte) (int, error) {
	for len(w.out) == 0 {
		if w.err != nil {
			return 0, w.err
		}
		w.decode()
	}
	n := copy(p, w.out)
	w.out = w.out[n:]
	return n, nil
}

// decode reads a piece of the input.
func (w *wideReader) decode() {
	piece := make([]byte, 32<<10)
	n, err := w.src.Read(piece)
	w.read += int64(n)
	w.err = err
	w.raw = append(w.raw, piece[:n]...)
	w.out = w.out[:0]
	at := 0
	for ; len(w.raw)-at >= 2; at += 2 {
		r := w.unit(at)
		if utf16.IsSurrogate(r) {
			if len(w.raw)-at < 4 && err == nil {
				break // its other half is still to come
			}
			if len(w.raw)-at >= 4 {
				if both := utf16.DecodeRune(r, w.unit(at+2)); both != utf8.RuneError {
					r = both
					at += 2
				}
			}
		}
		w.out = utf8.AppendRune(w.out, r)
		if r == '\n' {
			w.ends = append(w.ends, w.done+int64(at)+2)
		}
	}
	w.done += int64(at)
	w.raw = append(w.raw[:0], w.raw[at:]...)
}

func (w *wideReader) unit(at int) rune {
	if w.big {
		return rune(w.raw[at])<<8 | rune(w.raw[at+1])
	}
	return rune(w.raw[at+1])<<8 | rune(w.raw[at])
}

// lineEnd returns the input offset after the next line.
func (w *wideReader) lineEnd() int64 {
	end := w.ends[0]
	w.ends = w.ends[1:]
	return end
}
