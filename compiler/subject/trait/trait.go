// Package trait keeps what is known of single lines by their words alone, so that the next compile need not find it out
// again. Losing it loses time only.
package trait

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"

	"github.com/agent-admin/memoria/daily"
)

// A Trait is one thing that the kind and the words of a line tell.
type Trait int

const (
	Alone    Trait = iota // it is understood by itself
	Explains              // it can introduce what it begins with
	Strength              // how well it does
	Worth                 // how much it says about what to do
	Rule                  // how certainly a preference is a rule
	ToDo                  // it says what is to be done
	Leans                 // it goes on from another line
	Reports               // it tells what was done
	traits
)

// Of holds the traits of one line.
type Of struct {
	values [traits]int8 // 0 for what is not found out yet
	found  bool         // more than the book had
}

const zero = 64 // stands for the value 0

// Get returns a trait, a number from -63 to 63, which find finds out the first time; of nil, each time.
func (o *Of) Get(t Trait, find func() int) int {
	if o == nil {
		return find()
	}
	if o.values[t] == 0 {
		o.values[t], o.found = int8(find()+zero), true
	}
	return int(o.values[t]) - zero
}

// Is is Get of a trait that a line has or has not.
func (o *Of) Is(t Trait, find func() bool) bool {
	return o.Get(t, func() int {
		if find() {
			return 1
		}
		return 0
	}) == 1
}

// A Book holds the traits of the lines of a vault. Nil keeps nothing.
type Book struct {
	version string
	kept    map[uint64][traits]int8
	used    map[uint64]*Of
}

// Of returns the traits of a line.
func (b *Book) Of(kind daily.Kind, text string) *Of {
	if b == nil {
		return &Of{}
	}
	sum := sha256.Sum256(append([]byte{byte(kind)}, text...))
	key := binary.LittleEndian.Uint64(sum[:])
	o := b.used[key]
	if o == nil {
		o = &Of{values: b.kept[key]}
		b.used[key] = o
	}
	return o
}

const rowLen = 8 + int(traits)

// Read reads what Bytes wrote with the same version. Of anything else it knows nothing.
func Read(version string, data []byte) *Book {
	b := &Book{version: version, kept: map[uint64][traits]int8{}, used: map[uint64]*Of{}}
	rows, ok := bytes.CutPrefix(data, []byte(version+"\n"))
	if !ok || len(rows) < sha256.Size || (len(rows)-sha256.Size)%rowLen != 0 {
		return b
	}
	end := len(rows) - sha256.Size
	if sum := sha256.Sum256(rows[:end]); !bytes.Equal(sum[:], rows[end:]) {
		return b
	}
	for rows = rows[:end]; len(rows) > 0; rows = rows[rowLen:] {
		var v [traits]int8
		for i := range v {
			v[i] = int8(rows[8+i])
		}
		b.kept[binary.LittleEndian.Uint64(rows)] = v
	}
	return b
}

// Changed reports whether anything was found out, or lines went, since b was read.
func (b *Book) Changed() bool {
	for _, o := range b.used {
		if o.found {
			return true
		}
	}
	return len(b.used) != len(b.kept)
}

// Bytes returns the traits of the lines that were asked about.
func (b *Book) Bytes() []byte {
	rows := make([]byte, 0, rowLen*len(b.used)+sha256.Size)
	for key, o := range b.used {
		rows = binary.LittleEndian.AppendUint64(rows, key)
		for _, v := range o.values {
			rows = append(rows, byte(v))
		}
	}
	sum := sha256.Sum256(rows)
	return append(append([]byte(b.version+"\n"), rows...), sum[:]...)
}
