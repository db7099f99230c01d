package transcript

import "bytes"

// salvage reads the complete rows on a line that is not one JSON value: rows without a line break between
// them, or after the beginning of a torn row, or with NUL bytes among them. On a last line without its end
// it reads only complete rows at its beginning: the rest is still being written.
func (r *Reader) salvage(b []byte, whole bool) {
	if bytes.IndexByte(b, 0) >= 0 {
		if b = bytes.TrimSpace(bytes.ReplaceAll(b, []byte{0}, nil)); len(b) > 0 {
			r.line(b, whole)
		} else if whole {
			r.stats.Damaged++
		}
		return
	}
	if whole {
		r.stats.Damaged++
	}
	torn := false              // a torn row begins before b
	budget := 8*len(b) + 1<<20 // bytes to walk, for a line may hold a brace at every byte
	for len(b) > 0 && budget > 0 {
		at := bytes.IndexByte(b, '{')
		if at < 0 || !whole && at > 0 {
			return
		}
		torn = torn || at > 0
		b = b[at:]
		r.cur.Reset(b)
		r.row.parse(&r.cur)
		end := r.cur.Pos
		budget -= end + 1
		// inside a torn row a nested object can look like a row, but what follows it is not a row
		next := r.cur.Peek()
		if !r.cur.Bad && r.row.isRow() && (!torn || next == 0 || next == '{') {
			r.take()
			b = bytes.TrimSpace(b[end:])
			torn = false
			continue
		}
		if !whole {
			return
		}
		b, torn = b[1:], true
	}
}
