package session

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"io/fs"
	"slices"

	"github.com/agent-admin/memoria/daily/markdown"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/dialect"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
)

// edge is how many bytes of a transcript's head, and before a cursor, are compared.
const edge = 4 << 10

// A View is a transcript being read, from its beginning or from a cursor on.
type View struct {
	Source transcript.Source // its agent is the one that wrote the file
	file   io.ReadCloser
	in     io.Reader // file from Start on
	head   []byte    // of the rows before Start
	form   string    // the dialect of its rows
	whole  bool      // it is read from the beginning each time
	Start  int64
	dir    string // folder in which the words before Start were said
	id     string // the file's identity, "" where the system has none
	Stats  transcript.Stats
	asked  []prompt
}

// A prompt is where a person's prompt stands, and a hash of the row that it follows.
type prompt struct {
	begin int64
	after string
}

// Titles returns the titles of a session in what was read.
func (v *View) Titles(session string) (out archive.Titles) {
	for _, t := range v.Stats.Titles {
		one := archive.Titles{Given: []string{t.Text}}
		if t.Kind == "custom-title" && (t.Session == session || t.Session == "") {
			one.Own = markdown.Oneline(t.Text)
		}
		out.Add(one)
	}
	return out
}

// Open opens src. If the cursor fits the file, reading begins there.
func Open(src transcript.Source, c *ledger.Cursor) (*View, error) {
	file, err := src.Open()
	if err != nil {
		return nil, err
	}
	v := &View{Source: src, file: file, in: file}
	if err := v.peek(); err != nil {
		file.Close()
		return nil, err
	}
	if s, ok := file.(interface{ Stat() (fs.FileInfo, error) }); ok {
		if info, err := s.Stat(); err == nil {
			v.id = identity(info)
		}
	}
	if c == nil || c.Offset <= 0 || c.ID != v.id || v.whole {
		return v, nil
	}
	s, ok := file.(io.Seeker)
	if !ok {
		return v, nil
	}
	head, tail, err := v.edges(s, c.Offset)
	if err == nil && head == c.Head && tail == c.Tail && v.lead(s, c.Offset) == nil { // now it stands at the cursor
		v.Start, v.dir = c.Offset, c.Dir
		return v, nil
	}
	if _, err := s.Seek(0, io.SeekStart); err != nil {
		file.Close()
		return nil, err
	}
	return v, nil
}

// peek reads the beginning of the file, which shows whose it is, and goes back before it.
func (v *View) peek() error {
	head := make([]byte, dialect.SignMost)
	n, err := io.ReadFull(v.file, head)
	head = head[:n]
	v.form = dialect.OfFile(head, v.Source.Agent)
	v.whole = dialect.Whole(v.form, head)
	v.Source.Agent = cmp.Or(v.form, v.Source.Agent)
	if s, ok := v.file.(io.Seeker); ok {
		_, err := s.Seek(0, io.SeekStart)
		return err
	}
	v.in = io.MultiReader(bytes.NewReader(head), v.file)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		v.in = io.MultiReader(bytes.NewReader(head), failing{err})
	}
	return nil
}

// lead reads the rows before an offset that say what those after it leave out, and leaves the file at that offset.
func (v *View) lead(s io.Seeker, offset int64) error {
	if !dialect.NeedsHead(v.form) {
		return nil
	}
	v.head = make([]byte, min(dialect.HeadMost, offset))
	if _, err := s.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if _, err := io.ReadFull(v.file, v.head); err != nil {
		return err
	}
	_, err := s.Seek(offset, io.SeekStart)
	return err
}

// failing is a reader of which nothing more can be read.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// Close closes the transcript.
func (v *View) Close() { v.file.Close() }

// edges returns hashes of the head of the file and of what precedes an offset, and leaves the file at that
// offset.
func (v *View) edges(s io.Seeker, offset int64) (head, tail string, err error) {
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

// Each calls f with the turns from the cursor on, with their offsets in the file. attaches is the value that
// the previous reading found: see [transcript.Stats].
func (v *View) Each(ctx context.Context, attaches bool, f func(*transcript.Turn)) error {
	r := dialect.New(v.form, v.in)
	if v.Start > 0 {
		dir := v.dir
		if int64(len(v.head)) == v.Start {
			dir = "" // the head says all
		}
		r = dialect.Continue(v.form, v.in, v.head, dir, attaches)
	}
	dialect.Place(r, v.Source)
	for {
		t, err := r.Next()
		if err == io.EOF {
			break
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		t.Begin, t.End = t.Begin+v.Start, t.End+v.Start
		if v.Start > 0 {
			t.Former = "" // what was read before the cursor may have that id
		}
		for i := range t.Rows {
			t.Rows[i].Begin += v.Start
			t.Rows[i].End += v.Start
		}
		if t.Role == transcript.Person && !t.Subagent && t.Parent != "" {
			v.asked = append(v.asked, prompt{t.Begin, fsutil.Hash([]byte(t.Parent))[:12]})
		}
		f(t)
	}
	v.Stats = r.Stats()
	return nil
}

// Damaged returns how many lines of the file could not be read; old is where reading began.
func (v *View) Damaged(old *ledger.Cursor) int {
	if v.Start > 0 && old != nil {
		return old.Damaged + v.Stats.Damaged
	}
	return v.Stats.Damaged
}

// Earlier returns a function that calls another with the turns before the cursor, nil where they hold no secret.
func (v *View) Earlier(c *ledger.Cursor) func(func(*transcript.Turn)) {
	if v.Start == 0 || !c.Secrets {
		return nil
	}
	return func(f func(*transcript.Turn)) {
		file, err := v.Source.Open()
		if err != nil {
			return // it was read a moment ago, from the cursor on
		}
		defer file.Close()
		r := dialect.New(v.form, io.LimitReader(file, v.Start))
		for t, err := r.Next(); err == nil; t, err = r.Next() {
			f(t)
		}
	}
}

// Branches reports whether a prompt that was read follows a row that one before the cursor follows, or went back over one: then what was said
// since was left behind, and the whole transcript has to be read. See [transcript.Leave].
func (v *View) Branches(old *ledger.Cursor) bool {
	return v.Start > 0 && old != nil && (v.Stats.Rewound || slices.ContainsFunc(v.asked, func(p prompt) bool { return slices.Contains(old.Asked, p.after) }))
}
