// Package standing finds the folder where the logs of a vault stand. It reads no log: hooks link it.
package standing

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/agent-admin/memoria/fsutil"
	"github.com/agent-admin/memoria/fsutil/layout"
)

// record is the state that says where they stand.
type record struct {
	Folder layout.Daily `json:"folder"`
}

// In returns the folder where the logs stood when it was recorded last.
func In(dir *fsutil.Dir) layout.Daily {
	var in record
	b, err := dir.ReadFile(layout.LogsIn)
	if err != nil || fsutil.DecodeState(b, layout.LogsIn, layout.LogsInVersion, &in) != nil {
		return layout.DefaultDaily
	}
	return in.Folder
}

// Record records it.
func Record(dir *fsutil.Dir, in layout.Daily) error {
	if In(dir).Folder() == in.Folder() {
		return nil
	}
	_, err := fsutil.WriteState(dir, layout.LogsIn, layout.LogsInVersion, record{layout.Daily(in.Folder())})
	return err
}

// Any reports whether a log that memoria wrote lies in a folder of the vault.
func Any(dir *fsutil.Dir, folder layout.Daily) bool {
	names, _ := dir.ReadNames(folder.Folder()) // none of a folder that is not there
	return slices.ContainsFunc(names, func(name string) bool { return isLog(dir, folder, name) })
}

// Only reports whether nothing else lies there.
func Only(dir *fsutil.Dir, folder layout.Daily) bool {
	names, _ := dir.ReadNames(folder.Folder())
	return !slices.ContainsFunc(names, func(name string) bool { return !strings.HasPrefix(name, ".") && !isLog(dir, folder, name) })
}

func isLog(dir *fsutil.Dir, folder layout.Daily, name string) bool {
	log, md := strings.CutSuffix(name, ".md")
	day, _, _ := strings.Cut(log, "@")
	if _, err := time.Parse(time.DateOnly, day); err != nil || !md {
		return false
	}
	text, err := dir.ReadFile(folder.Path(log))
	return err == nil && bytes.Contains(text, []byte("<!-- memoria:"))
}

// Bad returns why a folder cannot be that of the logs, "" if it can.
func Bad(s string) string {
	no := func(why string) string { return fmt.Sprintf("%q cannot be the folder of the logs: %s", s, why) }
	if path.Clean(s) != s || s == "." || strings.ContainsAny(s, `\:`) {
		return no("name a folder below the vault, such as Journal or Notes/Logs")
	}
	if err := fsutil.CheckName(s); err != nil {
		return no(strings.TrimPrefix(err.Error(), fmt.Sprintf("name %q: ", s)))
	}
	for part := range strings.SplitSeq(s, "/") {
		if strings.HasPrefix(part, ".") {
			return no("what begins with a dot is hidden, and no page is read there")
		}
	}
	if strings.EqualFold(s, string(layout.DefaultDaily)) && s != string(layout.DefaultDaily) {
		return no("it differs from the default in capitals only, which are one folder on many disks")
	}
	return ""
}
