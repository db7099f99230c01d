package daily

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// However little of a log is looked at in one go, an append comes to the same.
func TestViewInAnyWindow(t *testing.T) {
	entry := func(n int) string {
		e, err := numbered(n).Clean(time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		blockSet{}.assign(&e)
		return format(e)
	}
	entries := []string{entry(0), entry(1), entry(2)}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 12).Draw(t, "parts") {
			e := rapid.SampledFrom(entries).Draw(t, "entry")
			switch rapid.IntRange(0, 5).Draw(t, "part") {
			case 0:
				e = anyText().Draw(t, "prose")
			case 1:
				e = e[:rapid.IntRange(0, len(e)).Draw(t, "torn")]
			case 2:
				e = strings.Repeat("long prose ", rapid.IntRange(0, 300).Draw(t, "words"))
			}
			b.WriteString(e + rapid.SampledFrom([]string{"", "\n", "\n\n"}).Draw(t, "between"))
		}
		file := []byte(b.String())
		if rapid.Bool().Draw(t, "CRLF") {
			file = bytes.ReplaceAll(file, []byte("\n"), []byte("\r\n"))
		}
		adding := []Entry{numbered(0), numbered(3)}
		for i := range adding {
			adding[i], _ = adding[i].Clean(time.UTC)
		}
		var want string
		for _, window := range []int{len(file) + 1, rapid.IntRange(1, 3000).Draw(t, "window")} {
			v, err := look(bytes.NewReader(file), int64(len(file)), adding, window)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasSuffix(file, v.tail) || v.at != int64(len(file)-len(v.tail)) {
				t.Fatalf("the tail of %d bytes at %d", len(v.tail), v.at)
			}
			held := v.held[adding[0].ID]
			keep, text := compose(v, DateOf(adding[0].At, nil), adding, nil)
			got := fmt.Sprintf("%v, %d, %s", held, int(v.at)+keep, text)
			if want == "" {
				want = got
			} else if got != want {
				t.Fatalf("in windows of %d:\n%s\nat once:\n%s", window, got, want)
			}
		}
	})
}
