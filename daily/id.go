package daily

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
)

// EntryID names a stretch of a session by its last row: the same turns flushed twice, on any
// machine and in any zone, have one id. It is 12 hex digits.
func EntryID(agent, session, to string) string {
	return digest("entry", agent, session, to)[:12]
}

// digest hashes fields so that no two lists of fields run together to the same bytes.
func digest(fields ...string) string {
	h := sha256.New()
	for _, f := range fields {
		h.Write([]byte(strconv.Itoa(len(f)) + ":" + f))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// blockDigits is how many hex digits a block id has where no other in its file begins alike.
const blockDigits = 6

// blockSet holds the block ids of a file, lower case, for Obsidian tells them apart no further.
type blockSet map[string]bool

// collect adds every id that file defines or links to.
func (s blockSet) collect(file []byte) {
	for {
		i := bytes.IndexByte(file, '^')
		if i < 0 {
			return
		}
		file = file[i+1:]
		n := 0
		for n < len(file) && isBlockID(string(file[n:n+1])) {
			n++
		}
		s[strings.ToLower(string(file[:n]))] = true
		file = file[n:]
	}
}

func (s blockSet) used(id string) bool { return s[strings.ToLower(id)] }

// assign gives an address to each bullet that has none, or one that is taken or malformed, and adds
// it to the set. An id depends on the entry, the text and what the set holds, and on nothing else.
func (s blockSet) assign(e *Entry) {
	same := map[string]int{}
	for i := range e.Bullets {
		b := &e.Bullets[i]
		if !isBlockID(b.Block) || s.used(b.Block) {
			b.Block = newBlockID(e.ID, b.Text, same[b.Text], s.used)
		}
		same[b.Text]++
		s[strings.ToLower(b.Block)] = true
	}
}

func newBlockID(entry, text string, nth int, used func(string) bool) string {
	for ; ; nth++ { // only a second bullet with the same words gets past the first digest
		fields := []string{"block", entry, text}
		if nth > 0 {
			fields = append(fields, strconv.Itoa(nth))
		}
		sum := digest(fields...)
		for n := blockDigits; n <= len(sum); n++ {
			if id := "k" + sum[:n]; !used(id) {
				return id
			}
		}
	}
}

// isBlockID reports whether Obsidian takes s for a block id.
func isBlockID(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
}

// cutBlockID splits a line's text from the block id at its end. The id stands alone or after a
// space.
func cutBlockID(line string) (text, id string) {
	line = strings.TrimRight(line, " \t")
	i := strings.LastIndexByte(line, '^')
	if i < 0 || !isBlockID(line[i+1:]) {
		return line, ""
	}
	if i > 0 && line[i-1] != ' ' && line[i-1] != '\t' {
		return line, ""
	}
	return strings.TrimRight(line[:i], " \t"), line[i+1:]
}
