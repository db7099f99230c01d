package summary

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/extract"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
)

// scripted is a model that answers as a function says. In what that returns, MARK is the mark of the
// question.
type scripted struct {
	name   string
	window int
	say    func(q Question, n int) (string, error)

	mu    sync.Mutex
	asked []Question
}

func (m *scripted) Name() string {
	if m.name == "" {
		return "script/one"
	}
	return m.name
}

func (m *scripted) Window() int {
	if m.window == 0 {
		return 400 << 10
	}
	return m.window
}

func (m *scripted) Ask(ctx context.Context, q Question) (Answer, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return Answer{}, err
	}
	m.asked = append(m.asked, q)
	text, err := m.say(q, len(m.asked))
	return Answer{strings.ReplaceAll(text, "MARK", markOf(q.Prompt)), m.Name()}, err
}

var markLine = regexp.MustCompile(`(?m)^The mark of (?:this|these) (?:stretch|notes) (?:is|are) (M[0-9a-f]{16})\.`)

func markOf(prompt string) string {
	m := markLine.FindStringSubmatch(prompt)
	if m == nil {
		panic("no mark in the prompt: " + prompt)
	}
	return m[1]
}

// says is a model that always answers the same lines.
func says(lines ...string) *scripted {
	return &scripted{say: func(Question, int) (string, error) { return envelope(lines...), nil }}
}

func envelope(lines ...string) string {
	return "=== MARK\n" + strings.Join(lines, "\n") + "\n=== end MARK"
}

// failing is an outcome.
type failing struct {
	kind  string
	after time.Duration
}

func (f failing) Error() string             { return "the scripted model: " + f.kind }
func (f failing) Outcome() string           { return f.kind }
func (f failing) RetryAfter() time.Duration { return f.after }

// noted is an author that asks m, and what it told.
func noted(m Model) (*Author, *[]Note) {
	var mu sync.Mutex
	notes := &[]Note{}
	return &Author{Model: m, Fallback: extract.Author{}, Tell: func(n Note) {
		mu.Lock()
		defer mu.Unlock()
		*notes = append(*notes, n)
	}}, notes
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
	sum, by, done, err := a.Write(context.Background(), turns, nil, false)
	if err != nil {
		t.Fatal(err)
	}
	done()
	return sum, by
}

func wantLines(t *testing.T, sum daily.Summary, want ...string) {
	t.Helper()
	if got := lines(sum); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("bullets are\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func vaultDir(t *testing.T) *fsutil.Dir {
	t.Helper()
	d, err := fsutil.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}
