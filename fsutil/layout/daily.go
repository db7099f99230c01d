package layout

import (
	"path"
	"strings"
)

// Daily is the folder of the day logs, from the vault's root; "" stands for the default.
type Daily string

// DefaultDaily is the folder of the logs where the settings name none.
const DefaultDaily Daily = "daily"

// Folder returns the folder's path.
func (d Daily) Folder() string {
	if d == "" {
		return string(DefaultDaily)
	}
	return string(d)
}

// Path returns the path of a log, by its name without ".md".
func (d Daily) Path(log string) string { return d.Folder() + "/" + log + ".md" }

// Log returns the name, without ".md", of a page that lies directly in the folder.
func (d Daily) Log(file string) (name string, ok bool) {
	dir, base := path.Split(file)
	name, md := strings.CutSuffix(base, ".md")
	return name, md && dir == d.Folder()+"/"
}
