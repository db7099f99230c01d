package shelf

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil/sorting"
)

// A Weight is the weight of a term in a document.
type Weight struct {
	Doc   int // index of the documents
	Worth float64
}

// Weights calls yield for each term, in order, with the documents that contain it. The slice is valid until
// yield returns.
type Weights func(yield func(term string, in []Weight)) error

// A term is a term with its postings: numbers of documents in order, each as the difference from the one
// before it, with a byte for its weight there.
type term struct{ text, in string }

const (
	worthStep = 28       // steps for a weight of 1
	termBytes = 40 << 10 // of a file of terms, if their letters allow to split it
	deepest   = 4
)

// A posting is a document's number with the weight of a term in it, below 64, in its lowest byte.
type posting uint64

func (p posting) number() uint32 { return uint32(p >> 8) }

// fill collects the terms of all documents.
func (s *Shelf) fill(weights Weights) error {
	var in []posting
	var room []byte
	return weights(func(text string, list []Weight) {
		in = in[:0]
		for _, w := range list {
			in = append(in, posting(s.number[w.Doc])<<8|posting(min(max(1, math.Round(w.Worth*worthStep)), 63)))
		}
		slices.Sort(in)
		if room = appendPostings(room[:0], in); len(room) > 0 {
			s.terms = append(s.terms, term{text, string(room)})
		}
	})
}

// appendPostings appends postings, which must be sorted.
func appendPostings(room []byte, in []posting) []byte {
	before := uint32(0)
	for _, p := range in {
		room = append(binary.AppendUvarint(room, uint64(p.number()-before)), byte(p))
		before = p.number()
	}
	return room
}

// split groups terms by their first letters, as many letters as needed so that no file is too long. A term without
// further letters stays in the file of the letters that it has.
func (s *Shelf) split() {
	type keyed struct {
		term
		key string
	}
	all := make([]keyed, len(s.terms))
	for i, t := range s.terms {
		all[i] = keyed{t, letters(t.text, deepest)}
	}
	sorting.Stable(all, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	sorted, keys := make([]term, len(all)), make([]string, len(all))
	for i, t := range all {
		sorted[i], keys[i] = t.term, t.key
	}
	var part func(from, to, depth, width int)
	part = func(from, to, depth, width int) {
		long := 0
		for _, t := range sorted[from:to] {
			long += len(t.text) + len(t.in) + 6
		}
		if from < to && (depth == deepest || len(keys[to-1]) == width || depth > 0 && long < termBytes) {
			s.shards[keys[from][:width]] = sorted[from:to:to]
			return
		}
		for from < to {
			next := width + unit(keys[from][width:])
			end := from + 1
			for end < to && strings.HasPrefix(keys[end], keys[from][:next]) && (next > width || len(keys[end]) == width) {
				end++
			}
			if next == width { // it has no further letters
				s.shards[keys[from]] = sorted[from:end:end]
			} else {
				part(from, end, depth+1, next)
			}
			from = end
		}
	}
	part(0, len(all), 0, 0)
}

// letters returns the part of a file's name for a term: its first letters, with a dash and a hash in place of letters
// outside of ASCII, and an underscore in place of other characters.
func letters(term string, n int) string {
	var out strings.Builder
	for _, r := range term {
		if n--; n < 0 {
			break
		}
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			out.WriteByte(byte(r))
		case r < 0x80:
			out.WriteByte('_')
		default:
			const hex = "0123456789abcdef"
			h := hash(string(r)) & 63
			out.Write([]byte{'-', hex[h>>4], hex[h&15]})
		}
	}
	return out.String()
}

// unit returns the length in bytes of the first of letters, 0 if there is none.
func unit(letters string) int {
	switch {
	case letters == "":
		return 0
	case letters[0] == '-':
		return 3
	}
	return 1
}

// shard returns the file of a term, "" if there is none: the one that shares most of its first letters.
func (s *Shelf) shard(term string) string {
	for n := deepest; n > 0; n-- {
		if key := letters(term, n); s.shards[key] != nil {
			return key
		}
	}
	return ""
}

// digits are the digits of numbers below 64.
const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// termFile returns the terms with some first letters. The postings of a term are differences between document numbers,
// five bits a digit, the lowest first, plus 32 if another digit follows; after each comes a digit for the weight.
// These characters compress well with gzip. Under "!" are the stop words with these letters.
func (s *Shelf) termFile(name string) []byte {
	list := s.shards[strings.TrimPrefix(name, "t-")]
	if list == nil {
		return nil
	}
	list = slices.Clone(list)
	if stops := s.stops[strings.TrimPrefix(name, "t-")]; len(stops) > 0 {
		list = append(list, term{text: "!"})
	}
	sorting.By(list, func(a, b term) int { return cmp.Compare(a.text, b.text) })
	out := fmt.Appendf(nil, `memoria("search/%s",{`, name)
	for i, t := range list {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(appendText(out, t.text), ':', '"')
		if t.text == "!" {
			out = append(out, strings.Join(s.stops[strings.TrimPrefix(name, "t-")], " ")...)
		}
		for in := []byte(t.in); len(in) > 0; {
			step, n := binary.Uvarint(in)
			for ; step > 31; step >>= 5 {
				out = append(out, digits[step&31|32])
			}
			out = append(out, digits[step], digits[in[n]&63])
			in = in[n+1:]
		}
		out = append(out, '"')
	}
	return append(out, "});\n"...)
}

// appendText appends a text as JSON.
func appendText(out []byte, text string) []byte {
	plain := true
	for i := range len(text) {
		if c := text[i]; c < ' ' || c >= 0x7f || strings.IndexByte(`"\<>&`, c) >= 0 {
			plain = false
			break
		}
	}
	if plain {
		return append(append(append(out, '"'), text...), '"')
	}
	b, err := json.Marshal(text)
	if err != nil { // a string
		panic(err)
	}
	return append(out, b...)
}
