// Package known knows secrets again that were taken out before, where they stand without the words that announced them. It
// holds no secret, only hashes with a key.
package known

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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

// A Set is the secrets that were taken out in a vault. It is safe for concurrent use; nil knows none.
type Set struct {
	mu      sync.RWMutex
	key     []byte
	rules   map[mark]string
	order   []mark // the oldest first
	lengths [2][]int
	kept    int // marks that are in the file
}

// A mark is what is kept of a secret.
type mark struct {
	length int // in bytes
	phrase int // 1 if it has blanks, else 0
	sum    [8]byte
}

// Parse reads a set that Bytes wrote. A file of another form gives an empty set with a new key.
func Parse(file []byte) *Set {
	s := &Set{key: make([]byte, keySize), rules: map[mark]string{}}
	if key, ok := keyOf(file); ok {
		s.key = key
	} else {
		rand.Read(s.key)
	}
	s.Join(file)
	s.kept = len(s.order)
	return s
}

func keyOf(file []byte) ([]byte, bool) {
	head, _, _ := bytes.Cut(file, []byte("\n"))
	key, err := hex.DecodeString(string(head))
	return key, err == nil && len(key) == keySize
}

// Join adds what another process wrote into the file of the set.
func (s *Set) Join(file []byte) {
	if key, ok := keyOf(file); !ok || !bytes.Equal(key, s.key) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for line := range bytes.Lines(file[2*keySize:]) {
		var m mark
		var sum []byte
		var rule string
		if n, _ := fmt.Sscanf(string(line), "%d %d %x %s", &m.length, &m.phrase, &sum, &rule); n == 4 && len(sum) == len(m.sum) && m.phrase&^1 == 0 && m.length <= longest {
			m.sum = [8]byte(sum)
			s.add(m, rule)
		}
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
	file := fmt.Appendf(nil, "%x\n", s.key)
	for _, m := range s.order[max(0, len(s.order)-Most):] {
		file = fmt.Appendf(file, "%d %d %x %s\n", m.length, m.phrase, m.sum, s.rules[m])
	}
	s.kept = len(s.order)
	return file
}

// Learn adds a secret that a rule found, if it is recognized without the words before it.
func (s *Set) Learn(secret, rule string) {
	if s == nil || !lasting(secret) {
		return
	}
	m := s.mark(secret)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.add(m, rule)
}

func (s *Set) add(m mark, rule string) {
	if s.rules[m] != "" {
		return
	}
	s.rules[m] = rule
	s.order = append(s.order, m)
	if at, ok := slices.BinarySearch(s.lengths[m.phrase], m.length); !ok {
		s.lengths[m.phrase] = slices.Insert(slices.Clone(s.lengths[m.phrase]), at, m.length)
	}
}

func (s *Set) mark(secret string) mark {
	h := sha256.Sum256(append(s.key[:keySize:keySize], secret...))
	m := mark{length: len(secret), sum: [8]byte(h[:8])}
	if strings.Contains(secret, " ") {
		m.phrase = 1
	}
	return m
}

// Find appends to out where text has a secret of the set that is no part of a longer word.
func (s *Set) Find(text string, out []span.Span) []span.Span {
	if s == nil {
		return out
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	if len(s.order) == 0 {
		return out
	}
	for at := 0; at < len(text); {
		end := at
		for end < len(text) && !ascii.IsSpace(text[end]) {
			end++
		}
		for word := mixed(text[at:end]); at < end && (word || len(s.lengths[1]) > 0); at++ {
			found, ok := s.at(text, at, len(text), 1)
			if !ok && word {
				found, ok = s.at(text, at, end, 0)
			}
			if ok {
				out, at = append(out, found), found.End-1
			}
		}
		at = max(at, end)
		at += ascii.Count(text[at:], " \t\n\r\v\f", len(text))
	}
	return out
}

// at returns the longest secret that begins at i and ends before end, a phrase or a word.
func (s *Set) at(text string, i, end, phrase int) (span.Span, bool) {
	if i > 0 && inside(text, i) {
		return span.Span{}, false
	}
	for _, n := range slices.Backward(s.lengths[phrase]) {
		if i+n > end || i+n < len(text) && inside(text, i+n) {
			continue
		}
		if word := text[i : i+n]; strings.Contains(word, " ") == (phrase == 1) && lasting(word) {
			if rule := s.rules[s.mark(word)]; rule != "" {
				return span.Span{Start: i, End: i + n, Rule: rule, Rank: span.ByHash}, true
			}
		}
	}
	return span.Span{}, false
}

// inside reports whether a word goes on over text[i].
func inside(text string, i int) bool { return ascii.IsAlnum(text[i-1]) && ascii.IsAlnum(text[i]) }

// lasting reports whether a secret is one wherever it stands: no word, number or name. Four words and more are a phrase.
func lasting(s string) bool {
	if len(s) < shortest || len(s) > longest || strings.Contains(s, "\n") {
		return false
	}
	if strings.Contains(s, " ") {
		return strings.Count(s, " ") >= 3
	}
	return mixed(s) && !shape.IsMadeUp(s)
}

// mixed reports whether a text has letters, and digits or what is typical of passwords.
func mixed(s string) bool { return ascii.HasLetter(s) && (ascii.HasDigit(s) || shape.HasSpecial(s)) }
