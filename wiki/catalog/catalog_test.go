package catalog

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/must"
	"github.com/agent-admin/memoria/wiki"
	"github.com/agent-admin/memoria/wiki/draft"
)

func testStore(t testing.TB, files ...string) (wiki.Store, string) {
	t.Helper()
	root := t.TempDir()
	dir := fsutiltest.Open(t, root)
	for _, f := range files {
		name, text, _ := strings.Cut(f, "\x00")
		must.Do(t, must.Err(dir.WriteFileNoSync(name, []byte(text), 0o644)))
	}
	return wiki.Store{Dir: dir}, root
}

func art(title string) string {
	return "\x00" + string(draft.Draft{Title: title, Type: wiki.Concept, Sources: []wiki.Date{"2026-11-27"}}.Render())
}

func mustLoad(t *testing.T, s wiki.Store) *wiki.Wiki {
	t.Helper()
	return must.Get(s.Load(t.Context()))(t)
}

func reindex(t *testing.T, s wiki.Store, root, file string) string {
	t.Helper()
	must.Do(t, must.Err(WriteIndex(s, mustLoad(t, s))))
	b := fsutiltest.Read(t, filepath.Join(root, filepath.FromSlash(file)))
	return string(b)
}
