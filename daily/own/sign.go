package own

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A machine signs what it writes in .memoria/shared/signed/ID, by a key (Ed25519) that stays in its state:
//
//	key 5b1c…              the public key, in hex
//	name laptop            what the machine is called, so that no other takes the name before there is a log of it
//	9f2c… 3f0a… 77b1…      a signature, and the keys of the entries and controls that it is of
//
// Nobody else writes the file. Where somebody did, the machine writes it anew.
const (
	publicWord = "key"
	nameWord   = "name"
	maxSigned  = 256 // keys of one signature
)

// Names returns what the machines that signed something in a vault are called, by their ids.
func Names(vault *fsutil.Dir) map[string]string {
	out := map[string]string{}
	ids, _ := vault.ReadNames(layout.SharedSigned) // none before a machine signed
	for _, id := range ids {
		file, _ := vault.ReadFile(signedName(id))
		for line := range strings.Lines(string(file)) {
			if word, name, _ := strings.Cut(strings.TrimSpace(line), " "); word == nameWord && isMachine(id) {
				out[id] = name
			}
		}
	}
	return out
}

// Claimed reports whether a machine with another id said in a vault that it is called so.
func Claimed(vault *fsutil.Dir, name, id string) bool {
	for other, called := range Names(vault) {
		if other != id && called == name {
			return true
		}
	}
	return false
}

func signedName(id string) string { return path.Join(layout.SharedSigned, id) }

// message is what a machine signs.
func message(id string, keys []string) []byte {
	return []byte("memoria signed " + id + " " + strings.Join(keys, " "))
}

// sign signs what this machine wrote and has not signed yet.
func (b *Book) sign() error {
	me := b.id()
	have, _, err := b.load()
	if me == "" || err != nil {
		return err
	}
	private, sum, err := b.signing()
	if err != nil {
		return err
	}
	file, err := b.Dir.ReadFile(signedName(me))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("sign what this machine writes: %w", err)
	}
	if fsutil.Hash(file) != sum { // somebody else wrote it
		file = []byte(publicWord + " " + hex.EncodeToString(private.Public().(ed25519.PublicKey)) + "\n")
		if b.Name != nil {
			file = append(file, nameWord+" "+b.Name()+"\n"...)
		}
	}
	signed := map[string]bool{}
	for word := range bytes.FieldsSeq(file) {
		signed[string(word)] = true
	}
	news := slices.DeleteFunc(slices.Sorted(maps.Keys(have)), func(k string) bool { return signed[k] })
	for keys := range slices.Chunk(news, maxSigned) {
		file = fmt.Appendf(file, "%x %s\n", ed25519.Sign(private, message(me, keys)), strings.Join(keys, " "))
	}
	if fsutil.Hash(file) == sum {
		return nil
	}
	if _, err = b.Dir.WriteFile(signedName(me), file, 0o644); err == nil {
		err = b.keepSigning(private, fsutil.Hash(file))
	}
	if err != nil {
		return fmt.Errorf("sign what this machine writes: %w", err)
	}
	return nil
}

// signing returns the key of this machine, and the hash of what it has signed as it left the file. The first time it makes a key.
func (b *Book) signing() (private ed25519.PrivateKey, sum string, err error) {
	text, err := b.Dir.ReadFile(layout.Signing)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("read the key of this machine: %w", err)
	}
	seed, sum, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	if raw, err := hex.DecodeString(seed); err == nil && len(raw) == ed25519.SeedSize {
		return ed25519.NewKeyFromSeed(raw), sum, nil
	}
	if _, private, err = ed25519.GenerateKey(nil); err == nil {
		err = b.keepSigning(private, "")
	}
	if err != nil {
		return nil, "", fmt.Errorf("make a key for this machine: %w", err)
	}
	return private, "", nil
}

func (b *Book) keepSigning(private ed25519.PrivateKey, sum string) error {
	_, err := b.Dir.WriteFile(layout.Signing, fmt.Appendf(nil, "%x\n%s\n", private.Seed(), sum), bookPerm)
	return err
}
