package fsutil

import (
	"testing"
	"time"
)

// A version is seen again while its stamp says that it is the same, and only if a later change had shown.
func TestSeen(t *testing.T) {
	var s Seen[string]
	tick := time.Date(2026, 3, 2, 9, 0, 0, 1, time.UTC).UnixNano()
	old, young := Stamp{Size: 1, Change: tick - int64(time.Second)}, Stamp{Size: 1, Change: tick - int64(time.Millisecond)}
	s.Put("a", old, tick, "A")
	s.Put("b", young, tick, "B")
	s.Put("c", old, 0, "C")
	(*Seen[string])(nil).Put("a", old, tick, "A")
	for _, tt := range []struct {
		name  string
		stamp Stamp
		want  string
	}{{"a", old, "A"}, {"a", young, ""}, {"b", young, ""}, {"c", old, ""}, {"d", old, ""}} {
		if got, ok := s.Get(tt.name, tt.stamp); got != tt.want || ok != (tt.want != "") {
			t.Errorf("%s %v is %q", tt.name, tt.stamp, got)
		}
	}
	if _, ok := (*Seen[string])(nil).Get("a", old); ok {
		t.Error("nil has seen something")
	}
}
