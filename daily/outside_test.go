package daily

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// Another reading of the format, which shares no code with this one and knows Markdown only by
// patterns, finds nothing amiss in logs full of what breaks readers.
func TestLogsPassTheVaultCheck(t *testing.T) {
	check, err := filepath.Abs("../../shared/eval/wiki.py")
	if err != nil {
		t.Fatal(err)
	}
	if m, _ := filepath.Glob(check); len(m) == 0 {
		t.Skip("no check beside the repository")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3")
	}
	s, root := newStore(t, time.UTC)
	var entries []Entry
	n := 0
	rapid.Check(t, func(t *rapid.T) {
		e := anyEntry().Draw(t, "entry")
		n++
		e.At, e.To = afternoon.AddDate(0, 0, n%3), fmt.Sprint(n)
		entries = append(entries, e)
	})
	slices.SortStableFunc(entries, func(a, b Entry) int { return a.At.Compare(b.At) })
	if _, err := s.AppendAll(context.Background(), entries); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(python, check, root).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
