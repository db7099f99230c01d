package transcript

import (
	"bytes"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
)

// TestGolden reads the transcript of each txtar in testdata and compares its turns and counts.
func TestGolden(t *testing.T) {
	for path, a := range goldens(t) {
		t.Run(fsutiltest.NameOf(path), func(t *testing.T) {
			must.Be(t, len(a.Files) == 2 && a.Files[0].Name == "in.jsonl" && a.Files[1].Name == "want", "a golden holds in.jsonl and want")
			fsutiltest.Want(t, path, a, report(readAll(t, goldenInput(a))))
		})
	}
}

func goldens(t testing.TB) iter.Seq2[string, *txtar.Archive] {
	return fsutiltest.Goldens(t, "testdata/*.txtar")
}

// goldenInput is the transcript of a golden, its last line without an end.
func goldenInput(a *txtar.Archive) string {
	return string(bytes.TrimSuffix(a.Files[0].Data, []byte("\n")))
}

// report writes turns and counts for people to read and compare.
func report(turns []*Turn, s Stats) string {
	var b strings.Builder
	for _, t := range turns {
		b.WriteString(reportTurn(t))
	}
	for _, t := range s.Titles {
		fmt.Fprintf(&b, "title %s %q", t.Kind, t.Text)
		field(&b, "leaf", t.Leaf)
		field(&b, "session", t.Session)
		b.WriteByte('\n')
	}
	for _, k := range slices.Sorted(maps.Keys(s.Unknown)) {
		fmt.Fprintf(&b, "unknown %q %d\n", k, s.Unknown[k])
	}
	fmt.Fprintf(&b, "stats rows=%d", s.Rows)
	for _, c := range []struct {
		name string
		n    int
	}{{"damaged", s.Damaged}, {"comments", s.Comments}, {"shortened", s.Shortened}, {"repeated", s.Repeated}, {"sidechain", s.Sidechain}} {
		if c.n > 0 {
			fmt.Fprintf(&b, " %s=%d", c.name, c.n)
		}
	}
	if s.Own {
		b.WriteString(" own")
	}
	if len(s.Skipped) > 0 {
		b.WriteString(" skipped:")
		for _, k := range slices.Sorted(maps.Keys(s.Skipped)) {
			fmt.Fprintf(&b, " %s=%d", k, s.Skipped[k])
		}
	}
	b.WriteByte('\n')
	return b.String()
}

func field(b *strings.Builder, name, value string) {
	if value != "" {
		fmt.Fprintf(b, " %s=%s", name, value)
	}
}

func reportTurn(t *Turn) string {
	var b strings.Builder
	b.WriteString([]string{"", "person", "agent", "choice"}[t.Role])
	id := t.ID
	if strings.HasPrefix(id, "h") && len(id) == 25 {
		id = "hash"
	} else if t.Last != t.ID {
		id += ".." + t.Last
	}
	b.WriteString(" " + id)
	if t.Session != "" {
		b.WriteString(" " + t.Session)
	}
	if !t.At.IsZero() {
		at := t.At.UTC().Format(time.RFC3339Nano)
		if !t.Started.Equal(t.At) {
			at = t.Started.UTC().Format(time.RFC3339Nano) + ".." + at
		}
		b.WriteString(" " + at)
	}
	for _, s := range []string{t.CWD, t.Branch} {
		if s != "" {
			b.WriteString(" " + s)
		}
	}
	if t.Subagent {
		b.WriteString(" SUBAGENT")
	}
	if t.Rejected {
		b.WriteString(" REJECTED")
	}
	if t.Question != "" {
		b.WriteString(" ? " + t.Question)
	}
	b.WriteByte('\n')
	for line := range strings.SplitSeq(t.Text, "\n") {
		b.WriteString(strings.TrimRight("| "+line, " ") + "\n")
	}
	for _, s := range t.Steps {
		b.WriteString(strings.TrimRight("> "+s.Tool+": "+s.Target, " "))
		for _, f := range []struct {
			name string
			on   bool
		}{{" file", s.File}, {" edit", s.Edit}, {" FAILED", s.Failed}} {
			if f.on {
				b.WriteString(f.name)
			}
		}
		if s.Error != "" {
			b.WriteString(" " + strings.ReplaceAll(s.Error, "\n", "⏎"))
		}
		if s.Outcome != "" {
			b.WriteString(" " + strings.ReplaceAll(s.Outcome, "\n", "⏎"))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
