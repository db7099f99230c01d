package command

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/fsutil/must"
)

// The line of progress says how fast the work goes and how long it takes, after a second, and is gone when it is done.
func TestStep(t *testing.T) {
	began := time.Date(2026, 3, 2, 10, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		redraw bool
		every  time.Duration
		total  int
		want   string
	}{
		{true, 10 * time.Millisecond, 90, ""},
		{true, 500 * time.Millisecond, 6, "article 3 of 6, 2 a second, 2 seconds left, x.md\narticle 4 of 6, 2 a second, 1 second left, x.md\narticle 5 of 6, 2 a second, 1 second left, x.md\narticle 6 of 6, x.md\n"},
		{true, 90 * time.Second, 4, "article 2 of 4, x.md\narticle 3 of 4, 0.7 a minute, 2 minutes left, x.md\narticle 4 of 4, x.md\n"},
		{false, 500 * time.Millisecond, 6, ""},
		{false, 4 * time.Second, 5, "memoria: article 4 of 5, 15 a minute, 4 seconds left, x.md\n"},
	} {
		var out bytes.Buffer
		u := &UI{Out: &out, Err: &out, Redraw: tt.redraw}
		for i := range tt.total {
			u.Step(began.Add(time.Duration(i)*tt.every), "article", i+1, tt.total, "x.md")
		}
		u.Clear()
		got := out.String()
		must.Hold(t, !tt.redraw || got == "" || strings.HasSuffix(got, "\r\x1b[K"), "the line stays: %q", got)
		got = strings.NewReplacer("\r\x1b[K", "\n").Replace(got)
		if got = strings.TrimPrefix(got, "\n"); got != tt.want {
			t.Errorf("%s each:\n got %q\nwant %q", tt.every, got, tt.want)
		}
	}
}
