package index

import (
	"encoding/binary"
	"hash/crc32"
	"sync"
)

var castagnoli = sync.OnceValue(func() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) })

func sum(b []byte) uint32 { return crc32.Checksum(b, castagnoli()) }

// seal appends the checksum of b[from:].
func seal(b []byte, from int) []byte { return binary.LittleEndian.AppendUint32(b, sum(b[from:])) }

// unsealed returns the content before a checksum, nil if the checksum does not match.
func unsealed(b []byte) []byte {
	n := len(b) - 4
	if n < 0 || sum(b[:n]) != binary.LittleEndian.Uint32(b[n:]) {
		return nil
	}
	return b[:n:n]
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

// appendNumbers appends numbers, none of them negative.
func appendNumbers(b []byte, list ...int) []byte {
	for _, n := range list {
		b = binary.AppendUvarint(b, uint64(n))
	}
	return b
}

// A decoder reads numbers and texts; after an error all values are zero.
type decoder struct {
	rest []byte
	text string // what rest is the end of, of which texts are parts; "" copies each text
	bad  bool
}

func (d *decoder) uint() uint64 {
	if len(d.rest) > 0 && d.rest[0] < 0x80 {
		n := d.rest[0]
		d.rest = d.rest[1:]
		return uint64(n)
	}
	n, w := binary.Uvarint(d.rest)
	if w <= 0 {
		d.bad, d.rest = true, nil
		return 0
	}
	d.rest = d.rest[w:]
	return n
}

// int returns a number, at most the size of a file.
func (d *decoder) int() int {
	n := d.uint()
	if n > 1<<40 {
		d.bad, d.rest = true, nil
		return 0
	}
	return int(n)
}

func (d *decoder) string() string {
	n := d.uint()
	if n > uint64(len(d.rest)) {
		d.bad, d.rest = true, nil
		return ""
	}
	s := d.text
	if s == "" {
		s = string(d.rest[:n])
	} else {
		s = s[len(s)-len(d.rest):][:n]
	}
	d.rest = d.rest[n:]
	return s
}
