// Package reading keeps what entries tell by their words alone, so that a compile reads only new entries.
package reading

import (
	"crypto/sha256"
	"encoding/binary"
	"strings"

	"github.com/agent-admin/memoria/compiler/subject/mention"
	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/pack"
	"github.com/agent-admin/memoria/wiki/prose"
	"github.com/agent-admin/memoria/wiki/wikilink"
)

// Version changes when the same words tell something else.
const Version = "5"

// An Entry is what the words of an entry tell.
type Entry struct {
	Named []mention.Mention // in its title, then in its context
	Lines []Line            // of its bullets that have words
}

// A Line is what the words of a bullet tell.
type Line struct {
	Plain    string // without markup, inline code in its ticks
	Mentions []mention.Mention
	Traits
}

// Traits are what a line is by its kind and its words.
type Traits struct {
	Alone  bool   // it is understood by itself
	Lasts  bool   // it may hold beyond its day
	Rules  bool   // as a preference it is a permanent rule
	ToDo   bool   // it says what is to be done
	Goal   bool   // it says what a program that somebody begins is for
	Chosen bool   // as a decision it says what was chosen or is to be
	Intro  int    // how well it introduces what it begins with; 0 for not at all
	Quote  string // a sentence in it that stands in quotation marks
}

// A Reader reads entries. Those that it read before it takes from what is kept.
type Reader struct {
	traits func(kind daily.Kind, text, plain string) Traits
	kept   map[uint64]string
	used   map[uint64]string
	more   bool // an entry was read that is not kept
}

// Load returns a reader that takes what is kept of a vault, of nil nothing, and asks traits about other lines.
func Load(vault *fsutil.Dir, traits func(kind daily.Kind, text, plain string) Traits) *Reader {
	r := &Reader{traits: traits, kept: map[uint64]string{}, used: map[uint64]string{}}
	if vault == nil {
		return r
	}
	data, err := vault.ReadFile(layout.CacheReadings)
	if err != nil {
		return r // all is read again
	}
	if p := pack.Open(data, key); p != nil {
		for range p.Len() {
			r.kept[p.Uint()] = p.String()
		}
	}
	return r
}

const key = "readings/" + Version

// Save keeps what was read, if that is not what is kept. An error is ignored: it only saves time.
func (r *Reader) Save(vault *fsutil.Dir) {
	if vault == nil || !r.more && len(r.used) == len(r.kept) {
		return
	}
	w := pack.New(key)
	size := 0
	for _, part := range r.used {
		size += len(part) + 12
	}
	w.Grow(size)
	w.Len(len(r.used))
	for mark, part := range r.used {
		w.Uint(mark)
		w.String(part)
	}
	_, _ = vault.WriteFileNoSync(layout.CacheReadings, w.Bytes(), 0o600)
}

// Of returns what an entry tells.
func (r *Reader) Of(d *daily.Dated) Entry {
	mark := markOf(d)
	part, ok := r.kept[mark]
	if ok {
		if e, ok := decode(part); ok {
			r.used[mark] = part
			return e
		}
	}
	e := r.read(d)
	r.used[mark], r.more = encode(&e), true
	return e
}

// Text returns the words of a bullet on one line.
func Text(b *daily.Bullet) string { return wikilink.Squeeze(b.Text) }

func (r *Reader) read(d *daily.Dated) (e Entry) {
	lang := language(d)
	for _, text := range []string{d.Title, d.Context} {
		e.Named = append(e.Named, mention.Find(prose.Inline(text), lang)...)
	}
	for i := range d.Bullets {
		b := &d.Bullets[i]
		text := Text(b)
		if text == "" {
			continue
		}
		l := Line{Plain: prose.Inline(text)}
		l.Mentions, l.Traits = mention.Find(l.Plain, lang), r.traits(b.Kind, text, l.Plain)
		e.Lines = append(e.Lines, l)
	}
	return e
}

// language is that of an entry's first bullets, for one line is too short to tell.
func language(d *daily.Dated) prose.Lang {
	var b strings.Builder
	b.WriteString(d.Title)
	for _, l := range d.Bullets {
		if b.Len() > 400 {
			break
		}
		b.WriteByte('\n')
		b.WriteString(l.Text)
	}
	return prose.Detect(b.String())
}

// markOf stands for all of an entry that its reading depends on.
func markOf(d *daily.Dated) uint64 {
	size := len(d.Title) + len(d.Context) + 16
	for i := range d.Bullets {
		size += len(d.Bullets[i].Text) + 8
	}
	b := make([]byte, 0, size)
	put := func(s string) { b = append(binary.AppendUvarint(b, uint64(len(s))), s...) }
	put(d.Title)
	put(d.Context)
	for i := range d.Bullets {
		b = append(b, byte(d.Bullets[i].Kind))
		put(d.Bullets[i].Text)
	}
	sum := sha256.Sum256(b)
	return binary.LittleEndian.Uint64(sum[:])
}
