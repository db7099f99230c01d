package site

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// A digest hashes a list of texts, so that different lists have different hashes.
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

// short returns a shorter hash, for use within other hashes.
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
