package wiki

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"golang.org/x/text/unicode/norm"

	"github.com/agent-admin/memoria/wiki/frontmatter"
)

// SumKey is the property of a page of a shared vault that holds the [Sum] of the page as memoria generated it. While
// it fits, no person has edited the page, whichever machine wrote it.
const SumKey = "memoria"

// sumSize is the length of a sum in hex digits.
const sumSize = 12

// Sum returns the sum of a page without its property of it. Line ends and the form of letters with accents do not
// count, because a checkout or a file sync may change both.
func Sum(page []byte) string {
	if head, _ := frontmatter.Read(page); !head.Broken {
		page = head.Delete(SumKey)
	}
	page = norm.NFC.Bytes(bytes.ReplaceAll(page, []byte("\r\n"), []byte("\n")))
	h := sha256.Sum256(page)
	return hex.EncodeToString(h[:])[:sumSize]
}

// Sum returns the sum in the properties of a page, "" if there is none.
func (a *Article) Sum() string {
	s, _ := a.Text(SumKey)
	if _, err := hex.DecodeString(s); err != nil || len(s) != sumSize {
		return ""
	}
	return s
}

// Fits reports whether the page is as a machine generated it.
func (a *Article) Fits() bool { return a.Sum() != "" && a.Sum() == Sum(a.Bytes()) }

// Summed returns a generated page with its sum. A page whose properties cannot be read stays as it is.
func Summed(page []byte) []byte {
	a, err := Parse(page).Summed()
	if err != nil {
		return page
	}
	return a.Bytes()
}

// Summed returns the page with its own sum.
func (a *Article) Summed() (*Article, error) { return a.SetText(SumKey, Sum(a.Bytes())) }
