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

// A Record says where the logs stood when a vault was opened last.
type Record struct {
	Folder layout.Daily `json:"folder"`
}

// Read returns the record of a vault; without one they stand in the default folder.
func Read(dir *fsutil.Dir) (r Record) {
	b, err := dir.ReadFile(layout.LogsIn)
	if err != nil || fsutil.DecodeState(b, layout.LogsIn, layout.LogsInVersion, &r) != nil {
		r = Record{}
	}
	r.Folder = layout.Daily(r.Folder.Folder())
	return r
}

// Write keeps it.
func (r Record) Write(dir *fsutil.Dir) error {
	_, err := fsutil.WriteState(dir, layout.LogsIn, layout.LogsInVersion, r)
	return err
}

// Any reports whether a log that memoria wrote lies in a folder of the vault.
func Any(dir *fsutil.Dir, folder layout.Daily) bool {
	names, _ := dir.ReadNames(folder.Folder()) // none of a folder that is not there
	return slices.ContainsFunc(names, func(name string) bool { return IsLog(dir, folder, name) })
}

// IsLog reports whether a file of a folder is a log that memoria wrote.
func IsLog(dir *fsutil.Dir, folder layout.Daily, name string) bool {
	log, md := strings.CutSuffix(name, ".md")
	day, _, _ := strings.Cut(log, "@")
	if _, err := time.Parse(time.DateOnly, day); err != nil || !md {
		return false
	}
	text, err := dir.ReadFile(folder.Path(log))
	return err == nil && bytes.Contains(text, []byte("<!-- memoria:"))
}

// longest is how long the name of the folder may be, in bytes: paths below it must fit into what systems take.
const longest = 200

// Bad returns why a folder cannot be that of the logs, "" if it can.
func Bad(s string) string {
	no := func(why string) string { return fmt.Sprintf("%q cannot be the folder of the logs: %s", s, why) }
	if path.Clean(s) != s || s == "." || strings.ContainsAny(s, `\:`) {
		return no("name a folder below the vault, such as Journal or Notes/Logs")
	}
	if len(s) > longest {
		return no(fmt.Sprintf("it is longer than %d bytes", longest))
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
