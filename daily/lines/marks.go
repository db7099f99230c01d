package lines

import (
	"bytes"
	"strings"
)

// Marked reports whether plain git left conflict marks in a file.
func Marked(file []byte) bool {
	ours, theirs := false, false
	for l := range bytes.Lines(file) {
		ours = ours || bytes.HasPrefix(l, []byte("<<<<<<< "))
		theirs = theirs || ours && bytes.HasPrefix(l, []byte(">>>>>>> "))
	}
	return theirs
}

// Sides returns the two sides of a file between which git put conflict marks, and their base, nil if the marks do not
// tell it.
func Sides(file []byte) (base, ours, theirs []byte) {
	const inBase, inOurs, inTheirs = 0, 1, 2
	var text [3]bytes.Buffer
	side, based := -1, false
	for l := range bytes.Lines(file) {
		switch line := string(l); {
		case strings.HasPrefix(line, "<<<<<<< "):
			side = inOurs
		case side == inOurs && strings.HasPrefix(line, "|||||||"):
			side, based = inBase, true
		case side >= 0 && strings.TrimRight(line, "\r\n") == "=======":
			side = inTheirs
		case side == inTheirs && strings.HasPrefix(line, ">>>>>>> "):
			side = -1
		case side >= 0:
			text[side].Write(l)
		default:
			for i := range text {
				text[i].Write(l)
			}
		}
	}
	if based {
		base = text[inBase].Bytes()
	}
	return base, text[inOurs].Bytes(), text[inTheirs].Bytes()
}
