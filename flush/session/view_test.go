package session

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/flush/dialect"
	"github.com/agent-admin/memoria/flush/ledger"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestOpenAtCursor reads a transcript whose first row alone tells its session, from a cursor near to that and far behind
// it: what follows is as if the whole file were read.
func TestOpenAtCursor(t *testing.T) {
	for _, between := range []int{0, 2 * dialect.HeadMost} {
		var b strings.Builder
		b.WriteString(`{"timestamp":"2026-03-01T09:59:00Z","type":"session_meta","payload":{"id":"S","cwd":"/w/app","git":{"branch":"fix"}}}` + "\n")
		say := func(text string) {
			fmt.Fprintf(&b, `{"timestamp":"2026-03-01T10:00:00Z","type":"event_msg","payload":{"type":"user_message","message":%q}}`+"\n", text)
		}
		say("one")
		fmt.Fprintf(&b, `{"timestamp":"2026-03-01T10:00:00Z","type":"world_state","payload":%q}`+"\n", strings.Repeat("x", between))
		say("two")
		say("three")
		path := filepath.Join(t.TempDir(), "s.jsonl")
		must.Do(t, os.WriteFile(path, []byte(b.String()), 0o600))
		src := transcript.Source{Agent: "codex", Path: path, Size: int64(b.Len()), Open: func() (io.ReadCloser, error) { return os.Open(path) }}
		told := func(c *ledger.Cursor) (out []string, all []Extent, v *View) {
			v, err := Open(src, c)
			must.Do(t, err)
			t.Cleanup(v.Close)
			err = v.Each(context.Background(), false, func(x *transcript.Turn) {
				out, all = append(out, fmt.Sprintf("%s %s %s %s", x.Session, x.CWD, x.Branch, x.Text)), append(all, ExtentOf(x, x.Text == "three"))
			})
			must.Do(t, err)
			return out, all, v
		}
		whole, all, v := told(nil)
		c := v.Cursor(all, nil)
		if c.ID == "" {
			t.Skip("files have no identity here")
		}
		c.Dir = "/w/app"
		if rest, _, v := told(c); v.Start <= int64(between) || len(whole) != 3 || !slices.Equal(rest, whole[2:]) {
			t.Errorf("from %d: %q, want %q", v.Start, rest, whole[2:])
		}
	}
}
