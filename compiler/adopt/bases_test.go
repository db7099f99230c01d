package adopt_test

import (
	"strings"
	"testing"

	"github.com/agent-admin/memoria/compiler/adopt"
	"github.com/agent-admin/memoria/compiler/merge"
	"github.com/agent-admin/memoria/compiler/state"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
)

// The file of a generated text has no line of the page: git took it for the page, renamed, and a pull by hand put into
// it what another machine had written on the page.
func TestBaseIsNoRenamedPage(t *testing.T) {
	dir := fsutiltest.Open(t, t.TempDir())
	page := written("Git", "", "Hooks are quick.")
	sum := wiki.Sum([]byte(page))
	b := adopt.Bases{Dir: dir}
	err := b.Keep(map[string][]byte{sum: []byte(page)})
	must.Be(t, err == nil && string(b.Text(sum)) == page, "%v, %s", err, b.Text(sum))
	file := must.Get(dir.ReadFile(adopt.BaseName(sum)))(t)
	for line := range strings.Lines(string(file)) {
		must.Hold(t, !strings.Contains(page, "\n"+line) && !strings.HasPrefix(page, line), "%q is a line of the page", line)
	}
}

// Of an article that is gone no text is kept that cites what no log says: it was forgotten elsewhere before it came here.
func TestNoTextOfWhatIsGone(t *testing.T) {
	for _, known := range []bool{false, true} {
		pages := map[string]state.PageRecord{"wiki/concepts/git.md": {Names: []string{"Git"}, Base: "b", Cites: []merge.Key{"2026-11-01#^k1"}, Deleted: true}}
		must.Get((&adopt.Run{}).Share(pages, &wiki.Wiki{}, merge.Keys{"2026-11-01#^k1": known}))(t)
		must.Equal(t, pages["wiki/concepts/git.md"].Base != "", known, "it is kept")
	}
}
