// Package own keeps what a machine wrote into the logs of a shared vault itself. Whoever can write to the vault, by git or
// by a file sync, can write into any log; what a machine did not write there is not taken for its person's. The record of
// this machine is in book.go; how others know what it wrote is in sign.go and proof.go.
package own

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/daily/entry"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// A Book is the record of one vault on this machine: a key of each entry and control, a line each. It lies in the state of
// the machine, where nothing that is synced reaches.
type Book struct {
	Dir    *fsutil.Dir   // required: the vault
	Folder layout.Daily  // of the logs
	ID     func() string // required: of this machine, "" while it has none
	Name   func() string // what the machine is called; nil tells nobody
	Sharer func() string // required: the id of the machine that shared the vault, whose are the logs of no machine; "" if that is not known

	mu     sync.Mutex
	me     string
	keys   map[string]bool
	size   int64
	proofs map[string]*proof // of other machines, by their ids
}

// id returns the id of this machine, which never changes.
func (b *Book) id() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.me == "" {
		b.me = b.ID()
	}
	return b.me
}

const (
	keySize  = 16
	bookPerm = 0o600
)

// load returns the keys; none and false before there is a record.
func (b *Book) load() (map[string]bool, bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	info, err := b.Dir.Stat(layout.Own)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, false, nil
	}
	if err == nil && b.keys != nil && info.Size() == b.size {
		return b.keys, true, nil
	}
	var data []byte
	if err == nil {
		data, err = b.Dir.ReadFile(layout.Own)
	}
	if err != nil {
		return nil, false, fmt.Errorf("read what this machine wrote: %w", err)
	}
	b.keys, b.size = map[string]bool{}, int64(len(data))
	for line := range bytes.Lines(data) {
		if k := strings.TrimSpace(string(line)); len(k) == keySize {
			b.keys[k] = true
		}
	}
	return b.keys, true, nil
}

// Wrote records and signs what this machine is about to write. The first time it also records what its logs hold already.
func (b *Book) Wrote(keys ...string) error {
	have, begun, err := b.load()
	if err != nil {
		return err
	}
	if !begun {
		old, err := b.held()
		if err != nil {
			return err
		}
		keys = append(old, keys...)
	}
	if err := b.add(have, keys); err != nil {
		return err
	}
	return b.sign()
}

// Begin records what the logs of this machine hold, unless it was recorded before.
func (b *Book) Begin() error {
	if b.id() == "" {
		return nil
	}
	return b.Wrote()
}

// Claim has entries count as this machine's own, whoever wrote them.
func (b *Book) Claim(entries []daily.Entry) error {
	var keys []string
	for i := range entries {
		keys = append(keys, entry.Key(&entries[i]))
	}
	return b.Wrote(keys...)
}

func (b *Book) add(have map[string]bool, keys []string) error {
	news := slices.DeleteFunc(keys, func(k string) bool { return have[k] })
	if len(news) == 0 && have != nil {
		return nil
	}
	a, err := b.Dir.OpenAppend(layout.Own, bookPerm)
	if err == nil {
		defer a.Close()
		err = a.Append([]byte("\n" + strings.Join(news, "\n") + "\n")) // the last line may be torn
	}
	if err != nil {
		return fmt.Errorf("record what this machine writes: %w", err)
	}
	return nil
}

// held returns the keys of what the logs of this machine hold, and if it shared the vault, those of no machine.
func (b *Book) held() (keys []string, err error) {
	s := &daily.Store{Dir: b.Dir, Folder: b.Folder}
	dates, _, err := s.Dates()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, d := range dates {
		l, err := s.Read(d)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if d.Machine() == "" {
			l.Owner = b.Sharer()
		}
		if l.Owner == "" || l.Owner != b.id() {
			continue
		}
		for i := range l.Entries {
			keys = append(keys, entry.Key(&l.Entries[i].Entry))
		}
		for _, c := range l.Controls {
			if d.Machine() != "" {
				keys = append(keys, c.Key())
			}
		}
	}
	return keys, nil
}

// Proves reports whether this machine wrote an entry as it is.
func (b *Book) Proves(e *daily.Entry) bool {
	have, begun, err := b.load()
	return err == nil && (!begun || have[entry.Key(e)])
}

// Recorded reports whether an entry is on record as this machine's own.
func (b *Book) Recorded(e *daily.Entry) bool {
	have, _, err := b.load()
	return err == nil && have[entry.Key(e)]
}

// Has reports whether a key was recorded.
func (b *Book) Has(key string) bool {
	have, _, err := b.load()
	return err == nil && have[key]
}

// HasOf reports whether a machine recorded a key, as far as that can be known.
func (b *Book) HasOf(id, key string) bool {
	if id == b.id() {
		return b.Has(key)
	}
	p := b.proof(id)
	return p.public == nil || p.keys[key]
}

// Tell says whose the entries of logs are that were just read: of the machine that is known to have written them, wherever they
// stand. What a log's own machine did not write is nobody's, if that can be known. So it leaves out the controls that are not
// of a log's machine, and in a log of none all: no machine writes any there.
func (b *Book) Tell(logs ...*daily.Log) error {
	have, begun, err := b.load()
	if err != nil {
		return err
	}
	me, sharer, prover, proofs := b.id(), b.Sharer(), b.prover(), map[string]*proof{}
	for _, l := range logs {
		machine := l.Date.Machine()
		l.Sharer = sharer
		switch {
		case machine == "":
			l.Owner = sharer
		case l.Owner == "":
			l.Owner = entry.Unproved
		}
		if proofs[l.Owner] == nil {
			proofs[l.Owner] = b.proof(l.Owner)
		}
		mine, theirs := me != "" && l.Owner == me, proofs[l.Owner]
		for i := range l.Entries {
			e := &l.Entries[i]
			e.Said = daily.Speaker{Who: e.Who, Machine: machine, ID: l.Owner}
			if mine && !begun {
				continue
			}
			key := entry.Key(&e.Entry)
			switch {
			case begun && have[key]:
				e.Said.ID = me
			case theirs.keys[key]:
			default:
				if e.Said.ID = prover(key); e.Said.ID == "" {
					e.Said.ID = l.Owner
					if mine || theirs.public != nil || machine != "" && e.Machine != "" && e.Machine != machine {
						e.Said.ID = entry.Unproved
					}
				}
			}
		}
		l.Controls = slices.DeleteFunc(l.Controls, func(c daily.Control) bool {
			return machine == "" || l.Owner == entry.Unproved || mine && begun && !have[c.Key()] || theirs.public != nil && !theirs.keys[c.Key()]
		})
	}
	return nil
}
