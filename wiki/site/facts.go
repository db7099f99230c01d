package site

import (
	"runtime"
	"strings"
	"sync"

	"github.com/agent-admin/memoria/fsutil/pack"
	"github.com/agent-admin/memoria/fsutil/sorting"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/related"
)

// version changes when the same vault gives other files, other facts, or facts in another form.
const version = "site/10"

// seenForm changes with the form of what Seen returns.
const seenForm = version + ", facts 2"

// remember collects the facts of all pages. It reads only the pages that changed.
func (s *Site) remember() map[string]*fact {
	defer s.known.Store(true)
	was := s.seen()
	known, same := was.facts, was.names == namesKey(s.src.Wiki)
	var todo []*wiki.Page
	out := make(map[string]*fact, len(known))
	for _, p := range s.src.Wiki.Pages() {
		if p.Article == nil {
			continue
		}
		if k := known[p.Path]; k != nil && k.hash == p.Hash() && same {
			out[p.Path] = k
			continue
		}
		todo = append(todo, p)
	}
	if len(todo) == 0 {
		return out
	}
	naming := map[*wiki.Page]bool{}
	for _, p := range s.find.Naming() {
		naming[p] = true
	}
	names := s.find.Names()
	found := make([]*fact, len(todo))
	var wg sync.WaitGroup
	workers := min(runtime.GOMAXPROCS(0), len(todo))
	if s.o.Live { // somebody waits for a page meanwhile
		workers = 1
	}
	for w := range workers {
		wg.Go(func() {
			for i := w; i < len(todo); i += workers {
				found[i] = factOf(todo[i])
				if naming[todo[i]] {
					found[i].finds = findsOf(names.In(todo[i]))
				}
			}
		})
	}
	wg.Wait()
	for i, p := range todo {
		out[p.Path] = found[i]
	}
	return out
}

func factOf(p *wiki.Page) *fact {
	f := &fact{hash: p.Hash(), tagged: mayTag(p.Body())}
	for _, l := range p.Doc().Links {
		if l.Embed && l.Target != "" {
			f.embeds = append(f.embeds, l.Target)
		}
	}
	for _, h := range p.Doc().Hrefs {
		if target, _, local := h.Split(); h.Image && local && target != "" {
			f.images = append(f.images, target)
		}
	}
	return f
}

func findsOf(in map[*wiki.Page]related.Spot) (out []find) {
	for p, at := range in {
		out = append(out, find{p.Path, at})
	}
	sorting.By(out, func(a, b find) int { return strings.Compare(a.to, b.to) })
	return out
}

// mayTag reports whether a text may contain a tag: a # followed by a letter, after nothing but a space or a
// punctuation mark.
func mayTag(text []byte) bool {
	for i, c := range text {
		if c != '#' || i+1 == len(text) || text[i+1] <= ' ' || text[i+1] == '#' {
			continue
		}
		switch {
		case i == 0:
			return true
		case letter(text[i-1]) || text[i-1] == '#':
		case text[i-1] == '[' && i > 1 && text[i-2] == '[': // of a link within the page
		default:
			return true
		}
	}
	return false
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

// namesKey is a hash of the names of all pages, which decide what their names and links mean.
func namesKey(w *wiki.Wiki) string {
	d := newDigest()
	for _, p := range w.Pages() {
		d.text(p.Path)
		if p.Article == nil {
			continue
		}
		d.text(p.Title())
		for _, a := range p.Aliases() {
			d.text(a)
		}
		d.text("")
	}
	return d.sum()
}

// named returns for every page the pages that name it.
func (s *Site) named() map[*wiki.Page][]related.Naming {
	facts := s.facts()
	out := map[*wiki.Page][]related.Naming{}
	for _, q := range s.find.Naming() {
		f := facts[q.Path]
		if f == nil {
			continue
		}
		for _, x := range f.finds {
			if to := s.src.Wiki.Page(x.to); to != nil && len(out[to]) < maxMentions {
				out[to] = append(out[to], related.Naming{By: q, At: x.at})
			}
		}
	}
	return out
}

// Seen returns what the site knows of the pages' texts, as input for the next site: see Vault. It holds
// only hashes and names, no sentences.
func (s *Site) Seen() []byte {
	facts := s.facts()
	w := pack.New(seenForm)
	w.String(namesKey(s.src.Wiki))
	s.keepShelf(w)
	w.Len(len(facts))
	for _, path := range sortedKeys(facts) {
		f := facts[path]
		w.String(path)
		w.String(f.hash)
		w.Strings(f.embeds)
		w.Strings(f.images)
		w.Bool(f.tagged)
		w.Len(len(f.finds))
		for _, x := range f.finds {
			w.String(x.to)
			w.String(x.at.Name)
			w.Uint(uint64(x.at.Start))
		}
	}
	return w.Bytes()
}

// keepShelf adds the keys of the files of the search index.
func (s *Site) keepShelf(w *pack.Writer) {
	if s.src.Index == nil || s.o.Live {
		w.String("")
		w.Len(0)
		return
	}
	keys := s.shelfKeys()
	w.String(s.shelves())
	w.Len(len(keys))
	for _, name := range sortedKeys(keys) {
		w.String(name)
		w.String(keys[name])
	}
}

// readSeen reads the result of an earlier Seen; it is empty if the data cannot be read.
func readSeen(data []byte) *seen {
	r := pack.Open(data, seenForm)
	if r == nil {
		return &seen{}
	}
	out := &seen{names: r.String(), shelfKey: r.String(), shelf: map[string]string{}}
	for range r.Len() {
		name := r.String()
		out.shelf[name] = r.String()
	}
	n := r.Len()
	out.facts = make(map[string]*fact, n)
	facts := make([]fact, n)
	for i := range facts {
		f := &facts[i]
		out.facts[r.String()] = f
		f.hash, f.embeds, f.images, f.tagged = r.String(), r.Strings(), r.Strings(), r.Bool()
		if k := r.Len(); k > 0 {
			f.finds = make([]find, k)
			for j := range f.finds {
				f.finds[j] = find{r.String(), related.Spot{Name: r.String(), Start: int(r.Uint())}}
			}
		}
	}
	if !r.Done() {
		return &seen{}
	}
	return out
}
