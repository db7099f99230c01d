package site

import (
	"maps"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/site/view"
)

// A live site shows of a page, before it knows of all others who names it, what it shows afterwards.
func TestLiveNames(t *testing.T) {
	s := siteOf(t, small, Options{Live: true})
	v := view.Page{}
	s.around(&v, s.plan.ByPath["wiki/concepts/sidecar-locks.md"])
	must.Hold(t, len(v.Mentions) == 1 && !s.known.Load(), "%d mentions, known %v", len(v.Mentions), s.known.Load())
	first := bodiesOf(t, s)
	seen := s.Seen()
	must.Hold(t, s.known.Load(), "nothing is known")
	later := bodiesOf(t, s)
	must.Hold(t, maps.Equal(first, later), "pages differ once all is known")
	src := vaultOf(t, small)
	src.Seen = seen
	next := must.Get(New(src, Options{Live: true}))(t)
	must.Hold(t, next.few() && maps.Equal(first, bodiesOf(t, next)), "the next site has other pages")
	must.Hold(t, string(next.Seen()) == string(seen), "the next site knows something else")
}

func bodiesOf(t *testing.T, s *Site) map[string]string {
	t.Helper()
	out := map[string]string{}
	for name := range s.files {
		body, _, err := s.File(name)
		must.Do(t, err)
		out[name] = string(body)
	}
	return out
}

func TestStamp(t *testing.T) {
	stamp := func(files map[string]string, o Options) string { return vaultOf(t, files).Stamp(o) }
	was := stamp(small, Options{})
	must.Hold(t, stamp(maps.Clone(small), Options{}) == was, "the same vault has another stamp")
	for path, text := range small {
		next := maps.Clone(small)
		next[path] = text + "\nmore\n"
		must.Hold(t, path == "wiki/pic.png" || stamp(next, Options{}) != was, "%s: changed under the same stamp", path)
		delete(next, path)
		must.Hold(t, stamp(next, Options{}) != was, "%s: gone under the same stamp", path)
	}
	for _, o := range []Options{{Title: "x"}, {Live: true}, {Include: []string{"notes/**"}}, {Templates: map[string][]byte{"site.css": []byte("x")}}} {
		must.Hold(t, stamp(small, o) != was, "%+v has the same stamp", o)
	}
	src := vaultOf(t, small)
	src.Logs[0].Entries[0].Bullets = nil
	must.Hold(t, src.Stamp(Options{}) != was, "a log without a line has the same stamp")
}
