package before

import (
	"slices"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/flush/archive"
	"github.com/agent-admin/memoria/flush/transcript"
	"github.com/agent-admin/memoria/fsutil"
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
