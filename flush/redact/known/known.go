// Package known knows secrets again that were taken out before, where they stand without the words that announced them. It
// holds no secret, only hashes with a key.
package known

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/flush/redact/ascii"
	"github.com/agent-admin/memoria/flush/redact/shape"
	"github.com/agent-admin/memoria/flush/redact/span"
)

// Most is how many secrets a set holds in its file; the oldest go first.
const Most = 4096

const (
	shortest, longest = 6, 256 // bytes of a secret
	keySize           = 32
)

// A Set is the secrets that were taken out in a vault, or in one session. It is safe for concurrent use; nil knows none.
type Set struct {
	mu      sync.RWMutex
	session bool
	key     []byte
	rules   map[string]string // by hash
	order   []mark            // the oldest first
	lengths map[bool][]int    // of phrases, and of words
	kept    int               // marks that are in the file
}

// A mark is what is kept of a secret: its length in bytes, whether it has blanks, its hash, and the rule that found it.
type mark struct {
	Length int    `json:"n"`
	Phrase bool   `json:"p,omitempty"`
	Sum    []byte `json:"h"`
	Rule   string `json:"r"`
}

// A file is what Bytes writes.
type file struct {
	Key   []byte `json:"key"`
	Marks []mark `json:"marks"`
}

// Parse reads a set that Bytes wrote. A file of another form gives an empty set with a new key.
func Parse(data []byte) *Set {
	var f file
	if json.Unmarshal(data, &f) != nil || len(f.Key) != keySize {
		f = file{Key: make([]byte, keySize)}
		rand.Read(f.Key)
	}
	s := &Set{key: f.Key, rules: map[string]string{}, lengths: map[bool][]int{}}
	s.add(f.Marks...)
	s.kept = len(s.order)
	return s
}

// Session returns an empty set for one session, in which also a word of eight letters or a number of four digits is known again.
func Session() *Set {
	s := Parse(nil)
	s.session = true
	return s
}

// Join adds what another process wrote into the file of the set.
func (s *Set) Join(data []byte) {
	var f file
	if json.Unmarshal(data, &f) == nil && bytes.Equal(f.Key, s.key) {
		s.add(f.Marks...)
	}
}

// News reports whether the set has what the file lacks that Parse read or Bytes returned last.
func (s *Set) News() bool {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.order) > s.kept
}

// Bytes returns the file of the set.
func (s *Set) Bytes() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = len(s.order)
	data, _ := json.Marshal(file{s.key, s.order[max(0, len(s.order)-Most):]})
	return data
}

// Learn adds a secret that a rule found, if it is recognized without the words before it.
func (s *Set) Learn(secret, rule string) {
	if s != nil && s.lasting(secret) {
		s.add(mark{len(secret), strings.Contains(secret, " "), s.sum(secret), rule})
	}
}

func (s *Set) add(marks ...mark) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range marks {
		if s.rules[string(m.Sum)] != "" || m.Rule == "" {
			continue
		}
		s.rules[string(m.Sum)] = m.Rule
		s.order = append(s.order, m)
		if !slices.Contains(s.lengths[m.Phrase], m.Length) {
			s.lengths[m.Phrase] = append(s.lengths[m.Phrase], m.Length)
			slices.Sort(s.lengths[m.Phrase])
		}
	}
}

func (s *Set) sum(secret string) []byte {
	h := sha256.Sum256(append(s.key[:keySize:keySize], secret...))
	return h[:8]
}

// Find appends to out where text has a secret of the set that is no part of a longer word.
func (s *Set) Find(text string, out []span.Span) []span.Span {
	if s == nil {
		return out
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	for at, end, word := 0, 0, false; at < len(text) && len(s.order) > 0; at++ {
		if at >= end {
			for end = at; end < len(text) && !ascii.IsSpace(text[end]); end++ {
			}
			word = s.session || mixed(text[at:end])
		}
		found, ok := span.Span{}, false
		if len(s.lengths[true]) > 0 {
			found, ok = s.at(text, at, len(text), true)
		}
		if !ok && word {
			found, ok = s.at(text, at, end, false)
		}
		if ok {
			out, at = append(out, found), found.End-1
		}
	}
	return out
}

// at returns the longest secret that begins at i and ends before end, a phrase or a word.
func (s *Set) at(text string, i, end int, phrase bool) (span.Span, bool) {
	if i > 0 && inside(text, i) {
		return span.Span{}, false
	}
	for _, n := range slices.Backward(s.lengths[phrase]) {
		if i+n > end || i+n < len(text) && inside(text, i+n) {
			continue
		}
		if word := text[i : i+n]; strings.Contains(word, " ") == phrase && s.lasting(word) {
			if rule := s.rules[string(s.sum(word))]; rule != "" {
				return span.Span{Start: i, End: i + n, Rule: rule, Rank: span.ByHash}, true
			}
		}
	}
	return span.Span{}, false
}

// inside reports whether a word goes on over text[i].
func inside(text string, i int) bool { return ascii.IsAlnum(text[i-1]) && ascii.IsAlnum(text[i]) }

// lasting reports whether a secret is one wherever it stands: in other sessions no word, number or name, and only four words and
// more are a phrase.
func (s *Set) lasting(secret string) bool {
	if len(secret) > longest || strings.Contains(secret, "\n") {
		return false
	}
	if s.session {
		return len(secret) >= 8 || len(secret) >= 4 && ascii.Run(secret, 0, ascii.Letter) < len(secret)
	}
	if strings.Contains(secret, " ") {
		return strings.Count(secret, " ") >= 3
	}
	return len(secret) >= shortest && mixed(secret) && !shape.IsMadeUp(secret) && !ordinary(secret)
}

// ordinary reports whether a word may be the name or the version of something in another project: postgres16, utf8mb4, Sommer2024.
func ordinary(s string) bool {
	const long = 16
	stem := strings.TrimRight(s, "!?")
	number := stem[ascii.Run(stem, 0, ascii.Letter):]
	if len(number) <= 4 && ascii.Run(number, 0, ascii.Digit) == len(number) {
		return true
	}
	return !shape.HasSpecial(s) && !ascii.HasUpper(s) && len(s) < long && !shape.IsRandom(s)
}

// mixed reports whether a text has letters, and digits or what is typical of passwords.
func mixed(s string) bool { return ascii.HasLetter(s) && (ascii.HasDigit(s) || shape.HasSpecial(s)) }
