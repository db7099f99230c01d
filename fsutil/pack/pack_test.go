package pack_test

import (
	"math"
	"slices"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/fsutil/pack"
)

func packed() []byte {
	w := pack.New("a/1")
	w.Uint(0)
	w.Uint(math.MaxUint64)
	w.Int(math.MinInt64)
	w.Int(-1)
	w.Bool(true)
	w.Bool(false)
	w.String("")
	w.String("a\x00ö")
	w.Strings(nil)
	w.Strings([]string{"", "x"})
	return w.Bytes()
}

func TestUnpacked(t *testing.T) {
	r := pack.Open(packed(), "a/1")
	if r.Uint() != 0 || r.Uint() != math.MaxUint64 || r.Int() != math.MinInt64 || r.Int() != -1 || !r.Bool() || r.Bool() || r.String() != "" || r.String() != "a\x00ö" || r.Strings() != nil || !slices.Equal(r.Strings(), []string{"", "x"}) {
		t.Error("unpacking gives other values")
	}
	must.Hold(t, r.Done(), "it is not done")
	must.Hold(t, r.Uint() == 0 && r.String() == "" && !r.Bool() && r.Strings() == nil && !r.Done(), "reading on gives something")
}

// Whatever became of a file, it reads whole and as it was or not at all.
func TestDamagedIsNothing(t *testing.T) {
	whole := packed()
	must.Hold(t, pack.Open(whole, "a/2") == nil, "a file of another key opens")
	for n := range whole {
		must.Hold(t, pack.Open(whole[:n], "a/1") == nil, "the first %d bytes open", n)
		bad := slices.Clone(whole)
		bad[n] ^= 0x10
		must.Hold(t, pack.Open(bad, "a/1") == nil, "it opens with byte %d changed", n)
	}
}

func FuzzReader(f *testing.F) {
	f.Add(packed())
	f.Fuzz(func(t *testing.T, body []byte) {
		w := pack.New("k")
		w.String(string(body))
		r := pack.Open(w.Bytes(), "k")
		must.Be(t, r != nil && r.String() == string(body) && r.Done(), "what was packed does not unpack")
		r = pack.Open(append(w.Bytes()[:0:0], body...), "k")
		for i := 0; r != nil && i <= len(body); i++ {
			r.Strings()
		}
	})
}
