package editor

import (
	"testing"

	"github.com/agent-admin/memoria/compiler/editor/form"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

// The estimate before entries are written is close to what is then asked.
func TestExpect(t *testing.T) {
	for _, window := range []int{24 << 10, 300 << 10} {
		m := &asktest.Model{Bytes: window, Say: func(ask.Question, int) (string, error) { return form.Nothing, nil }}
		v := newVault(t, m)
		v.Count = true
		v.Base = crowd{300}
		must.Get(v.Revise(t.Context(), long(30), nil, all))(t)
		is, want := Expect(30*EntryUsual, window), v.Estimate()
		t.Logf("window %d: expected %+v, would be asked %+v", window, is, want)
		must.Hold(t, is.Calls <= 2*want.Calls && 2*is.Calls >= want.Calls && is.In <= 2*want.In && 2*is.In >= want.In, "too far")
	}
	if one, many := ExpectChecks(Expect(EntryUsual, 300<<10), 0.85), ExpectChecks(Expect(9*EntryUsual, 300<<10), 0.85); one.Calls != 0 || many.Calls != 2 || many.In < 20<<10 {
		t.Error(one, many)
	}
	must.Hold(t, Expect(0, 300<<10) == (ask.Estimate{}) && Expect(EntryUsual, 1<<10).Calls == 1, "%v %v", Expect(0, 300<<10), Expect(EntryUsual, 1<<10))
}
