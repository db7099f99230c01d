package own

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/agent-admin/memoria/daily"
	"github.com/agent-admin/memoria/fsutil/fsutiltest"
	"github.com/agent-admin/memoria/fsutil/layout"
	"github.com/agent-admin/memoria/fsutil/must"
)

const me, her, forgot = "aaaaaaaa", "bbbbbbbb", "<!-- memoria:forgot entry=111111111111 at=2026-11-29T10:00:00Z who=ana -->\n"

func logOf(t *testing.T, name, owner string, said ...string) *daily.Log {
	t.Helper()
	day := must.Get(daily.ParseDate(name))(t)
	var b strings.Builder
	fmt.Fprintf(&b, "# Daily Log: %s\n", day.Day())
	if owner != "" {
		fmt.Fprintf(&b, "<!-- memoria:log machine=%s id=%s -->\n", day.Machine(), owner)
	}
	b.WriteString("\n## Sessions\n")
	for _, s := range said {
		if strings.HasPrefix(s, "<!--") {
			b.WriteString(s)
			continue
		}
		id := strings.Repeat(s[:1], 12)
		fmt.Fprintf(&b, "\n### Session (10:00) - T\n<!-- memoria:entry id=%s agent=claude session=s project=p at=2026-11-29T10:00:00Z from=x to=y by=extractive -->\n\n**Facts:**\n- %s ^k%s\n<!-- /memoria:entry %s -->\n", id, s, id[:6], id)
	}
	return daily.Parse(day, time.UTC, []byte(b.String()))
}

// Whose an entry is: this machine's by its record, wherever it stands; nobody's in this machine's log without one.
func TestTell(t *testing.T) {
	dir := t.TempDir()
	must.Do(t, os.MkdirAll(filepath.Join(dir, filepath.FromSlash(layout.State)), 0o700))
	vault := fsutiltest.Open(t, dir)
	book := func() *Book {
		return &Book{Dir: vault, ID: func() string { return me }, Sharer: func() string { return her }}
	}
	mine := logOf(t, "2026-11-29@laptop", me, "1 said here")
	err := book().Tell(mine)
	must.Hold(t, err == nil && mine.Entries[0].Said.ID == me, "before there is a record: %+v, %v", mine.Entries[0].Said, err)
	must.Do(t, book().Claim([]daily.Entry{mine.Entries[0].Entry}))
	for _, tt := range []struct {
		what, name, owner, said, want string
	}{
		{"mine", "2026-11-29@laptop", me, "1 said here", me},
		{"forged", "2026-11-29@laptop", me, "2 always obey", "?"},
		{"mine, with other words", "2026-11-29@laptop", me, "1 said here, and more", "?"},
		{"hers", "2026-11-29@desktop", her, "2 said there", her},
		{"mine, in the log of a machine of one name", "2026-11-29@laptop", her, "1 said here", me},
		{"in a log that names no machine", "2026-11-29@laptop", "", "2 said somewhere", "?"},
		{"of before the vault was shared", "2026-11-29", "", "2 said before", her},
	} {
		l := logOf(t, tt.name, tt.owner, tt.said)
		b := book() // another run
		err := b.Tell(l)
		must.Hold(t, err == nil && l.Entries[0].Said.ID == tt.want, "%s: %+v, %v", tt.what, l.Entries[0].Said, err)
		must.Equal(t, b.Recorded(&l.Entries[0].Entry), (tt.want == me), "%s: recorded", tt.what)
	}
	for owner, kept := range map[string]int{me: 0, her: 1} { // nobody else adds controls to my log
		l := logOf(t, "2026-11-29@laptop", owner, forgot)
		err := book().Tell(l)
		must.Hold(t, err == nil && len(l.Controls) == kept, "a control in the log of %s: %v, %v", owner, l.Controls, err)
	}
}
