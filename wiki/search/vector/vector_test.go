package vector

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/search/index"
)

// axes is a model whose vectors have one number for each group of words that mean the same.
type axes struct {
	groups [][]string
	asked  []string
	fail   error // of every call after the first ok ones
	ok     int
}

func (a *axes) Name() string { return fmt.Sprint("axes/", len(a.groups)) }

func (a *axes) Embed(_ context.Context, texts []string) (out [][]float32, err error) {
	if a.ok--; a.fail != nil && a.ok < 0 {
		return nil, a.fail
	}
	for _, text := range texts {
		a.asked = append(a.asked, text)
		v := make([]float32, len(a.groups)+1)
		v[len(a.groups)] = 0.1
		for i, group := range a.groups {
			for _, word := range group {
				if strings.Contains(strings.ToLower(text), word) {
					v[i] = 1
				}
			}
		}
		out = append(out, v)
	}
	return out, nil
}

// A place is a vault with an index.
type place struct {
	t   *testing.T
	dir *fsutil.Dir
	s   *Store
}

func newPlace(t *testing.T, m Model) *place {
	t.Helper()
	dir := must.Get(fsutil.OpenDir(t.TempDir()))(t)
	t.Cleanup(func() { dir.Close() })
	return &place{t, dir, &Store{Dir: dir, Name: "vectors", Model: m}}
}

func (p *place) write(name, text string) {
	p.t.Helper()
	path := filepath.Join(p.dir.Path(), filepath.FromSlash(name))
	must.Do(p.t, os.MkdirAll(filepath.Dir(path), 0o755))
	must.Do(p.t, os.WriteFile(path, []byte(text), 0o644))
}

func (p *place) index() *index.Index {
	p.t.Helper()
	x := must.Get((&index.Store{Dir: p.dir, Wiki: "wiki"}).Open(p.t.Context()))(p.t)
	p.t.Cleanup(x.Close)
	return x
}

func (p *place) near(x *index.Index, words string) (paths []string) {
	p.t.Helper()
	near := must.Get(p.s.Near(p.t.Context(), x, words, 5))(p.t)
	for _, n := range near {
		d, _ := x.Doc(n.Doc)
		paths = append(paths, d.Path)
	}
	return paths
}

func article(title string, points ...string) string {
	return "---\ntitle: " + title + "\ntype: concept\nsources: [\"[[2026-03-01]]\"]\n---\n\n# " + title + "\n\n## Key Points\n\n- " + strings.Join(points, "\n- ") + "\n"
}

func TestStore(t *testing.T) {
	m := &axes{groups: [][]string{{"login", "sign in", "anmelden"}, {"backup", "copy of the data"}, {"colour"}}}
	p := newPlace(t, m)
	for i := range 30 {
		p.write(fmt.Sprintf("wiki/concepts/other-%d.md", i), article(fmt.Sprint("Other ", i), fmt.Sprintf("Number %d says nothing of it", i)))
	}
	p.write("wiki/concepts/auth.md", article("Auth", "People sign in with a code from a mail", "The code is good for ten minutes"))
	p.write("wiki/concepts/safe.md", article("Safe", "Every night a copy of the data goes to another house"))
	p.write("my page.md", "# My page\n\nA login of mine that is nobody's business\n")

	x := p.index()
	got := p.near(x, "login")
	must.Hold(t, got == nil && len(m.asked) == 0, "without vectors: %v, asked %q", got, m.asked)
	n, err := p.s.Update(t.Context(), x)
	must.Be(t, err == nil && n == 33 && len(m.asked) == 33, "asked for %d: %v", n, err)
	i := slices.IndexFunc(m.asked, func(s string) bool { return strings.Contains(s, "business") })
	must.Hold(t, i < 0, "a page of the person's was sent among %q", m.asked)
	got = p.near(x, "how do I login?")
	must.Hold(t, slices.Equal(got, []string{"wiki/concepts/auth.md"}), "login: %v", got)
	got = p.near(x, "Anmelden")
	must.Hold(t, slices.Equal(got, []string{"wiki/concepts/auth.md"}), "in another language: %v", got)
	got = p.near(x, "colour")
	must.Hold(t, len(got) == 0, "what nothing is near to: %v", got)

	m.asked = nil
	if n, err := p.s.Update(t.Context(), x); n != 0 || err != nil || len(m.asked) != 0 {
		t.Errorf("nothing changed: asked for %d: %v", n, err)
	}
	p.write("wiki/concepts/auth.md", article("Auth", "The code is good for ten minutes", "People log in no more"))
	x = p.index()
	got = p.near(x, "login")
	must.Hold(t, len(got) == 0, "what changed is found by its old vectors: %v", got)
	m.asked = nil
	if n, err := p.s.Update(t.Context(), x); n != 1 || err != nil || m.asked[0] != "- People log in no more" && m.asked[0] != "People log in no more" {
		t.Errorf("one line changed: asked for %d %q: %v", n, m.asked, err)
	}
	must.Do(t, os.Remove(filepath.Join(p.dir.Path(), "wiki/concepts/safe.md")))
	x = p.index()
	must.Get(p.s.Update(t.Context(), x))(t)
	got = p.near(x, "backup")
	must.Hold(t, len(got) == 0 && len(p.s.load()) == 32, "a page that is gone: %v, %d pages", got, len(p.s.load()))

	m.groups = append(m.groups, []string{"another model"})
	got = p.near(x, "login")
	must.Hold(t, got == nil, "by vectors of another model: %v", got)
}

// A model that fails half-way is asked for the rest the next time, and for nothing twice.
func TestStoreGoesOn(t *testing.T) {
	m := &axes{groups: [][]string{{"x"}}, fail: errors.New("busy"), ok: 1}
	p := newPlace(t, m)
	for i := range 100 {
		p.write(fmt.Sprintf("wiki/concepts/p%02d.md", i), article(fmt.Sprint("P ", i), fmt.Sprintf("What is said on page %d", i)))
	}
	x := p.index()
	n, err := p.s.Update(t.Context(), x)
	must.Be(t, n == batchTexts && err != nil, "%d, %v", n, err)
	m.fail = nil
	n, err = p.s.Update(t.Context(), x)
	must.Be(t, n == 100-batchTexts && err == nil, "%d, %v", n, err)
	slices.Sort(m.asked)
	got := len(slices.Compact(m.asked))
	must.Hold(t, got == 100, "%d texts", got)
	data := must.Get(p.dir.ReadFile("vectors"))(t)
	data[len(data)/2] ^= 1
	must.Get(p.dir.WriteFile("vectors", data, 0o600))(t)
	must.Hold(t, p.s.load() == nil, "a damaged file is read")
}
