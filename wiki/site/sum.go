package site

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// A digest sums up texts, so that no two lists of them have the same sum.
type digest struct{ buf []byte }

func newDigest() *digest { return &digest{} }

func (d *digest) text(all ...string) {
	for _, s := range all {
		d.buf = binary.AppendUvarint(d.buf, uint64(len(s)))
		d.buf = append(d.buf, s...)
	}
}

func (d *digest) sum() string {
	h := sha256.Sum256(d.buf)
	return hex.EncodeToString(h[:16])
}

// short is a sum of fewer letters, to be summed up again.
func (d *digest) short() string {
	h := sha256.Sum256(d.buf)
	d.buf = d.buf[:0]
	return string(h[:16])
}

func sumOf(all ...string) string {
	d := newDigest()
	d.text(all...)
	return d.sum()
}
