package summary

import (
	"context"
	"fmt"
	"github.com/agent-admin/memoria/flush/before"
	"github.com/agent-admin/memoria/fsutil/must"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/wiki/ask"
	"github.com/agent-admin/memoria/wiki/ask/asktest"
)

// says is a model that always answers the same lines.
func says(lines ...string) *asktest.Model { return asktest.Answering(asktest.Envelope(lines...)) }

// noted is an author that asks m, and what it told.
func noted(m ask.Model) (*Author, *[]Note) {
	var mu sync.Mutex
	notes := &[]Note{}
	return &Author{Asker: ask.Asker{Model: m}, Fallback: extract.Author{}, Tell: func(n Note) {
		mu.Lock()
		defer mu.Unlock()
		*notes = append(*notes, n)
	}}, notes
}

// bare is a fallback that keeps nothing, at once.
type bare struct{ Fallback }

func (bare) Summarise(context.Context, []transcript.Turn, []string) (daily.Summary, error) {
	return daily.Summary{}, nil
}

// said makes turns of lines "person: …", "agent: …", "choice: question | answer" and "refused: …".
func said(lines ...string) (out []transcript.Turn) {
	for i, l := range lines {
		who, text, _ := strings.Cut(l, ": ")
		t := transcript.Turn{ID: fmt.Sprintf("row-%d", i+1), Session: "s-1", Text: text, At: time.Date(2026, 11, 27, 9, i, 0, 0, time.UTC)}
		t.Last = t.ID
		switch who {
		case "person":
			t.Role = transcript.Person
		case "agent":
			t.Role = transcript.Agent
		case "choice", "refused":
			t.Role, t.Rejected = transcript.Choice, who == "refused"
			t.Question, t.Text, _ = strings.Cut(text, " | ")
		default:
			panic(l)
		}
		out = append(out, t)
	}
	return out
}

// lines are the bullets of a summary, "kind: text".
func lines(s daily.Summary) (out []string) {
	for _, b := range s.Bullets {
		kind := b.Kind.String()
		if b.Done {
			kind = "done"
		}
		out = append(out, kind+": "+b.Text)
	}
	return out
}

func write(t *testing.T, a *Author, turns []transcript.Turn) (daily.Summary, string) {
	t.Helper()
	sum, by, done, err := a.Write(context.Background(), turns, nil, before.Past{}, false)
	must.Do(t, err)
	done()
	return sum, by
}

func wantLines(t *testing.T, sum daily.Summary, want ...string) {
	t.Helper()
	got := lines(sum)
	must.Hold(t, strings.Join(got, "\n") == strings.Join(want, "\n"), "bullets are\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
}

func vaultDir(t *testing.T) *fsutil.Dir {
	return fsutiltest.Open(t, t.TempDir())
}
