package change

import (
	"os"
	"strings"
	"testing"
)

// TestPairs checks testdata/pairs.txt with lines of every kind: which kind a line has must not decide.
func TestPairs(t *testing.T) {
	for _, file := range []string{"pairs.txt", "fresh.txt", "third.txt", "later.txt", "exam.txt"} {
		t.Run(file, func(t *testing.T) { testPairs(t, file) })
	}
}

func testPairs(t *testing.T, file string) {
	data, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	kind := ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "= "); ok {
			kind = name
		}
		was, now, ok := strings.Cut(line, " => ")
		if !ok || was[0] != '+' && was[0] != '-' {
			continue
		}
		want := was[0] == '+'
		got := [2]bool{}
		for i, settles := range []bool{true, false} {
			got[i] = reader.Read(now+".", settles).Overturns(reader.Read(was[2:]+".", settles && kind != "mended")) != None // no decision reports a fault
		}
		if got[0] != want || got[1] != want {
			t.Errorf("%s: %s => %s: as decision %t, as fact %t", kind, was, now, got[0], got[1])
		}
	}
}
