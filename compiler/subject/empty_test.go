package subject

import (
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/agent-admin/memoria/daily"
	_ "github.com/agent-admin/memoria/fsutil/fsutiltest/short"
	"github.com/agent-admin/memoria/fsutil/must"
)

// An entry without bullets, which only closes a session, changes nothing.
func TestAnEntryWithoutBulletsSaysNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		entries := drawEntries(t, rapid.IntRange(0, 6).Draw(t, "entries"))
		var full []daily.Dated
		for _, e := range entries {
			if len(e.Bullets) > 0 {
				full = append(full, e)
			}
		}
		want, got := articles(t, full, nil), articles(t, entries, nil)
		must.Be(t, reflect.DeepEqual(got, want), "with the empty ones:\n%+v\nwithout:\n%+v", got, want)
	})
}
