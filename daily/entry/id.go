package entry

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"

	"github.com/agent-admin/memoria/daily/markdown"
)

// EntryID identifies a stretch of a session by its last row: the same turns flushed twice, on any machine
// and in any zone, have one id. It is 12 hex digits.
func EntryID(agent, session, to string) string {
	return digest("entry", agent, session, to)[:12]
}

// RedoID returns the id of the entry that summarises another one again: there is one for each.
func RedoID(entry string) string { return digest("redo", entry)[:12] }

// digest hashes fields so that no two lists of fields give the same bytes.
func digest(fields ...string) string {
	h := sha256.New()
	for _, f := range fields {
		h.Write([]byte(strconv.Itoa(len(f)) + ":" + f))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// Blocks holds the block ids that are taken, in lower case, since Obsidian ignores case.
type Blocks map[string]bool

// Collect adds the ids that text defines or links to.
func (s Blocks) Collect(text []byte) {
	for {
		_, after, found := bytes.Cut(text, []byte("^"))
		if !found {
			return
		}
		n := 0
		for n < len(after) && markdown.IsIDByte(after[n]) {
			n++
		}
		s[strings.ToLower(string(after[:n]))] = true
		text = after[n:]
	}
}

// Assign gives a block id to each bullet that has none, or one that is taken or malformed, and adds it to
// the set. An id depends on the entry, the text and what the set holds, and on nothing else.
func (s Blocks) Assign(e *Entry) {
	nth := map[string]int{}
	for i := range e.Bullets {
		b := &e.Bullets[i]
		if !markdown.IsBlockID(b.Block) || s[strings.ToLower(b.Block)] {
			b.Block = s.free(blockDigest(e.ID, b.Text, nth[b.Text]))
		}
		nth[b.Text]++
		s[strings.ToLower(b.Block)] = true
	}
}

// BlockLen is the length of a block id; longer ones are used where two begin alike.
const BlockLen = len("k3f9a2c")

// free returns the shortest beginning of a digest that is not taken.
func (s Blocks) free(digest string) string {
	for n := BlockLen; ; n++ {
		if id := digest[:min(n, len(digest))]; !s[id] || n > len(digest) {
			return id
		}
	}
}

// blockDigest returns the digest of which a block id is a beginning; nth counts the bullets before that say
// the same.
func blockDigest(entry, text string, nth int) string {
	return "k" + digest("block", entry, text, strconv.Itoa(nth))
}

// Wrote reports whether a block id is the one that a line of an entry got when it was written: if so, text
// is what the line with this id said first, whatever a person has made of it since.
func Wrote(entry, text, block string) bool {
	const most = 4 // lines of an entry that say the same
	block = strings.ToLower(block)
	for nth := range most {
		if len(block) >= BlockLen && strings.HasPrefix(blockDigest(entry, text, nth), block) {
			return true
		}
	}
	return false
}

// LineHash identifies a line of an entry without its words.
func LineHash(entry, text string) string { return digest("line", entry, markdown.Oneline(text))[:32] }

// Foreign reports whether a line between the markers of an entry looks like a person's: it has no block id
// of memoria's form.
func (b Bullet) Foreign() bool { return !IsOurs(b.Block) }

// IsOurs reports whether a block id has the form of those that memoria assigns.
func IsOurs(id string) bool {
	return len(id) >= BlockLen && (id[0] == 'k' || id[0] == 'K') && strings.Trim(strings.ToLower(id[1:]), "0123456789abcdef") == ""
}

// HandID identifies a section kept by hand, by its place: the nth of that heading in a log.
func HandID(log, heading string, nth int) string {
	return digest("hand", log, heading, strconv.Itoa(nth))[:12]
}
