package site

import (
	"maps"
	"testing"

	"github.com/agent-admin/memoria/wiki/site/view"
)

// A live site shows of a page, before it knows of all others who names it, what it shows afterwards.
func TestLiveNames(t *testing.T) {
	s := siteOf(t, small, Options{Live: true})
	v := view.Page{}
	s.around(&v, s.plan.ByPath["wiki/concepts/sidecar-locks.md"])
	if len(v.Mentions) != 1 || s.known.Load() {
		t.Errorf("%d mentions, known %v", len(v.Mentions), s.known.Load())
	}
	first := bodiesOf(t, s)
	seen := s.Seen()
	if !s.known.Load() {
		t.Error("nothing is known")
	}
	if later := bodiesOf(t, s); !maps.Equal(first, later) {
		t.Error("pages differ once all is known")
	}
	src := vaultOf(t, small)
	src.Seen = seen
	next, err := New(src, Options{Live: true})
	if err != nil {
		t.Fatal(err)
	}
	if !next.few() || !maps.Equal(first, bodiesOf(t, next)) {
		t.Error("the next site has other pages")
	}
	if string(next.Seen()) != string(seen) {
		t.Error("the next site knows something else")
	}
}

func bodiesOf(t *testing.T, s *Site) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name := range s.files {
		body, _, err := s.File(name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = string(body)
	}
	return out
}

func TestStamp(t *testing.T) {
	stamp := func(files map[string]string, o Options) string { return vaultOf(t, files).Stamp(o) }
	was := stamp(small, Options{})
	if stamp(maps.Clone(small), Options{}) != was {
		t.Error("the same vault has another stamp")
	}
	for path, text := range small {
		next := maps.Clone(small)
		next[path] = text + "\nmore\n"
		if path != "wiki/pic.png" && stamp(next, Options{}) == was {
			t.Errorf("%s: changed under the same stamp", path)
		}
		delete(next, path)
		if stamp(next, Options{}) == was {
			t.Errorf("%s: gone under the same stamp", path)
		}
	}
	for _, o := range []Options{{Title: "x"}, {Live: true}, {Include: []string{"notes/**"}}, {Templates: map[string][]byte{"site.css": []byte("x")}}} {
		if stamp(small, o) == was {
			t.Errorf("%+v has the same stamp", o)
		}
	}
	src := vaultOf(t, small)
	src.Logs[0].Entries[0].Bullets = nil
	if src.Stamp(Options{}) == was {
		t.Error("a log without a line has the same stamp")
	}
}
