package jsonl

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/flush/transcript/jsonscan"
	"github.com/agent-admin/memoria/fsutil/must"
)

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

		coding, mark := encoding.Nop, 0
		switch rapid.IntRange(0, 4).Draw(t, "encoding") {
		case 1:
			coding = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
		case 2:
			coding = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
		case 3:
			coding, mark = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), 2
		}
		encode := func(s string) []byte {
			return must.Get(coding.NewEncoder().Bytes([]byte(s)))(t)
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
		l := New(r)
		offset := int64(mark)
		for i, w := range want {
			line, whole, err := l.Next()
			if got := strings.TrimPrefix(string(line), "\uFEFF"); err != nil || !whole || got != w {
				t.Fatalf("line %d: %d bytes, want %d, %v %v", i, len(line), len(w), whole, err)
			}
			if offset += int64(len(encode(w + "\n"))); l.offset != offset {
				t.Fatalf("line %d: offset %d, want %d", i, l.offset, offset)
			}
		}
		if tail != "" {
			if line, whole, err := l.Next(); string(line) != tail || whole || err != nil {
				t.Fatalf("tail %q %v %v", line, whole, err)
			}
		}
		if line, _, err := l.Next(); err != io.EOF {
			t.Fatalf("%q %v", line, err)
		}
		must.Be(t, l.offset+l.pending == int64(len(in)), "offset %d + pending %d of %d", l.offset, l.pending, len(in))
	})
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
			must.Be(t, !c.Bad && c.Peek() == 0 && short == `{"c":"short \" one"}` && len(kept) <= 2*limit+100, "%q: %d bytes left of %d, %q", unit, len(kept), len(line), short)
			whole := jsonscan.Literal(long).String()
			if a = strings.TrimRight(strings.TrimSuffix(a, "0"), "\uFFFD0"); !strings.HasPrefix(whole, a) {
				t.Fatalf("%q changed to %.40q", unit, a)
			}
		}
	}
}
