package own

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/fsutil/layout"
)

// A proof is what another machine is known to have written. It is kept on this machine, in .memoria/state/proved/ID, with
// the first public key that was seen of the other one: no other key counts from then on, and nothing that was signed once
// is taken back by whoever writes to the vault.
type proof struct {
	public ed25519.PublicKey // nil while none was seen
	keys   map[string]bool
	read   string // which state of the signed file was read
}

const readWord = "read"

// isMachine reports whether s is the id of a machine, and so the name of a file.
func isMachine(s string) bool {
	return len(s) == 8 && strings.Trim(s, "0123456789abcdef") == ""
}

// proof returns what a machine is known to have written; nothing of this one.
func (b *Book) proof(id string) *proof {
	if !isMachine(id) || id == b.id() {
		return &proof{}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	p := b.proofs[id]
	if p == nil {
		p = &proof{keys: map[string]bool{}}
		kept, _ := b.Dir.ReadFile(path.Join(layout.Proved, id)) // what cannot be read is verified again
		for line := range bytes.Lines(kept) {
			p.take(strings.Fields(string(line)))
		}
		if b.proofs == nil {
			b.proofs = map[string]*proof{}
		}
		b.proofs[id] = p
	}
	if info, err := b.Dir.Stat(signedName(id)); err == nil {
		if read := fmt.Sprint(info.Size(), "-", info.ModTime().UnixNano()); read != p.read {
			p = b.learn(id, p, read)
			b.proofs[id] = p
		}
	}
	return p
}

// take takes a line of what is kept.
func (p *proof) take(words []string) {
	switch {
	case len(words) == 2 && words[0] == publicWord:
		p.pin(words[1])
	case len(words) == 2 && words[0] == readWord:
		p.read = words[1]
	case len(words) == 1 && len(words[0]) == keySize:
		p.keys[words[0]] = true
	}
}

// pin takes a public key, if none was seen before.
func (p *proof) pin(text string) (first bool) {
	raw, err := hex.DecodeString(text)
	if p.public == nil && err == nil && len(raw) == ed25519.PublicKeySize {
		p.public = raw
		return true
	}
	return false
}

// learn reads what a machine signed since.
func (b *Book) learn(id string, old *proof, read string) *proof {
	file, err := b.Dir.ReadFile(signedName(id))
	if err != nil {
		return old
	}
	p := &proof{old.public, maps.Clone(old.keys), read}
	var kept strings.Builder
	for line := range bytes.Lines(file) {
		words := strings.Fields(string(line))
		switch {
		case len(words) == 2 && words[0] == publicWord:
			if p.pin(words[1]) {
				kept.WriteString("\n" + strings.Join(words, " "))
			}
		case len(words) > 1 && p.public != nil && !p.has(words[1:]):
			signature, err := hex.DecodeString(words[0])
			if err != nil || !ed25519.Verify(p.public, message(id, words[1:]), signature) {
				continue
			}
			for _, k := range words[1:] {
				p.keys[k] = true
				kept.WriteString("\n" + k)
			}
		}
	}
	if a, err := b.Dir.OpenAppend(path.Join(layout.Proved, id), bookPerm); err == nil { // else it is verified again
		defer a.Close()
		_ = a.Append([]byte(kept.String() + "\n" + readWord + " " + read + "\n"))
	}
	return p
}

func (p *proof) has(keys []string) bool {
	for _, k := range keys {
		if !p.keys[k] {
			return false
		}
	}
	return true
}

// prover returns a function that names another machine which wrote what has a key, "" if none is known to have.
func (b *Book) prover() func(key string) string {
	var by []string
	var known []*proof
	begin := sync.OnceFunc(func() {
		by, _ = b.Dir.ReadNames(layout.SharedSigned) // none before a machine signed
		for _, id := range by {
			known = append(known, b.proof(id))
		}
	})
	return func(key string) string {
		begin()
		if i := slices.IndexFunc(known, func(p *proof) bool { return p.keys[key] }); i >= 0 {
			return by[i]
		}
		return ""
	}
}

// Mark returns a short form of the public key by which another machine, or this one, signs; "" if none is known. A person
// can compare it on both.
func (b *Book) Mark(id string) string {
	public := b.proof(id).public
	if id == b.id() && id != "" {
		if private, _, err := b.signing(); err == nil {
			public = private.Public().(ed25519.PublicKey)
		}
	}
	if public == nil {
		return ""
	}
	return hex.EncodeToString(public)[:16]
}
