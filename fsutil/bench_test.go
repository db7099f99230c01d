package fsutil

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"github.com/agent-admin/memoria/fsutil/must"
)

// BenchmarkAppend is one locked, synced append of 1 KiB to a day log, as daily does it, next to a
// write under no lock at all.
func BenchmarkAppend(b *testing.B) {
	entry := bytes.Repeat([]byte("x"), 1024)
	b.Run("open", func(b *testing.B) { // a process that appends once
		d := openTemp(b)
		for b.Loop() {
			a := must.Get(d.OpenAppend("daily/day.md", 0o644))(b)
			lockedAppend(b, d, a, entry)
			a.Close()
		}
	})
	b.Run("kept", func(b *testing.B) { // a process that goes on appending
		d := openTemp(b)
		a := appendTo(b, d, "daily/day.md")
		for b.Loop() {
			lockedAppend(b, d, a, entry)
		}
	})
}

func lockedAppend(b *testing.B, d *Dir, a *Appender, entry []byte) {
	unlock := must.Get(d.Lock(context.Background(), lockName))(b)
	defer unlock()
	must.Get(a.Refresh())(b)
	must.Do(b, a.Append(entry))
}

func BenchmarkWriteFile(b *testing.B) {
	for _, size := range []int{4 << 10, 256 << 10} {
		pages := [2][]byte{bytes.Repeat([]byte("x"), size), bytes.Repeat([]byte("y"), size)}
		for name, write := range map[string]func(d *Dir, i int) (bool, error){
			"sync":   func(d *Dir, i int) (bool, error) { return d.WriteFile("wiki/a.md", pages[i%2], 0o644) },
			"nosync": func(d *Dir, i int) (bool, error) { return d.WriteFileNoSync("wiki/a.md", pages[i%2], 0o644) },
			"equal":  func(d *Dir, i int) (bool, error) { return d.WriteFile("wiki/a.md", pages[0], 0o644) },
		} {
			b.Run(fmt.Sprintf("%s/%dKiB", name, size>>10), func(b *testing.B) {
				d := openTemp(b)
				b.SetBytes(int64(size))
				for i := 0; b.Loop(); i++ {
					must.Get(write(d, i))(b)
				}
			})
		}
	}
}
