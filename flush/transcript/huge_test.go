package transcript

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/agent-admin/memoria/fsutil/must"
)

// TestHugeRow reads rows of tens of megabytes in a fixed amount of memory: the image
// becomes a placeholder, the words around it and the next row are kept.
func TestHugeRow(t *testing.T) {
	const megabyte = 1 << 20
	for name, c := range map[string]struct {
		before, piece, after string
		n                    int
		want                 string
		damaged              int
	}{
		"image": {`{"type":"user","uuid":"u2","message":{"content":[{"type":"text","text":"look"},{"type":"image","source":{"type":"base64","data":"`,
			strings.Repeat("iVBORw0KGgo/+A", megabyte/14), `"}},{"type":"text","text":"at this \"quote\""}]}}` + "\n", 12,
			"look\n[image]\nat this \"quote\"", 0},
		"many images": {`{"type":"user","uuid":"u2","message":{"content":[{"type":"text","text":"look"}`,
			`,{"type":"image","source":{"data":"` + strings.Repeat("AAAABBBB", megabyte/8) + `"}}`, `]}}` + "\n", 12,
			"look" + strings.Repeat("\n[image]", 12), 0},
		"tool result": {`{"type":"user","toolUseResult":"`, strings.Repeat(`a line of \"output\"\\\n`, megabyte/20),
			`","uuid":"r1","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"x"}]}}` + "\n", 12, "", 0},
		"numbers": {`{"type":"progress","data":[0`, strings.Repeat(",1234567", megabyte/8), "]}\n", 10, "", 1},
	} {
		t.Run(name, func(t *testing.T) {
			first := `{"type":"user","uuid":"u1","message":{"content":"first"}}` + "\n"
			last := `{"type":"user","uuid":"u3","message":{"content":"last"}}` + "\n"
			size := int64(len(first) + len(c.before) + c.n*len(c.piece) + len(c.after) + len(last))
			r := NewReader(stream(first+c.before, c.piece, c.n, c.after+last))
			runtime.GC()
			var start, end runtime.MemStats
			runtime.ReadMemStats(&start)
			turns, s := drain(t, r)
			runtime.ReadMemStats(&end)
			if grown := end.TotalAlloc - start.TotalAlloc; grown > 32*megabyte {
				t.Errorf("allocated %d bytes", grown)
			}
			var texts []string
			for _, turn := range turns {
				texts = append(texts, turn.Text)
			}
			want := []string{"first", c.want, "last"}
			if c.want == "" {
				want = []string{"first", "last"}
			}
			must.Hold(t, fmt.Sprint(texts) == fmt.Sprint(want), "got %.200q, want %.200q", texts, want)
			must.Hold(t, s.Shortened == 1 && s.Damaged == c.damaged && s.Offset == size && s.Pending == 0, "shortened %d, damaged %d, offset %d of %d", s.Shortened, s.Damaged, s.Offset, size)
		})
	}
}

func TestInputErrorComesAfterTheTurns(t *testing.T) {
	broken := errors.New("disk on fire")
	in := `{"type":"user","uuid":"u1","message":{"content":"said"}}` + "\n" + `{"type":"user","uu`
	r := NewReader(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)))
	turn, err := r.Next()
	must.Be(t, err == nil && turn.Text == "said", "%v %v", turn, err)
	for range 2 {
		if _, err = r.Next(); !errors.Is(err, broken) || err.Error() == broken.Error() {
			t.Fatal(err)
		}
	}
	if s := r.Stats(); s.Damaged != 0 || s.Pending != 18 {
		t.Fatalf("%+v", s)
	}
}

// A stream gives the pieces one after the other and then repeats of the last, n times.
func stream(before, piece string, n int, after string) io.Reader {
	pieces := []io.Reader{strings.NewReader(before)}
	for range n {
		pieces = append(pieces, strings.NewReader(piece))
	}
	return io.MultiReader(append(pieces, strings.NewReader(after))...)
}
