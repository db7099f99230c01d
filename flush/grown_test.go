package flush

import (
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// A row that its client writes again, longer, after it was captured: what was added is captured as an addition, once,
// whether the client appends the row or writes the file anew, and as often as it does.
func TestARowThatGrows(t *testing.T) {
	t.Run("gemini", func(t *testing.T) {
		growing(t, "gemini", `{"sessionId":"S","projectHash":"h","startTime":"2026-03-01T10:00:00Z","lastUpdated":"2026-03-01T10:00:00Z","kind":"main"}`,
			func(n int, kind, text string) string {
				if kind == "agent" {
					kind = "gemini"
				}
				return fmt.Sprintf(`{"id":"g%d-0000-0000-0000-000000000000","timestamp":"2026-03-01T10:0%d:00Z","type":%q,"content":%q}`, n, n, kind, text)
			})
	})
	t.Run("opencode", func(t *testing.T) {
		growing(t, "opencode", `{"id":"ses_S","directory":"/w/app"}`, func(n int, kind, text string) string {
			at := time.Date(2026, 3, 1, 10, n, 0, 0, time.UTC).UnixMilli()
			if kind == "agent" {
				kind = "assistant"
			}
			first := fmt.Sprintf(`{"type":"text","text":"Wait.","time":{"start":%d,"end":%d}},`, at, at)
			if kind == "user" {
				first = ""
			}
			return fmt.Sprintf(`{"info":{"id":"msg_%d","sessionID":"ses_S","role":%q,"time":{"created":%d,"completed":%d}},"parts":[%s{"type":"text","text":%q,"time":{"start":%d,"end":%d}}]}`,
				n, kind, at, at, first, text, at, at)
		})
	})
}

func growing(t *testing.T, agent, head string, row func(n int, kind, text string) string) {
	versions := []string{
		"keep one", "keep one\nkeep two", "keep one\nkeep two\nkeep three", "keep one\nkeep two\nkeep three"}
	for _, lost := range []string{"nothing", layout.Rows, ".memoria/state", ".memoria/archive"} {
		for _, appends := range []bool{true, false} {
			if !appends && agent == "opencode" {
				continue // memoria's own file, to which rows are only added
			}
			for _, how := range []string{"import", "capture"} {
				t.Run(fmt.Sprintf("%s, appended %v, lost %s", how, appends, lost), func(t *testing.T) {
					b := newBench(t)
					rows := []string{head, row(1, "user", "keep it warm")}
					for i, text := range versions {
						if !appends {
							rows = rows[:2]
						}
						rows = append(rows, row(2, "agent", text))
						file := strings.Join(rows, "\n") + "\n"
						if i == len(versions)-1 {
							file += row(3, "user", "keep it cold") + "\n"
						}
						src := transcript.Source{Agent: agent, Path: "session-S.jsonl", Size: int64(len(file)), ModTime: time.Unix(int64(len(file)), 0),
							Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(file)), nil }}
						for range 2 {
							if how == "import" {
								b.run(src)
							} else {
								b.capture(Capture{Source: src, Session: map[string]string{"gemini": "S", "opencode": "ses_S"}[agent], Final: i == 3})
							}
						}
						if i == 0 || lost == layout.Rows {
							b.lose(lost)
						}
					}
					want := map[string]int{"keep it warm": 1, "keep one": 1, "keep two": 1, "keep three": 1, "keep it cold": 1}
					if lost == ".memoria/archive" {
						want["keep two"], want["keep three"] = 0, 0 // nothing tells what the row was
					}
					log := b.log("2026-03-01")
					for w, n := range want {
						got := strings.Count(log, "- "+w+" ^")
						must.Hold(t, got == n, "%q is said %d times, not %d:\n%s", w, got, n, log)
					}
				})
			}
		}
	}
}
