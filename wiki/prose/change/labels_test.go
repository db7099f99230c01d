package change

import (
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/wiki/prose"
)

// TestLabels measures on labelled sessions, whose folder MEMORIA_LABELS names: of the sentences that a reader says a
// later one takes back, how many do the rules find (recall), and of what they find among these and as many pairs with a
// random later sentence of the session, how much is right (precision). Most of these pairs are about what was done in
// between, "I will add X" and "added X", which two lines do not tell by themselves: it is a floor, not a goal.
func TestLabels(t *testing.T) {
	root := os.Getenv("MEMORIA_LABELS")
	if root == "" {
		t.Skip("MEMORIA_LABELS names no folder")
	}
	files, err := filepath.Glob(filepath.Join(root, "*.tsv"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	rnd := rand.New(rand.NewSource(1))
	pairs, found, wrong := 0, 0, 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var said []*Line
		by := map[int]int{}
		for row := range strings.Lines(string(data)) {
			f := strings.Split(strings.TrimRight(row, "\n"), "\t")
			if len(f) < 7 {
				continue
			}
			if n, err := strconv.Atoi(f[5]); err == nil && f[3] == "X" && n > len(said) {
				by[len(said)] = n
			}
			said = append(said, reader.Read(prose.Inline(f[6]), f[2] == "user"))
		}
		for i := range said {
			n := by[i]
			if n == 0 || n >= len(said) {
				continue
			}
			pairs++
			if said[n].Overturns(said[i]) > Close {
				found++
			}
			if other := i + 1 + rnd.Intn(len(said)-i-1); other != n && said[other].Overturns(said[i]) > Close {
				wrong++
			}
		}
	}
	t.Logf("%d pairs: recall %.3f, precision %.3f (%d found, %d false alarms)", pairs, float64(found)/float64(max(pairs, 1)), float64(found)/float64(max(found+wrong, 1)), found, wrong)
	if wrong > found/4 {
		t.Errorf("%d false alarms to %d that are right", wrong, found)
	}
}
