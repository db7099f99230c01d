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

// RedoID names the entry that summarises again what another did: there is one for each.
func RedoID(entry string) string { return digest("redo", entry)[:12] }

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

// blockSet holds block ids that are taken, lower case, for Obsidian tells them apart no further.
type blockSet map[string]bool

// nearIDs gives the first blockLen bytes of the block ids that bullets of the entries could want: a
// file has thousands of ids, an append asks for a few.
func nearIDs(entries []Entry) map[string]bool {
	near := map[string]bool{}
	for _, e := range entries {
		nth := map[string]int{}
		for _, b := range e.Bullets {
			for _, id := range [...]string{strings.ToLower(b.Block), blockDigest(e.ID, b.Text, nth[b.Text])} {
				near[id[:min(len(id), blockLen)]] = true
			}
			nth[b.Text]++
		}
	}
	return near
}

// collect adds those ids that text defines or links to and that begin like one in near.
func (s blockSet) collect(text []byte, near map[string]bool) {
	var start [blockLen]byte
	for {
		i := bytes.IndexByte(text, '^')
		if i < 0 {
			return
		}
		text = text[i+1:]
		n := 0
		for n < len(text) && isIDByte(text[n]) {
			if n < blockLen {
				start[n] = lower(text[n])
			}
			n++
		}
		if near[string(start[:min(n, blockLen)])] {
			s[strings.ToLower(string(text[:n]))] = true
		}
		text = text[n:]
	}
}

// assign gives an address to each bullet that has none, or one that is taken or malformed, and adds
// it to the set. An id depends on the entry, the text and what the set holds, and on nothing else.
func (s blockSet) assign(e *Entry) {
	nth := map[string]int{}
	for i := range e.Bullets {
		b := &e.Bullets[i]
		if !isBlockID(b.Block) || s[strings.ToLower(b.Block)] {
			b.Block = s.free(blockDigest(e.ID, b.Text, nth[b.Text]))
		}
		nth[b.Text]++
		s[strings.ToLower(b.Block)] = true
	}
}

// blockLen is the length of a block id: longer ones are for those that begin like another.
const blockLen = len("k3f9a2c")

// free is the shortest beginning of a digest that is not taken.
func (s blockSet) free(digest string) string {
	for n := blockLen; ; n++ {
		if id := digest[:min(n, len(digest))]; !s[id] || n > len(digest) {
			return id
		}
	}
}

// blockDigest is all that a block id can be; nth counts the bullets before that say the same.
func blockDigest(entry, text string, nth int) string {
	return "k" + digest("block", entry, text, strconv.Itoa(nth))
}

// Wrote reports whether a block id is the one that a line of an entry got when it was written: if so,
// text is what the line with this id said first, whatever a person has made of it since.
func Wrote(entry, text, block string) bool {
	const most = 4 // lines of an entry that say the same
	block = strings.ToLower(block)
	for nth := range most {
		if len(block) >= blockLen && strings.HasPrefix(blockDigest(entry, text, nth), block) {
			return true
		}
	}
	return false
}

// isBlockID reports whether Obsidian takes s for a block id.
func isBlockID(s string) bool {
	for i := range len(s) {
		if !isIDByte(s[i]) {
			return false
		}
	}
	return s != ""
}

func isIDByte(c byte) bool { return c == '-' || c >= '0' && c <= '9' || isLetter(c) }

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

// cutBlockID splits a line's text from the block id at its end. The id stands alone or after a
// space.
func cutBlockID(line string) (text, id string) {
	line = strings.TrimRight(line, " \t")
	i := strings.IndexByte(line, '^') // finds at once that there is none
	if i >= 0 {
		i = strings.LastIndexByte(line, '^')
	}
	if i < 0 || !isBlockID(line[i+1:]) {
		return line, ""
	}
	if i > 0 && line[i-1] != ' ' && line[i-1] != '\t' {
		return line, ""
	}
	return strings.TrimRight(line[:i], " \t"), line[i+1:]
}
