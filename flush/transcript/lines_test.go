package transcript

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"pgregory.net/rapid"
)

// utf16Bytes encodes text, with a byte order mark when mark is set.
func utf16Bytes(text string, order binary.AppendByteOrder, mark bool) (out []byte) {
	if mark {
		out = order.AppendUint16(out, 0xFEFF)
	}
	for _, u := range utf16.Encode([]rune(text)) {
		out = order.AppendUint16(out, u)
	}
	return out
}

// TestLinesKeepOffsets cuts any text, however it arrives and is encoded, and checks that every
// offset is the end of the line in the input.
func TestLinesKeepOffsets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []string
		for range rapid.IntRange(0, 8).Draw(t, "lines") {
			n := rapid.SampledFrom([]int{0, 1, 10, 1000, readSize - 1, readSize, readSize + 1, 3 * readSize}).Draw(t, "length")
			want = append(want, strings.Repeat(rapid.SampledFrom([]string{"x", "é", "🚀"}).Draw(t, "rune"), n/4))
		}
		tail := rapid.SampledFrom([]string{"", "tail"}).Draw(t, "tail")
		text := "{\"\n"
		for _, l := range want {
			text += l + "\n"
		}
		want = append([]string{"{\""}, want...)
		text += tail

		encode := func(s string) []byte { return []byte(s) }
		mark := 0
		switch rapid.IntRange(0, 4).Draw(t, "encoding") {
		case 1:
			encode = func(s string) []byte { return utf16Bytes(s, binary.LittleEndian, false) }
		case 2:
			encode = func(s string) []byte { return utf16Bytes(s, binary.BigEndian, false) }
		case 3:
			encode, mark = func(s string) []byte { return utf16Bytes(s, binary.LittleEndian, false) }, 2
		}
		in := encode(text)
		if mark > 0 {
			in = append([]byte{0xFF, 0xFE}, in...)
		}
		var r io.Reader = bytes.NewReader(in)
		switch rapid.IntRange(0, 3).Draw(t, "reader") {
		case 1:
			r = iotest.HalfReader(r)
		case 2:
			r = iotest.DataErrReader(r)
		case 3:
			if len(in) < 5000 {
				r = iotest.OneByteReader(r)
			}
		}
		l := newLines(r)
		offset := int64(mark)
		for i, w := range want {
			line, whole, err := l.next()
			if got := strings.TrimPrefix(string(line), "\uFEFF"); err != nil || !whole || got != w {
				t.Fatalf("line %d: %d bytes, want %d, %v %v", i, len(line), len(w), whole, err)
			}
			if offset += int64(len(encode(w + "\n"))); l.offset != offset {
				t.Fatalf("line %d: offset %d, want %d", i, l.offset, offset)
			}
		}
		if tail != "" {
			if line, whole, err := l.next(); string(line) != tail || whole || err != nil {
				t.Fatalf("tail %q %v %v", line, whole, err)
			}
		}
		if line, _, err := l.next(); err != io.EOF {
			t.Fatalf("%q %v", line, err)
		}
		if l.offset+l.pending != int64(len(in)) {
			t.Fatalf("offset %d + pending %d of %d", l.offset, l.pending, len(in))
		}
	})
}

// A stream gives the pieces one after the other and then repeats of the last, n times.
func stream(before, piece string, n int, after string) io.Reader {
	pieces := []io.Reader{strings.NewReader(before)}
	for range n {
		pieces = append(pieces, strings.NewReader(piece))
	}
	return io.MultiReader(append(pieces, strings.NewReader(after))...)
}

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
			if fmt.Sprint(texts) != fmt.Sprint(want) {
				t.Errorf("got %.200q, want %.200q", texts, want)
			}
			if s.Shortened != 1 || s.Damaged != c.damaged || s.Offset != size || s.Pending != 0 {
				t.Errorf("shortened %d, damaged %d, offset %d of %d", s.Shortened, s.Damaged, s.Offset, size)
			}
		})
	}
}

// TestSqueezeKeepsJSON: a squeezed line parses, and what is short in it is unchanged, wherever
// the cut falls.
func TestSqueezeKeepsJSON(t *testing.T) {
	for _, unit := range []string{`A`, `\\\\`, `\"`, `\u00e9`, `é`, ` `, `x\n`, `\\\"`} {
		for shift := range 3 {
			limit := blobLimit
			if shift == 2 && unit != "A" {
				limit = textLimit
			}
			head := strings.Repeat("x", shift)
			long := head + strings.Repeat(unit, (limit+8)/len(unit))
			line := `{"a":"` + long + `","b":{"c":"short \" one"},"d":"` + long + `","e":[1,2]}`
			var s squeezer
			var kept []byte
			for piece := range slices.Chunk([]byte(line+"\n"), 10_007) { // as lines feeds it
				at := len(kept)
				kept = append(kept, piece...)
				out, _ := s.run(kept, 0, at)
				kept = kept[:out]
			}
			c := jsonscan.Scanner{Data: kept}
			var a, short string
			for key := range c.Members() {
				switch string(key) {
				case "a":
					a = c.Text().String()
				case "b":
					short = string(c.Raw())
				default:
					c.Skip()
				}
			}
			if c.Bad || c.Peek() != 0 || short != `{"c":"short \" one"}` || len(kept) > 2*limit+100 {
				t.Fatalf("%q: %d bytes left of %d, %q", unit, len(kept), len(line), short)
			}
			whole := jsonscan.Literal(long).String()
			if a = strings.TrimRight(strings.TrimSuffix(a, "0"), "\uFFFD0"); !strings.HasPrefix(whole, a) {
				t.Fatalf("%q changed to %.40q", unit, a)
			}
		}
	}
}

func TestInputErrorComesAfterTheTurns(t *testing.T) {
	broken := errors.New("disk on fire")
	in := `{"type":"user","uuid":"u1","message":{"content":"said"}}` + "\n" + `{"type":"user","uu`
	r := NewReader(io.MultiReader(strings.NewReader(in), iotest.ErrReader(broken)))
	turn, err := r.Next()
	if err != nil || turn.Text != "said" {
		t.Fatal(turn, err)
	}
	for range 2 {
		if _, err = r.Next(); !errors.Is(err, broken) || err.Error() == broken.Error() {
			t.Fatal(err)
		}
	}
	if s := r.Stats(); s.Damaged != 0 || s.Pending != 18 {
		t.Fatalf("%+v", s)
	}
}
