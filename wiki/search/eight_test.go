package search

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestEight holds what is said of eight bytes together against what is said of each.
func TestEight(t *testing.T) {
	for c := range 256 {
		for at := range 8 {
			eight := [8]byte{'a', '~', 0xff, '0', 0x80, 'Z', ' ', 'z'}
			eight[at] = byte(c)
			got := letters(binary.LittleEndian.Uint64(eight[:]))
			for i, c := range eight {
				if want := classOf(c) == ofWord && c < 0x80; want != (got>>(8*i)&0x80 != 0) || got&^highs != 0 {
					t.Fatalf("%q: byte %d of %x", eight, i, got)
				}
			}
		}
	}
}

// TestSpecial has what stands in a text found where it stands first.
func TestSpecial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.SliceOfN(rapid.SampledFrom([]byte("aaaaaaaaaa[<^Z\\]=;_\x00\x01\xdb\xff")), 0, 40).Draw(t, "text")
		from := rapid.IntRange(0, len(text)).Draw(t, "from")
		want := len(text)
		if i := bytes.IndexAny(text[from:], "[<^"); i >= 0 {
			want = from + i
		}
		if got := special(text, from); got != want {
			t.Fatalf("%q from %d: %d, not %d", text, from, got, want)
		}
	})
}

// TestWords has an indexer find in any text what the specification finds, whatever stands behind it in memory.
func TestWords(t *testing.T) {
	x := newIndexer(0)
	pieces := []string{"a", "the", "Word", "evenlong", "sixteen.letters.", "sixteenletterson", "morethansixteenlettersindeed", "é", "日本", "ß", "'", "’", ".", ",", ", ", "1", "12", "-", "-", "-", "_", "/", "@", " ", "  ",
		"\n", "+", "++", "#", "C", "F#", "s", "\x00", "\xff", "\t\t\t\t\t\t\t\t\t", "e\u0301", "(", "[["}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 24).Draw(t, "text"), "")
		var want []string
		scan(text, func(start, end int) {
			for _, f := range forms(text[start:end]) {
				want = append(want, f.exact)
			}
		})
		behind := text + rapid.SampledFrom([]string{"", "x", "tail of it, and more", ".x", "é", "++ and so forth, as far as it goes"}).Draw(t, "behind")
		x.forms = x.forms[:0]
		x.words([]byte(behind)[:len(text)])
		var got []string
		for _, id := range x.forms {
			got = append(got, x.lexicon.forms[id].exact)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q: %q, not %q", text, got, want)
		}
	})
}
