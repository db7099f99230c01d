package lint

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"path"
	"slices"
	"sync"
	"time"

	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/lint/target"
)

// A run keeps its findings below .memoria together with what they depend on. If the fingerprint of the vault and the
// caller's mark are unchanged, the next run returns all of them; otherwise it checks again only the pages whose key
// changed. A key covers all that the findings about a page depend on:
//
//   - its text, and the names of all pages, which decide what its links mean;
//   - which pages link to it;
//   - the text of the pages whose headings or blocks it names;
//   - if one of its links is broken, the names that other tools would accept for pages;
//   - if the disk was asked for a file that is no page of the vault, the findings are not kept.
//
// The cache may be deleted at any time.

// A runRecord is what a run keeps.
type runRecord struct {
	fingerprint string // of the names and stamps of all files, "" when it does not tell of all changes
	mark        string // see Linter.Mark
	from, until time.Time

	beside   []*Finding      // those that follow from Told
	subjects []subjectRecord // in the order of checker.run
}

// A subjectRecord is what is kept for a subject, see checker.run.
type subjectRecord struct {
	name      string
	key       string
	places    []string // paths of the pages of which the page names a place
	lost      bool     // a link of the page leads nowhere
	asked     bool     // the disk was asked
	hash      string   // of a person's page
	nicknames []string // of that page
	found     []*Finding
}

// runCached runs the checks that the record of an earlier run does not answer.
func (l *Linter) runCached(ctx context.Context) ([]Finding, error) {
	tick, _ := l.Dir.Tick(layout.CacheTick) // without one no stamp shows a change
	store := wiki.Store{Dir: l.Dir, Wiki: l.Folder, Tick: tick + l.ahead}
	now := new(runRecord)
	fingerprint, hidden, err := store.Glance(ctx)
	if err != nil {
		return nil, err
	}
	if tick != 0 {
		now.fingerprint = fingerprint
	}
	if l.Mark != nil {
		now.mark = l.Mark(store.Tick)
	}
	disk, err := l.disk(hidden)
	if err != nil {
		return nil, err
	}
	was := l.readRecord()
	if was != nil && was.holds(now, l.Now) {
		return sorted(was.found(), disk), nil
	}
	w, err := store.Load(ctx)
	if err != nil {
		return nil, err
	}
	if err := keyerOf(l, w, was).run(ctx, now); err != nil {
		return nil, err
	}
	l.writeRecord(now)
	return sorted(now.found(), disk), nil
}

// found returns all findings of a run except those of the disk, mostly sorted.
func (r *runRecord) found() []*Finding {
	n := len(r.beside)
	for i := range r.subjects {
		n += len(r.subjects[i].found)
	}
	found := make([]*Finding, 0, n)
	for i := range r.subjects {
		found = append(found, r.subjects[i].found...)
	}
	return append(found, r.beside...)
}

// holds reports whether everything that the findings of a run depend on is unchanged.
func (r *runRecord) holds(now *runRecord, at time.Time) bool {
	return r.fingerprint != "" && r.fingerprint == now.fingerprint && r.mark != "" && r.mark == now.mark &&
		!at.Before(r.from) && (r.until.IsZero() || at.Before(r.until))
}

// A keyer computes the keys of a snapshot's subjects.
type keyer struct {
	*checker
	was   map[string]*subjectRecord
	holds map[string]*subjectRecord // those of was whose findings hold
	names string                    // sums up what all pages are called
	nicks func() string             // and what other tools call them
}

