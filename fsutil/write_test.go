package fsutil

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestSmoke(t *testing.T) {
	d, err := OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, want := range []bool{true, false} {
		if ch, err := d.WriteFile("a/b/c.md", []byte("x"), 0o644); ch != want || err != nil {
			t.Fatal(ch, err)
		}
	}
	a, err := d.OpenAppend("daily/x.md", 0o644)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Append([]byte("1\n")); err != nil {
		t.Fatal(err)
	}
	if err := a.Append([]byte("2\n")); err != nil {
		t.Fatal(err)
	}
	b, err := d.ReadFile("daily/x.md")
	if string(b) != "1\n2\n" || err != nil {
		t.Fatal(string(b), err)
	}
	u, err := d.Lock(context.Background(), ".memoria/lock/daily")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := d.Lock(ctx, ".memoria/lock/daily"); !errors.Is(err, ErrLocked) {
		t.Fatal(err)
	}
	if _, err := d.TryLock(".memoria/lock/daily"); !errors.Is(err, ErrLocked) {
		t.Fatal(err)
	}
	u()
	u, err = d.TryLock(".memoria/lock/daily")
	if err != nil {
		t.Fatal(err)
	}
	u()
	type s struct{ A int }
	if _, err := WriteState(d, ".memoria/s.json", 1, s{3}); err != nil {
		t.Fatal(err)
	}
	var v s
	if w, err := ReadState(d, ".memoria/s.json", 1, &v, time.Now()); w != "" || err != nil || v.A != 3 {
		t.Fatal(w, err, v)
	}
}
