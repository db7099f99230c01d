package flush

import (
	"fmt"
	"io"
	"path"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// prompts is a session of an agent's in which a person says the words, in rows with short ids. before gives it the form
// of which every version reads the ids as they are.
func prompts(agent, session string, before bool, words ...string) transcript.Source {
	var b strings.Builder
	if agent == "codex" && !before {
		fmt.Fprintf(&b, `{"timestamp":"2026-03-01T09:59:00Z","type":"session_meta","payload":{"id":%q,"cwd":"/w/app"}}`+"\n", session)
	}
	for i, w := range words {
		id, at := fmt.Sprintf("item_%d", i), fmt.Sprintf("2026-03-01T10:%02d:00Z", i)
		switch {
		case before:
			fmt.Fprintf(&b, `{"type":"user","uuid":%q,"sessionId":%q,"timestamp":%q,"cwd":"/w/app","message":{"role":"user","content":%q}}`+"\n", id, session, at, w)
		case agent == "qwen":
			fmt.Fprintf(&b, `{"uuid":%q,"parentUuid":null,"sessionId":%q,"timestamp":%q,"type":"user","provenance":"real_user","cwd":"/w/app","message":{"role":"user","parts":[{"text":%q}]}}`+"\n", id, session, at, w)
		default:
			fmt.Fprintf(&b, `{"timestamp":%q,"type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage","id":%q,"content":[{"type":"text","text":%q}]}}}`+"\n", at, id, w)
		}
	}
	text := b.String()
	return transcript.Source{Agent: agent, Path: path.Join(agent, session+".jsonl"), Size: int64(len(text)), ModTime: time.Unix(int64(len(text)), 0),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }}
}

// Ids that count the items of a session tell its rows from no other session's.
func TestEqualShortIDs(t *testing.T) {
	all := []transcript.Source{
		prompts("codex", "A", false, "keep one", "ok"), prompts("codex", "B", false, "keep two", "ok"), prompts("qwen", "C", false, "keep one", "ok"),
	}
	t.Run("import", func(t *testing.T) {
		b := newBench(t)
		b.run(all...)
		b.run(all...)
		if got, want := b.account(), "sessions 3 flushed 3; turns 5 flushed 5"; got != want { // B's second is a copy of A's, as of a fork
			t.Errorf("account is %s, want %s", got, want)
		}
		for _, words := range []string{"keep one", "keep two"} {
			must.Hold(t, strings.Contains(b.log("2026-03-01"), words), "%q is lost:\n%s", words, b.log("2026-03-01"))
		}
		n := strings.Count(b.log("2026-03-01"), "keep one")
		must.Hold(t, n == 2, "%d of 2", n)
	})
	t.Run("capture", func(t *testing.T) {
		b := newBench(t)
		for range 2 {
			for _, s := range all {
				b.capture(Capture{Source: s, Session: s.Stem(), Final: true})
			}
		}
		n := strings.Count(b.log("2026-03-01"), "keep one") + strings.Count(b.log("2026-03-01"), "keep two")
		must.Hold(t, n == 3, "%d of 3:\n%s", n, b.log("2026-03-01"))
	})
}

// The row of one agent is no copy of another's that has its id, and neither is a question that was put to both.
func TestEqualIDsOfAgents(t *testing.T) {
	const id = "0199a1f0-7c1d-7000-8000-0000000000aa"
	var all []transcript.Source
	for _, agent := range []string{"codex", "qwen", "claude"} {
		s := prompts(agent, "S-"+agent, agent == "claude", "keep one")
		r := must.Get(s.Open())(t)
		b, _ := io.ReadAll(r)
		text := strings.ReplaceAll(string(b), "item_0", id)
		s.Open = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
		s.Size = int64(len(text))
		all = append(all, s)
	}
	for _, lost := range []string{"nothing", layout.Rows} {
		for _, how := range []string{"import", "capture"} {
			t.Run(how+" lost "+lost, func(t *testing.T) {
				b := newBench(t)
				for range 2 {
					if how == "import" {
						b.run(all...)
						b.lose(lost)
						continue
					}
					for _, s := range all {
						b.capture(Capture{Source: s, Session: s.Stem(), Final: true})
						b.lose(lost)
					}
				}
				for _, s := range all {
					n := strings.Count(b.log("2026-03-01"), "session="+s.Stem())
					must.Hold(t, n == 1, "%d of %s:\n%s", n, s.Agent, b.log("2026-03-01"))
				}
			})
		}
	}
}

// Earlier versions took such an id for the row's name. What they captured is known by it.
func TestShortIDsOfBefore(t *testing.T) {
	for _, lost := range []string{"nothing", layout.Rows} {
		for _, agent := range []string{"codex", "qwen"} {
			t.Run(agent+" lost "+lost, func(t *testing.T) {
				b := newBench(t)
				b.run(prompts(agent, "A", true, "keep one", "dull", "keep two"))
				was := b.log("2026-03-01")
				b.lose(lost)
				now := prompts(agent, "A", false, "keep one", "dull", "keep two")
				b.capture(Capture{Source: now, Session: "A", Final: true})
				b.run(now)
				must.Equal(t, b.log("2026-03-01"), was, "now the log")
				now = prompts(agent, "A", false, "keep one", "dull", "keep two", "keep three")
				b.run(now, prompts(agent, "B", false, "keep four"))
				b.run(now)
				got := b.log("2026-03-01")
				for _, words := range []string{"keep one", "keep two", "keep three", "keep four"} {
					must.Hold(t, strings.Count(got, words) == 1, "%q is not there once:\n%s", words, got)
				}
			})
		}
	}
}
