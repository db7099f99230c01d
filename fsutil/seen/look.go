package seen

import (
	"io/fs"
	"path"
	"strings"

	"github.com/agent-admin/memoria/fsutil"
)

// A Look is what the folders of a vault held at one moment, for a command that asks for it in turn. It is used by one
// goroutine.
type Look struct {
	Dir  *fsutil.Dir
	Tick int64 // the file system's clock before it began, see [fsutil.Dir.Tick]

	folders map[string][]fsutil.Stamped
}

// LookAt begins a look at a folder. To read the clock it writes the file tick.
func LookAt(d *fsutil.Dir, tick string) *Look {
	l := &Look{Dir: d, folders: map[string][]fsutil.Stamped{}}
	l.Tick, _ = d.Tick(tick) // without one all files are new
	return l
}

// Stamps lists a directory as [fsutil.Dir.Stamps] does, with the stamps of its Markdown files. Each directory is read once.
func (l *Look) Stamps(name string) ([]fsutil.Stamped, error) {
	if list, ok := l.folders[name]; ok {
		return list, nil
	}
	list, err := l.Dir.Stamps(name, IsMarkdown)
	if err == nil && l.folders != nil {
		l.folders[name] = list
	}
	return list, err
}

// IsMarkdown reports whether an entry of a directory is a Markdown file that is not hidden.
func IsMarkdown(name string, typ fs.FileMode) bool {
	return name[0] != '.' && typ.IsRegular() && strings.EqualFold(path.Ext(name), ".md")
}
