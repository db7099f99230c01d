package before

import (
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

// The caller asks about the same sessions and its own once for each stretch: none of them is lost between.
func TestPastLeavesSessions(t *testing.T) {
	dir := must.Get(fsutil.OpenDir(t.TempDir()))(t)
	defer dir.Close()
	r := Reader{Daily: &daily.Store{Dir: dir, Zone: time.UTC}, Archive: archive.Archive{Dir: dir}, Zone: time.UTC}
	of := append(make([]string, 0, 4), "x", "y", "z")
	must.Get(r.Past("claude", append(of, "a"), []transcript.Turn{{ID: "1"}}))(t)
	must.Hold(t, slices.Equal(of, []string{"x", "y", "z"}), "the caller's sessions are %q now", of)
}

// Tasks are read again only of a log that changed, a damaged cache costs nothing, and only what was open then, in the project,
// is ended.
func TestTasks(t *testing.T) {
	dir := must.Get(fsutil.OpenDir(t.TempDir()))(t)
	defer dir.Close()
	store := &daily.Store{Dir: dir, Zone: time.UTC, Folder: layout.Daily("daily")}
	at := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	put := func(id, project string, day int, b ...daily.Bullet) {
		e := daily.Entry{ID: id, Agent: "claude", Session: id, Project: project, At: at.AddDate(0, 0, day), From: id + "a", To: id + "b", By: "extractive", Summary: daily.Summary{Title: "x", Bullets: b}}
		must.Get(store.AppendAll(t.Context(), []daily.Entry{e}))(t)
	}
	ends := func(project string, day int, said string) string {
		return Told{project, at.AddDate(0, 0, day), nil, []string{"Good.", said}}.Ends(must.Get(ReadTasks(store))(t))[1]
	}
	must.Hold(t, ends("tide", 3, "I rotated the API keys.") == "", "a vault without logs has tasks")
	put("0123456789aa", "tide", 0, daily.Bullet{Kind: daily.Action, Text: "Rotate the API keys"})
	put("0123456789ab", "buoy", 1, daily.Bullet{Kind: daily.Action, Text: "Write the guide"})
	ref := ends("tide", 3, "I rotated the API keys.")
	must.Hold(t, ref != "", "the task is not found")
	must.Hold(t, ends("tide", -1, "I rotated the API keys.") == "", "a task is done before it was said")
	must.Hold(t, ends("buoy", 3, "I rotated the API keys.") == "" && ends("", 3, "I rotated the API keys.") == "", "another project ends it")
	must.Get(dir.WriteFileNoSync(layout.CacheTasks, []byte("damaged"), 0o600))(t)
	must.Hold(t, ends("tide", 3, "I rotated the API keys.") == ref, "a damaged cache loses it")
	put("0123456789ac", "tide", 0, daily.Bullet{Kind: daily.Action, Text: "I rotated the API keys", Done: true, Settles: ref})
	must.Hold(t, ends("tide", 3, "I rotated the API keys.") == "", "what was settled is ended once more")
	must.Hold(t, ends("buoy", 3, "The guide is written.") != "", "a log that did not change lost its task")
}
