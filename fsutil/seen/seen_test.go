package seen

import (
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil"
)

// A version is seen again while its stamp says that it is the same, and only if a later change had shown.
func TestFiles(t *testing.T) {
	tick := time.Date(2026, 3, 2, 9, 0, 0, 1, time.UTC).UnixNano()
	s, none := Files[string]{Tick: tick}, (*Files[string])(nil)
	old, young := fsutil.Stamp{Size: 1, Change: tick - int64(time.Second)}, fsutil.Stamp{Size: 1, Change: tick - int64(time.Millisecond)}
	s.Put("a", old, "A")
	s.Put("b", young, "B")
	none.Put("a", old, "A")
	for _, tt := range []struct {
		name  string
		stamp fsutil.Stamp
		want  string
	}{{"a", old, "A"}, {"a", young, ""}, {"b", young, ""}, {"d", old, ""}} {
		if got, ok := s.Get(tt.name, tt.stamp); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s %v is %q", tt.name, tt.stamp, got)
		}
	}
	s.Twice = true
	if got, _ := s.Get("a", old); got != s.of["a"].made+"A" {
		t.Errorf("asked again, it is %q and held on", got)
	}
	if _, ok := none.Get("a", old); ok {
		t.Error("nil has seen something")
	}
}