func keyerOf(l *Linter, w *wiki.Wiki, was *runRecord) *keyer {
	k := &keyer{checker: checkerOf(l, w), was: map[string]*subjectRecord{}, holds: map[string]*subjectRecord{}}
	k.targets.Nicknames, k.nicks = k.keptNicknames, sync.OnceValue(k.sumNicknames)
	var names digest
	for _, p := range w.Pages() {
		names.add(p.Path, fmt.Sprint(p.Kind, p.Linked()))
		if p.Article != nil {
			title, _ := p.Text("title")
			names.add(string(p.Article.Type()), title, p.Article.Title())
			names.add(p.Aliases()...)
		}
	}
	k.names = names.sum()
	if was == nil {
		return k
	}
	var d digest
	for i := range was.subjects {
		r := &was.subjects[i]
		k.was[r.name] = r
	}
	for i := range was.subjects {
		if r := &was.subjects[i]; !r.asked && r.key == k.key(&d, r) {
			k.holds[r.name] = r
		}
	}
	return k
}

// run checks the subjects without a valid record, and stores in now what it finds.
func (k *keyer) run(ctx context.Context, now *runRecord) error {
	now.subjects = make([]subjectRecord, subjectCount(k.Wiki))
	beside, err := k.checker.run(ctx, func(i int, name string, look func() []*Finding) {
		if r := k.holds[name]; r != nil {
			now.subjects[i] = *r
			return
		}
		r := &now.subjects[i]
		r.name, r.found = name, look()
		slices.SortFunc(r.found, order)
		k.fill(r)
	})
	now.beside, now.from, now.until = beside, k.From, k.Until
	return err
}

// fill records what the findings about a subject depend on.
func (k *keyer) fill(r *subjectRecord) {
	if p := k.Wiki.Page(r.name); p != nil && p.Article != nil {
		for _, o := range k.Wiki.LinksOf(p) {
			switch {
			case o.To == nil:
				r.lost = true
			case o.To != p && o.Fragment != "" && !o.Markdown && o.To.Article != nil && !slices.Contains(r.places, o.To.Path):
				r.places = append(r.places, o.To.Path)
			}
		}
		if r.asked = k.targets.Asked(p); p.Kind == wiki.PersonPage {
			r.hash, r.nicknames = p.Hash(), target.Nicknames(p)
		}
	}
	r.key = k.key(new(digest), r)
}

// key returns a hash of all that the findings about a subject depend on.
func (k *keyer) key(d *digest, r *subjectRecord) string {
	*d = (*d)[:0]
	d.add(k.names)
	p := k.Wiki.Page(r.name)
	switch {
	case p != nil && p.Article != nil:
		d.add(p.Hash())
		for _, from := range k.Wiki.LinkersOf(p) {
			d.add(from.Path)
		}
		for _, name := range r.places {
			if to := k.Wiki.Page(name); to != nil {
				d.add(name, to.Hash())
			}
		}
		if r.lost {
			d.add(k.nicks())
		}
	case r.name == aboutIndex:
		for _, p := range k.Wiki.Pages() {
			if p.Kind == wiki.CodePage {
				d.add(p.Hash())
			}
		}
	case r.name == aboutNames:
		for _, f := range r.found {
			if p := k.Wiki.Page(f.Path); p != nil && f.Line > 0 { // the line may be another
				d.add(p.Hash())
			}
		}
	}
	return d.sum()
}

// keptNicknames is target.Nicknames, from the record for pages that are unchanged.
func (k *keyer) keptNicknames(p *wiki.Page) []string {
	if r := k.was[p.Path]; r != nil && r.hash != "" && r.hash == p.Hash() {
		return r.nicknames
	}
	return target.Nicknames(p)
}

func (k *keyer) sumNicknames() string {
	var d digest
	for _, p := range k.Wiki.Pages() {
		if p.Kind == wiki.PersonPage {
			d.add(append(k.keptNicknames(p), path.Base(p.Path))...)
		}
	}
	return d.sum()
}

// A digest hashes a list of texts, so that different lists have different hashes.
type digest []byte

func (d *digest) add(texts ...string) {
	for _, s := range texts {
		*d = append(binary.AppendUvarint(*d, uint64(len(s))), s...)
	}
}

func (d *digest) sum() string {
	sum := sha256.Sum256(*d)
	return string(sum[:])
}
