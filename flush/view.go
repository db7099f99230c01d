package flush

import (
	"cmp"
	"context"
	"io"
	"io/fs"

	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
)

// edge is how much of a transcript's head, and of what stands before a cursor, is compared.
const edge = 4 << 10

// A view is a transcript being read, from its beginning or from a cursor on.
type view struct {
	src    transcript.Source
	file   io.ReadCloser
	start  int64
	id     string // the file's identity, "" where the system tells none
	stats  transcript.Stats
	titles []string
}

// look opens src. With a cursor that fits the file, what stands before it is passed over.
func look(src transcript.Source, c *ledger.Cursor) (*view, error) {
	file, err := src.Open()
	if err != nil {
		return nil, err
	}
	v := &view{src: src, file: file}
	if s, ok := file.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := s.Stat(); err == nil {
			v.id = identity(info)
		}
	}
	if c == nil || c.Offset <= 0 || c.ID != v.id {
		return v, nil
	}
	s, ok := file.(io.Seeker)
	if !ok {
		return v, nil
	}
	head, tail, err := v.edges(s, c.Offset)
	if err == nil && head == c.Head && tail == c.Tail { // now it stands at the cursor
		v.start = c.Offset
		return v, nil
	}
	if _, err := s.Seek(0, io.SeekStart); err != nil {
		file.Close()
		return nil, err
	}
	return v, nil
}

func (v *view) close() { v.file.Close() }

// edges are hashes of the head of the file and of what stands before an offset, where the file is
// left at.
func (v *view) edges(s io.Seeker, offset int64) (head, tail string, err error) {
	buf := make([]byte, min(edge, offset))
	for _, at := range [...]struct {
		offset int64
		hash   *string
	}{{0, &head}, {offset - int64(len(buf)), &tail}} {
		if _, err := s.Seek(at.offset, io.SeekStart); err != nil {
			return "", "", err
		}
		if _, err := io.ReadFull(v.file, buf); err != nil {
			return "", "", err
		}
		*at.hash = fsutil.Hash(buf)[:32]
	}
	return head, tail, nil
}

// each hands out the turns in view, with their places in the file. attaches is what the reading
// before said of the client.
func (v *view) each(ctx context.Context, attaches bool, f func(*transcript.Turn)) error {
	r := transcript.NewReader(v.file)
	if v.start > 0 {
		r.Continue(attaches)
	}
	for {
		t, err := r.Next()
		if err == io.EOF {
			break
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		t.Begin, t.End = t.Begin+v.start, t.End+v.start
		for i := range t.Rows {
			t.Rows[i].Begin += v.start
			t.Rows[i].End += v.start
		}
		f(t)
	}
	v.stats = r.Stats()
	for _, t := range v.stats.Titles {
		v.titles = union(v.titles, []string{t.Text})
	}
	return nil
}
