package vector

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agent-admin/memoria/wiki/search/index"
)

// Update asks the model for the vectors that are missing, and forgets those of texts that are gone. It returns how many
// texts were asked for. On an error it keeps what it got, so that the next call asks for the rest.
func (s *Store) Update(ctx context.Context, x *index.Index) (asked int, err error) {
	was := s.load()
	u := &update{known: map[sum]vec{}, now: map[string]*page{}, asked: map[sum]bool{}}
	for _, p := range was {
		for _, at := range p.spots {
			u.known[at.sum] = at.vec
		}
	}
	changed := false
	files := x.Files()
	for _, path := range slices.Sorted(maps.Keys(files)) {
		f := files[path]
		if p := was[path]; p != nil && p.hash == f.Hash {
			u.now[path] = p
			continue
		}
		changed = true
		src, err := x.Store.Dir.ReadFile(path)
		if err != nil || len(src) > index.FileMost {
			continue
		}
		u.read(path, f.Hash, x.Store.Parse(path, src))
	}
	if !changed && len(u.now) == len(was) {
		return 0, nil
	}
	asked, err = u.ask(ctx, s.Model)
	u.fill()
	if kept := s.save(u.now); err == nil {
		err = kept
	}
	return asked, err
}

// An update is a run of [Store.Update].
type update struct {
	known map[sum]vec
	now   map[string]*page
	want  []string // texts without a vector
	asked map[sum]bool
}

// read notes the passages of a file that are to have a vector.
func (u *update) read(path, hash string, docs []index.Source) {
	p := &page{hash: hash}
	for doc := range docs {
		if docs[doc].Kind == index.Note {
			continue
		}
		for i, t := range docs[doc].Texts {
			if t.Start == t.End || t.Field < index.InBody || t.Field == index.InAside || len(t.Text) < textLeast {
				continue
			}
			text := cut(strings.TrimSpace(t.Text))
			key := sumOf(text)
			p.spots = append(p.spots, spot{doc: doc, passage: i, sum: key})
			if _, ok := u.known[key]; !ok && !u.asked[key] {
				u.asked[key] = true
				u.want = append(u.want, text)
			}
		}
	}
	u.now[path] = p
}

// ask asks the model for what is wanted, in batches.
func (u *update) ask(ctx context.Context, m Model) (asked int, err error) {
	for left := u.want; len(left) > 0; {
		n, size := 0, 0
		for n < min(len(left), batchTexts) && (n == 0 || size+len(left[n]) <= batchBytes) {
			size += len(left[n])
			n++
		}
		got, err := m.Embed(ctx, left[:n])
		if err != nil {
			return asked, err
		}
		if len(got) != n {
			return asked, fmt.Errorf("%s gave %d vectors for %d texts", m.Name(), len(got), n)
		}
		for i, v := range got {
			u.known[sumOf(left[i])], _ = vecOf(v)
		}
		asked, left = asked+n, left[n:]
	}
	return asked, nil
}

// fill gives the passages their vectors. A page that lacks some is read again the next time.
func (u *update) fill() {
	for _, p := range u.now {
		spots := p.spots[:0:0]
		for _, at := range p.spots {
			if v, ok := u.known[at.sum]; ok {
				at.vec = v
				spots = append(spots, at)
			}
		}
		if len(spots) < len(p.spots) {
			p.hash = ""
		}
		p.spots = spots
	}
}
